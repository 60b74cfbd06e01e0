/**
 * The length of a text between two checks: the network's own count of what it was, and what was added since.
 */

import { targetOf, type Check } from './use-check.ts';

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

/** How many characters a channel has left for a part; undefined until the server has counted. */
export function leftFor(
  check: Check | null,
  channel: string,
  { index, text }: { readonly index: number; readonly text: string },
): { readonly left: number; readonly limit: number } | undefined {
  const part = targetOf(check, channel)?.parts[index];
  const was = check?.texts[channel]?.[index];
  if (!part || was === undefined) return undefined;
  return { limit: part.limit, left: remaining({ ...part, text: was }, text) };
}
