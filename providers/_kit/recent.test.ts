/** How the text that a network shows relates to the text that was sent. */
import { describe, expect, it } from '@jest/globals';
import { compareWords } from './recent.ts';

const SENT =
  'The office opens & serves “tea” at 9: https://example.org/menu?utm_source=crier Come all of you';

describe('the text of a post', () => {
  it.each([
    ['the same', SENT, SENT],
    ['with entities', SENT, SENT.replace('&', '&amp;').replaceAll('“', '&#8220;')],
    ['without entities', 'Tea &amp; cake', 'Tea & cake'],
    ['with other white space', SENT, ` ${SENT.replaceAll(' ', '\u00A0\n')}\u200B`],
    ['with ligatures', SENT, SENT.replace('ffi', '\uFB03')],
    ['in another Unicode form', 'Caf\u00E9', 'Cafe\u0301'],
    ['with another form of an emoji', 'Go \u2764', 'Go \u2764\uFE0F'],
    ['with what looks like a tag', 'a <b and c> d', 'a &lt;b and c&gt; d'],
  ])('are those that were sent, %s', (_, sent, shown) => {
    expect(compareWords(sent, shown)).toBe('same words');
  });

  it.each([
    ['a link is shortened', SENT, SENT.replace(/https\S+/, 'https://t.example/3xY')],
    ['a parameter is cut', SENT, SENT.replace(/\?\S+/, '')],
    ['a URL follows', SENT, `${SENT} https://example.org/more`],
    ['hashtags follow', SENT, `${SENT} #tea #cake`],
    ['a title stands before', SENT, `Our menu\n${SENT}`],
    ['the end is cut', SENT, `${SENT.slice(0, 30)}…`],
    ['a link is shortened and the end is cut', SENT, 'The office opens & serves “tea” at 9: t.example/3xY…'],
    ['a word is hidden', SENT, SENT.replace('serves', '******')],
    ['only a link is left', SENT, 'https://t.example/3xY'],
    ['nothing is left', SENT, ''],
    ['there was but a link', 'https://example.org/menu', 'https://t.example/3xY'],
    ['there were none', '', ''],
    [
      'a link without its protocol is shortened',
      'shop.example.com/spring/menu/for-four New',
      'https://t.example/3x New',
    ],
    ['there was but a link without its protocol', 'example.com/x', 'Our spring menu'],
    ['mentions at the beginning are left out', '@anna @bob @carl @dora Tea', 'Tea'],
    ['mentions are shown as names', '@anna_maria <@U456> thanks', 'Anna Maria Bo thanks'],
    ['an address of mail is hidden', 'Write to info@example.com', 'Write to [email protected]'],
    ['the beginning is cut', SENT, '… at 9: t.example/3xY Come all of you'],
    ['most is cut, at both ends', SENT, '… opens & serves “tea” …'],
    ['spaces are missing', 'Good morning', 'Goodmorning today'],
    ['a word of a language without spaces is other', '今日は良い天気ですね', '今日は悪い天気ですね'],
  ])('may be those that were sent when %s', (_, sent, shown) => {
    expect(compareWords(sent, shown)).toBe('like it');
  });

  it.each([
    ['other words', SENT, 'We are closed tomorrow, and so is the garden'],
    ['another number', 'Issue 41', 'Issue 42'],
    ['fewer words, from the middle', 'And more', 'More'],
    ['other words of a language without spaces', '今日は良い天気ですね', '明日の朝ごはんは何を食べよう'],
  ])('are clearly another post: %s', (_, sent, shown) => {
    expect(compareWords(sent, shown)).toBe('other');
  });
});
