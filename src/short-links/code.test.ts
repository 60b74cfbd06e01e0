import { describe, expect, it } from '@jest/globals';
import { isCode, newCode } from './code.ts';

/** Words of eight letters, as codes are: paths of this instance, and what it may have later. */
const WORDS = [
  'settings',
  'channels',
  'webhooks',
  'accounts',
  'calendar',
  'register',
  'security',
  'password',
  'download',
  'robots.txt',
  'api',
  's',
];

describe('the code of a short link', () => {
  it.each(WORDS)('is never the word %s, however it is written', (word) => {
    for (const one of [word, word.toUpperCase(), `${word.charAt(0).toUpperCase()}${word.slice(1)}`]) {
      expect(isCode(one)).toBe(false);
    }
  });

  it('has no vowel, and no sign that is taken for another one', () => {
    const codes = Array.from({ length: 2000 }, newCode);
    expect(codes.filter((code) => !isCode(code))).toEqual([]);
    expect(codes.filter((code) => /[aeiouyAEIOUY01l]/.test(code))).toEqual([]);
  });
});
