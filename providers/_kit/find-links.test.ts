import { describe, expect, it } from '@jest/globals';
import { linksOf, replaceLinks } from './find-links.ts';

const S = 'https://s.example/s/bcdfghjk';

describe('the links of a text that can be made short', () => {
  it.each([
    ['See https://a.example.org/menu.', `See ${S}.`],
    ['(http://a.org), https://b.org/x?y=1&z=2#w!', `(${S}), ${S}!`],
    ['Have you seen https://a.org/x?', `Have you seen ${S}?`],
    ['Line\nhttps://a.org/~ada/%C3%A9(1)\nend', `Line\n${S}\nend`],
    ['https://a.org🎉', `${S}🎉`],
    ['a.org, ftp://a.org, mailto:ada@a.org, https://localhost/x, https:// a.org', null],
    // Where these end is not certain; a link that is cut in the wrong place would lead elsewhere.
    ['https://ja.wikipedia.org/wiki/日本', null],
    ['https://a.org/{id}', null],
    ['https://a.org/?q=ü', null],
    [
      '<p>See <a href="https://a.org/?a=1&amp;b=2">the menu</a></p>',
      `<p>See <a href="${S}">the menu</a></p>`,
    ],
    [
      '<p><a target="_blank" href="https://a.org">https://a.org</a> &lt;3</p>',
      `<p><a target="_blank" href="${S}">${S}</a> &lt;3</p>`,
    ],
    ['<p>https://a.org/?a=1&amp;copy=2 &amp; more</p>', `<p>${S} &amp; more</p>`],
    ['<p><a href="mailto:ada@a.org">Ada</a> <span data-mention-id="https://a.org">@ada</span></p>', null],
    [
      '<span class="plain-text">List&lt;string&gt; at https://a.org</span>',
      `<span class="plain-text">List&lt;string&gt; at ${S}</span>`,
    ],
  ])('%j become %j', (content, short) => {
    expect(replaceLinks(content, () => S)).toBe(short ?? content);
    // What is not replaced stays as it is, to the letter.
    expect(replaceLinks(content, (url) => url)).toBe(content);
  });

  it('are listed by their targets, each once', () => {
    const html = '<p><a href="https://a.org/?a=1&amp;b=2">https://a.org/?a=1&amp;b=2</a> https://b.org</p>';
    expect(linksOf(html)).toEqual(['https://a.org/?a=1&b=2', 'https://b.org']);
  });

  it('come back into an attribute as nothing but a URL', () => {
    expect(replaceLinks('<a href="https://a.org">x</a>', () => 'https://b.org/"onclick="<x>&')).toBe(
      '<a href="https://b.org/&quot;onclick=&quot;&lt;x&gt;&amp;">x</a>',
    );
  });
});
