import { describe, expect, it } from '@jest/globals';
import type { ProviderContext } from '../_kit/contract.ts';
import { detectFacets } from './text.ts';

/** Nothing is looked up for a link. */
const nowhere = {} as ProviderContext;

/** The links of a text, each as its URL and its link text. */
async function linksIn(text: string): Promise<[uri: string, words: string][]> {
  const bytes = Buffer.from(text);
  const facets = (await detectFacets(text, 'https://pds.example', nowhere)) as unknown as {
    index: { byteStart: number; byteEnd: number };
    features: { uri?: string }[];
  }[];
  return facets.map(({ index, features: [first] }) => [
    first?.uri ?? '',
    bytes.subarray(index.byteStart, index.byteEnd).toString(),
  ]);
}

describe('A link in a post on Bluesky', () => {
  it.each([
    ['(https://cafe.example/menu)', 'https://cafe.example/menu'],
    ['(see https://cafe.example/menu).', 'https://cafe.example/menu'],
    ['[menu: https://cafe.example/menu]', 'https://cafe.example/menu'],
    ['Grüße {aus https://cafe.example/menu}!', 'https://cafe.example/menu'],
    ['<a https://cafe.example/menu>', 'https://cafe.example/menu'],
    ['[menu](https://cafe.example/menu)', 'https://cafe.example/menu'],
    ['“menu: https://cafe.example/menu”', 'https://cafe.example/menu'],
    ['»menu: https://cafe.example/menu«, or not!?', 'https://cafe.example/menu'],
    ['(https://cafe.example/menu))', 'https://cafe.example/menu'],
    ['(https://cafe.example/menu).)', 'https://cafe.example/menu'],
    ['(https://en.wikipedia.org/wiki/Crier_(horse))', 'https://en.wikipedia.org/wiki/Crier_(horse)'],
    ['see https://en.wikipedia.org/wiki/Crier_(horse).', 'https://en.wikipedia.org/wiki/Crier_(horse)'],
    ['https://en.wikipedia.org/wiki/Crier_(horse)', 'https://en.wikipedia.org/wiki/Crier_(horse)'],
    ['(https://cafe.example/?a[]=1&b[]=(2))', 'https://cafe.example/?a[]=1&b[]=(2)'],
    ['☕ (https://cafe.example/größe)', 'https://cafe.example/größe'],
  ])('in %s has the URL %s, and no bracket or mark of the text around it', async (text, url) => {
    expect(await linksIn(text)).toEqual([[url, url]]);
  });

  it('that names only a host loses the bracket too', async () => {
    expect(await linksIn('(the cafe.com/menu)')).toEqual([['https://cafe.com/menu', 'cafe.com/menu']]);
  });
});
