import { describe, expect, it } from '@jest/globals';
import { countLinks, toBlocks, type TextBlock } from './text.ts';

const text = (text: string, more: Partial<TextBlock> = {}): TextBlock => ({ type: 'text', text, ...more });
const link = (start: number, end: number, url: string) => ({ start, end, type: 'link', url }) as const;

describe('text without tags', () => {
  it('has a paragraph for what empty lines part, and keeps its other lines', () => {
    expect(toBlocks('One\r\ntwo\n\n \n\nthree &amp; four\n')).toEqual([
      text('One\ntwo'),
      text('three & four'),
    ]);
    expect(toBlocks(' \n ')).toEqual([]);
    expect(toBlocks('1 < 2 &lt;p&gt;')).toEqual([text('1 < 2 <p>')]);
  });

  it('has links where it has URLs, which Tumblr would not make itself', () => {
    expect(toBlocks('🌱 see https://a.example/x?y=1, or (http://b.example).')).toEqual([
      text('🌱 see https://a.example/x?y=1, or (http://b.example).', {
        formatting: [link(6, 29, 'https://a.example/x?y=1'), link(35, 51, 'http://b.example')],
      }),
    ]);
  });
});

describe('formatted text', () => {
  it('has headings, paragraphs and lists as blocks', () => {
    expect(
      toBlocks(
        '<h1>Menu</h1><h2>May</h2><p>Good<br>food</p><ul><li><p>Fish</p></li><li>Meat<ul><li>Beef</li></ul></li></ul><p></p><h3>June</h3>end',
      ),
    ).toEqual([
      text('Menu', { subtype: 'heading1' }),
      text('May', { subtype: 'heading2' }),
      text('Good\nfood'),
      text('Fish', { subtype: 'unordered-list-item' }),
      text('Meat', { subtype: 'unordered-list-item' }),
      text('Beef', { subtype: 'unordered-list-item', indent_level: 1 }),
      text('June', { subtype: 'heading2' }),
      text('end'),
    ]);
  });

  it('counts places in code points, after spaces that are not shown', () => {
    expect(
      toBlocks(
        '<p>  👨‍👩‍👧‍👦\n <strong>bold  words</strong> <u>and</u> <a href="https://a.example">a link</a> </p>',
      ),
    ).toEqual([
      text('👨‍👩‍👧‍👦 bold words and a link', {
        formatting: [{ start: 8, end: 18, type: 'bold' }, link(23, 29, 'https://a.example')],
      }),
    ]);
  });

  it('has no two ranges of one type in one place', () => {
    expect(toBlocks('<p><strong>a<strong>b</strong></strong><strong>c</strong></p>')).toEqual([
      text('abc', {
        formatting: [
          { start: 0, end: 2, type: 'bold' },
          { start: 2, end: 3, type: 'bold' },
        ],
      }),
    ]);
  });

  it('keeps the text of links that Tumblr does not take, and links no URL twice', () => {
    expect(
      toBlocks(
        '<p><a href="mailto:a@a.example">write</a> <a href="https://a.example">https://a.example</a></p>',
      ),
    ).toEqual([text('write https://a.example', { formatting: [link(6, 23, 'https://a.example')] })]);
  });
});

describe('a paragraph that is too long for a block', () => {
  it('is parted at a space, with what is formatted in each part', () => {
    const blocks = toBlocks(`<p>${'word '.repeat(800)}<strong>${'bold '.repeat(100)}</strong></p>`);
    expect(blocks.map((block) => Array.from(block.text).length)).toEqual([4095, 404]);
    expect(blocks.map(({ formatting }) => formatting)).toEqual([
      [{ start: 4000, end: 4095, type: 'bold' }],
      [{ start: 0, end: 404, type: 'bold' }],
    ]);
    expect(blocks.map((block) => block.text).join('')).toBe('word '.repeat(800) + 'bold '.repeat(100).trim());
  });

  it('is never parted inside an emoji', () => {
    const blocks = toBlocks('👨‍👩‍👧‍👦'.repeat(1200));
    expect(blocks.map((block) => Array.from(block.text).length)).toEqual([4095, 4095, 210]);
  });
});

it('more URLs than Tumblr allows links stay text, and links that a person made come first', () => {
  const many = Array.from({ length: 120 }, (_, n) => `https://a.example/${n}`).join(' ');
  expect(countLinks(toBlocks(many))).toBe(100);
  const blocks = toBlocks(`<p>${many}</p><p><a href="https://b.example">b</a></p>`);
  expect(countLinks(blocks)).toBe(100);
  expect(blocks.at(-1)?.formatting).toEqual([link(0, 1, 'https://b.example')]);
});
