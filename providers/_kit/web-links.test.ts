import { describe, expect, it } from '@jest/globals';
import twitterText from 'twitter-text';
import { findWebLinks, replaceWebLinks } from './web-links.ts';

const TEXTS = [
  'no URL, e.g. this one. Nor 1.50 a.m. or file.xyzzy',
  'http://example.com',
  'See https://example.com/menu?day=1#top, or example.org/x.',
  'example.com...and example.org.Next sentence',
  'EXAMPLE.COM and HTTPS://Example.De/A',
  '(https://example.com/a_(b)_c) and (example.com)',
  'https://example.com/a(b)c(d(e)f)g',
  'https://example.com/(unclosed and example.org/)',
  'user@example.com and @example.com and #example.com and $example.com',
  'a/example.com -example.com _example.com .example.com',
  'foo_bar.example.com and foo.bar_example.com and foo_.com',
  'https://foo_bar.example.com/ and https://-a.example.com',
  'https://例え.jp/パス and 日本語example.com です',
  'https://münchen.de/straße und grüße.de/ß',
  'http://xn--e1afmkfd.xn--p1ai/a and xn--fsqu00a.xn--0zwm56d',
  'example.com:8080/a and https://example.com:99?x=1',
  'https://example.com/?q=a.b, https://example.com/?q=, https://example.com/?',
  'https://example.com/a!? https://example.com/a. https://example.com/a…',
  'https://example.com https://example.com\nhttps://example.com\thttps://example.com',
  'https://a.b.c.d.example.co.uk/x/@user/status/1',
  'https://example.com/@user/post',
  'https://http://example.com',
  'xhttps://example.com',
  'https://example.com+plus example.com-dash example.com@at',
  'https://example.com/' + 'a'.repeat(3000),
  'https://example.com/' + 'a'.repeat(5000),
  'https://example.com/' + 'a:example.org/b:'.repeat(500) + ' example.net',
  'example.com?' + 'example.org?'.repeat(500) + ' example.net',
  'https://example.com/path_with-all+of~these&signs=1;2,3:4*5$6%20[7]|8',
  'https://exämple.com/ÀÖØöøɏ/Привет',
  '👍example.com👍https://example.com/👍',
  'www.example.com/a www.example',
  'ftp://example.com mailto:example.com',
  'example.com/a/b/c. example.net, example.org; example.info!',
];

describe('URLs in a text', () => {
  it.each(TEXTS)('of %j are those that twitter-text finds', (text) => {
    const theirs = twitterText.extractUrlsWithIndices(text);
    expect(findWebLinks(text).map(({ start, end, url }) => ({ url, indices: [start, end] }))).toEqual(theirs);
  });

  it('show whether they have a protocol, and can be replaced', () => {
    const text = 'See https://example.com/a, or example.org.';
    const links = findWebLinks(text);
    expect(links.map(({ hasProtocol }) => hasProtocol)).toEqual([true, false]);
    expect(replaceWebLinks(text, links, '-')).toBe('See -, or -.');
  });

  it('are no hosts that the DNS cannot have', () => {
    expect(findWebLinks(`${'a.'.repeat(30)}com`)).toEqual([]);
    expect(findWebLinks(`https://${'a'.repeat(300)}.com`)).toEqual([]);
  });
});
