import { describe, expect, it } from '@jest/globals';
import { toContentState } from './article.ts';

const blocksOf = (html: string): [type: string, text: string][] =>
  toContentState(html, []).blocks.map(({ type, text }) => [type, text]);

describe('the text of an article on X', () => {
  it('keeps headings, paragraphs, lists and line breaks', () => {
    const html =
      '<h1>One</h1><h2>Two</h2><h3>Three</h3><p>A<br>b</p><ul><li><p>first</p></li><li>second</li></ul>' +
      '<ol><li>third</li></ol><p>  </p><p>End</p>';
    expect(blocksOf(html)).toEqual([
      ['header-one', 'One'],
      ['header-two', 'Two'],
      ['header-three', 'Three'],
      ['unstyled', 'A\nb'],
      ['unordered-list-item', 'first'],
      ['unordered-list-item', 'second'],
      ['ordered-list-item', 'third'],
      ['unstyled', 'End'],
    ]);
  });

  it('keeps bold text and links where they stand, and drops what X does not have', () => {
    const html =
      '<p>Fish &amp; <strong>chi<u>ps</u></strong> at <a href="https://a.example/?b=1&amp;c=2">Ada</a></p>';
    expect(toContentState(html, [])).toEqual({
      blocks: [
        {
          type: 'unstyled',
          text: 'Fish & chips at Ada',
          inline_style_ranges: [{ offset: 7, length: 5, style: 'bold' }],
          entity_ranges: [{ key: 0, offset: 16, length: 3 }],
        },
      ],
      entities: [
        {
          key: '0',
          value: { type: 'link', mutability: 'mutable', data: { url: 'https://a.example/?b=1&c=2' } },
        },
      ],
    });
  });

  it('is a paragraph without tags, and ends with its pictures', () => {
    expect(toContentState('Only words', ['7']).blocks.map(({ type, text }) => [type, text])).toEqual([
      ['unstyled', 'Only words'],
      ['atomic', ' '],
    ]);
    expect(toContentState('', ['7']).entities).toEqual([
      {
        key: '0',
        value: {
          type: 'image',
          mutability: 'immutable',
          data: { media_items: [{ media_id: '7', media_category: 'tweet_image' }] },
        },
      },
    ]);
  });
});
