/**
 * The length of a text between two checks: the network's own count of what it was, and what was added since.
 */

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Characters as people see them. */
export const characters = (text: string): number => [...segmenter.segment(text)].length;

/** The answer of the server, which counts as the network does. */
export interface Counted {
  readonly text: string;
  readonly length: number;
  readonly limit: number;
}

/**
 * How many characters are left. The network's count is corrected by what was typed since it was made, so that
 * the number follows each key; the next check makes it exact.
 */
export function remaining({ text: was, length, limit }: Counted, text: string): number {
  return limit - length - (text === was ? 0 : characters(text) - characters(was));
}
