/** Texts that people chose, beside those of the app. */

/** Characters that only change the order in which others are read (Unicode Standard Annex #9, section 2). */
const ORDER = /[\u202a-\u202e\u2066-\u2069]/g;

/** A text without the characters that would change the order in which it is read. */
export const asWritten = (text: string): string => text.replaceAll(ORDER, '');

/**
 * A name that people chose, for use inside a sentence: its writing direction cannot affect the text around it
 * (Unicode Standard Annex #9, isolates).
 */
export function isolated(name: string): string {
  return `\u2068${asWritten(name)}\u2069`;
}
