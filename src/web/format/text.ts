/**
 * A name that people chose, for use inside a sentence: its writing direction cannot affect the text around it
 * (Unicode Standard Annex #9, isolates).
 */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}
