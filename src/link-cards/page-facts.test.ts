import { describe, expect, it } from '@jest/globals';
import { factsOf, type PageFacts } from './page-facts.ts';

const PAGE = new URL('https://shop.example/menu/spring');
const read = (html: string | Uint8Array, contentType = 'text/html; charset=utf-8'): PageFacts =>
  factsOf(typeof html === 'string' ? Buffer.from(html) : html, contentType, PAGE);
const meta = (property: string, content: string): string =>
  `<meta property="${property}" content="${content}">`;

describe('what a page says of itself', () => {
  it('is its Open Graph, before its Twitter card, before its own title and description', () => {
    const own = '<title>Own</title><meta name="description" content="own words">';
    const card =
      '<meta name="twitter:title" content="Card"><meta name="twitter:description" content="card words">';
    const graph = meta('og:title', 'Graph') + meta('og:description', 'graph words');
    expect([own, own + card, own + card + graph].map((html) => read(html))).toMatchObject([
      { title: 'Own', description: 'own words' },
      { title: 'Card', description: 'card words' },
      { title: 'Graph', description: 'graph words' },
    ]);
    expect(read('<p>No title</p>')).toEqual({ title: '', description: '', picture: null, oembed: null });
  });

  it('passes over what is empty, and the title of a drawing', () => {
    const html = `<svg><title>Logo</title></svg>${meta('og:title', ' ')}<title>
      Spring &amp; summer </title>`;
    expect(read(html).title).toBe('Spring & summer');
  });

  it('has its picture and its oEmbed document by their whole URLs, where those are of the web', () => {
    expect(read(meta('og:image', '/tea.jpg')).picture).toBe('https://shop.example/tea.jpg');
    expect(read('<link rel="image_src" href="//cdn.example/a.png">').picture).toBe(
      'https://cdn.example/a.png',
    );
    expect(read(meta('og:image', 'data:image/png;base64,AAAA')).picture).toBeNull();
    expect(read(meta('og:image', 'file:///etc/passwd')).picture).toBeNull();
    const link = '<link rel="alternate" type="application/json+oembed" href="/oembed?url=1">';
    expect(read(link).oembed).toBe('https://shop.example/oembed?url=1');
  });

  it.each([
    ['its header', Buffer.from([0x83, 0x81, 0x83, 0x6a, 0x83, 0x85, 0x81, 0x5b]), 'Shift_JIS', ''],
    ['itself', Buffer.from([0x83, 0x81, 0x83, 0x6a, 0x83, 0x85, 0x81, 0x5b]), '', '<meta charset=shift_jis>'],
    ['nothing: UTF-8', Buffer.from('メニュー'), '', ''],
    ['an encoding that does not exist', Buffer.from('メニュー'), 'utf-nonsense', ''],
  ])('is read in the encoding named by %s', (_, title, charset, head) => {
    const bytes = Buffer.concat([Buffer.from(`${head}<title>`), title, Buffer.from('</title>')]);
    expect(read(bytes, charset ? `text/html; charset=${charset}` : 'text/html').title).toBe('メニュー');
  });

  it('is cut to what a card shows, between two characters', () => {
    const { title } = read(`<title>${'a'.repeat(298)}😀😀</title>`);
    expect([title.length, title.isWellFormed(), title.endsWith('…')]).toEqual([299, true, true]);
  });

  it('stands in its first 10,000 tags and attributes, below at most 256 that are open', () => {
    const behind = (before: string): string => read(before + meta('og:title', 'Late')).title;
    expect([behind('<br>'.repeat(3000)), behind('<br>'.repeat(12_000))]).toEqual(['Late', '']);
    expect([behind('<b>'.repeat(200)), behind('<b>'.repeat(4000))]).toEqual(['Late', '']);
    const attributes = Array.from({ length: 12_000 }, (_, n) => `a${n}`).join(' ');
    expect(behind(`<p ${attributes}>`)).toBe('');
  });

  it('is well-formed, also where a value is cut', () => {
    const { title } = read(`<title>${' '.repeat(4999)}😀</title>`);
    expect(title.isWellFormed()).toBe(true);
  });
});
