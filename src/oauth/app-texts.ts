/** Names and descriptions of apps: shown beside a button that gives rights away, so nothing in them may change how the rest of the page reads. */

// Control characters, the marks and overrides of bidirectional text (Unicode 3.9, annex 9), and characters without a width that make a text look empty.
const UNSEEN = /[\p{Cc}\u200b\u200e\u200f\u2060\u061c\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const UNSEEN_BUT_LINES = /(?!\n)[\p{Cc}\u200b\u200e\u200f\u2060\u061c\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** One line, spaces trimmed; '' when nothing that can be seen is left. */
export function cleanName(text: string): string {
  const name = text.replaceAll(/[\t\n\r]+/g, ' ').replaceAll(UNSEEN, '').trim();
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(name) ? name : '';
}

/** The same for several lines; null when there is none. */
export function cleanDescription(text: string | null | undefined): string | null {
  return text?.replaceAll(/\r\n?/g, '\n').replaceAll(UNSEEN_BUT_LINES, '').trim() || null;
}
