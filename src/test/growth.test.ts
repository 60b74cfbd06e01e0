import { describe, expect, it } from '@jest/globals';
import { overgrown, repeated } from './growth.ts';

/** Patterns that looked at the rest of a text from each of its characters, where they stood. */
const CARELESS: readonly (readonly [string, RegExp, string])[] = [
  ['the end of a link (Mastodon)', /[!?*"';:=,.$%[\]~&|@]+$/u, '!'],
  ['a tag', /<[a-z][^>]*>/i, '<a'],
  ['a Markdown link (Discord)', /\[([^\]]+)\]\([^)]*\)/gu, '['],
  ['slashes at the end', /\/+$/, '/'],
  ['a session token in the log', /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*/g, 'eyJaaaaaaaaaa-'],
];

describe('work that grows', () => {
  it.each(CARELESS)('quadratically is noticed: %s', async (_, pattern, repeats) => {
    const found = await overgrown(
      (n) => `${repeated(repeats)(n)} `,
      (text) => text.replace(pattern, ''),
      [2000, 8000, 32_000],
    );
    expect(found).toBeDefined();
  });

  it('linearly is not, however long it takes', async () => {
    const work = (text: string): number => [...text].map((letter) => letter.codePointAt(0) ?? 0).length;
    expect(await overgrown(repeated('a'), work)).toBeUndefined();
  });
});
