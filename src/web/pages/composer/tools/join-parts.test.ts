/** Taking back a split joins its parts as they are now. */
import { describe, expect, it } from '@jest/globals';
import type { Part } from '../composer-state.ts';
import { joinIn } from './join-parts.ts';

const part = (id: string, text: string): Part => ({ id, text, media: [], delaySeconds: 0 });
const WHOLE = 'One two\n\nthree four';
const join = (...texts: string[]) => ({
  part: 'a',
  whole: WHOLE,
  pieces: texts.map((text, n) => ({ id: 'abc'[n] ?? '', text })),
});
const SPLIT = join('One two', 'three', 'four');
const joined = (parts: readonly Part[], split = SPLIT): string[] =>
  joinIn(parts, split).map(({ text }) => text);

describe('the way back from a split', () => {
  it('gives the text before it, also where it was numbered', () => {
    expect(joined([part('a', 'One two'), part('b', 'three'), part('c', 'four')])).toEqual([WHOLE]);
    const numbered = join('One two 1/3', 'three 2/3', 'four 3/3');
    const parts = numbered.pieces.map(({ id, text }) => part(id, text));
    expect(joined(parts, numbered)).toEqual([WHOLE]);
    const typed = parts.with(2, part('c', 'four! 3/3'));
    expect(joined(typed, numbered)).toEqual(['One two\n\nthree four!']);
  });

  it('keeps what was typed since, with what stood between the parts, and other parts', () => {
    const parts = [part('a', 'One two!'), part('x', 'Other'), part('b', 'three'), part('c', 'AFTER four')];
    expect(joined(parts)).toEqual(['One two!\n\nthree AFTER four', 'Other']);
  });

  it('keeps the files of all parts, and what is left where a part was removed', () => {
    const media = [{ id: 'm', alt: 'Soup' }];
    const parts = [part('a', 'One two'), { ...part('c', 'four'), media }];
    expect(joinIn(parts, SPLIT)).toEqual([{ ...part('a', 'One two\n\nfour'), media }]);
    expect(joined([part('x', 'Other')])).toEqual(['Other']);
  });
});
