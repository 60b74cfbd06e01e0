import { randomInt } from 'node:crypto';

/**
 * Digits and letters that are not taken for one another. Without vowels, no code is a word: neither one that
 * a URL of this instance may need later, nor one that nobody wants to post.
 */
const SIGNS = '23456789bcdfghjkmnpqrstvwxzBCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;

/** What stands behind `/s/`: 2 to the power of 44 of them, at random, so that none can be found by trying. */
export const newCode = (): string =>
  Array.from({ length: LENGTH }, () => SIGNS.charAt(randomInt(SIGNS.length))).join('');

export const isCode = (text: string): boolean =>
  text.length === LENGTH && [...text].every((sign) => SIGNS.includes(sign));

/** The code in the URL of a short link of ours, on any domain. */
export function codeOf(url: string): string | undefined {
  const code = /^\/s\/([^/]+)\/?$/.exec(URL.parse(url)?.pathname ?? '')?.[1];
  return code !== undefined && isCode(code) ? code : undefined;
}
