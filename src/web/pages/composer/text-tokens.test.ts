import { describe, expect, it } from '@jest/globals';
import { remaining } from './counting.ts';
import { aspectsFor } from './media/aspects.ts';
import { linksOf, tokensOf } from './text-tokens.ts';

const kinds = (text: string): string[] =>
  tokensOf(text).flatMap(({ kind, text: piece }) => (kind === 'text' ? [] : [`${kind} ${piece}`]));

describe('what a text holds', () => {
  it('are links without the full stop behind them, mentions and hashtags', () => {
    expect(
      kinds(
        'See https://example.org/menu?a=1, ask @ada@example.social or @ben.bsky.social. #Spring #2031 a#b',
      ),
    ).toEqual([
      'link https://example.org/menu?a=1',
      'mention @ada@example.social',
      'mention @ben.bsky.social',
      'tag #Spring',
    ]);
  });

  it('is the whole text again when its pieces are put together', () => {
    const text = 'Mail ada@example.org, then\nhttps://example.org (#menü).';
    expect(
      tokensOf(text)
        .map(({ text: piece }) => piece)
        .join(''),
    ).toBe(text);
    expect(kinds(text)).toEqual(['link https://example.org', 'tag #menü']);
  });

  it('has links, one of which becomes a card', () => {
    const text = 'https://one.example and https://two.example/x';
    expect(linksOf(text).map(({ hostname }) => hostname)).toEqual(['one.example', 'two.example']);
    expect(linksOf('no link')).toEqual([]);
  });
});

describe('the characters that are left', () => {
  it('are the network’s count, corrected by what was typed since', () => {
    const counted = { text: 'See https://example.org/a/very/long/path', length: 27, limit: 500 };
    expect(remaining(counted, counted.text)).toBe(473);
    expect(remaining(counted, `${counted.text} 👩‍👩‍👧!`)).toBe(470);
  });
});

describe('the shapes for cropping', () => {
  it('are those that every network takes', () => {
    const bounds = [
      { minAspect: 0.8, maxAspect: 1.91 },
      { minAspect: null, maxAspect: 1.5 },
    ];
    const names = (value: number) => aspectsFor(bounds, { name: 'own', value }).map(({ name }) => name);
    expect(names(1.6)).toEqual(['1:1', '4:5']);
    expect(names(1.4)).toEqual(['1:1', '4:5', 'own']);
    expect(aspectsFor([]).length).toBe(6);
  });
});
