import { describe, expect, it } from '@jest/globals';
import { weightedLength } from '../../../providers/x/rules.ts';
import { splitText, type Fits } from './split-text.ts';

const upTo =
  (most: number): Fits =>
  (text) =>
    [...text].length <= most;

describe('a text is split', () => {
  it('into no more parts than are wanted, and looks no further', () => {
    let asked = 0;
    const nothingFits: Fits = () => {
      asked++;
      return false;
    };
    expect(splitText('a '.repeat(25_000), nothingFits, { max: 100 })).toHaveLength(101);
    expect(asked).toBeLessThan(5000);
  });

  it('not at all where it fits', () => {
    expect(splitText('  Soup today \n', upTo(20), { numbered: true })).toEqual(['Soup today']);
  });

  it.each([
    ['between paragraphs', 'Soup today.\n\nCake. Rolls.', 16, ['Soup today.', 'Cake. Rolls.']],
    ['between sentences', 'Soup today. Cake tomorrow at nine', 23, ['Soup today.', 'Cake tomorrow at nine']],
    ['between words', 'Soup and cake and rolls', 13, ['Soup and cake', 'and rolls']],
    ['within a word that no part has room for', 'abcdefghij kl', 5, ['abcde', 'fghij', 'kl']],
    ['between characters as people see them', '👩‍👩‍👧👩‍👩‍👧', 7, ['👩‍👩‍👧', '👩‍👩‍👧']],
    [
      'in a script without spaces',
      '今日はスープです。明日はケーキ',
      9,
      ['今日はスープです。', '明日はケーキ'],
    ],
    [
      'not behind a heading that would stand alone',
      'Hi\n\nSoup and cake and rolls',
      18,
      ['Hi\n\nSoup and cake', 'and rolls'],
    ],
  ])('%s', (_, text, most, parts) => {
    expect(splitText(text, upTo(most))).toEqual(parts);
  });

  it.each([
    [
      'a link',
      'See https://a.example/very/long/path/indeed?with=query now',
      'https://a.example/very/long/path/indeed?with=query',
    ],
    ['a mention', 'Thanks @ada.lovelace@social.example for all', '@ada.lovelace@social.example'],
    [
      'a mention of LinkedIn',
      'Thanks @[Ada and Co](urn:li:organization:12) for all',
      '@[Ada and Co](urn:li:organization:12)',
    ],
    [
      'a link of Slack',
      'See <https://a.example|the menu of today> now',
      '<https://a.example|the menu of today>',
    ],
    ['a hashtag', 'So much #soupandcakeandrolls today', '#soupandcakeandrolls'],
  ])('never within %s, even where no part has room for it', (_, text, whole) => {
    for (const most of [10, 19, 25, 40]) {
      const parts = splitText(text, upTo(most));
      expect(parts.filter((part) => part.includes(whole))).toHaveLength(1);
      expect(parts.join(' ').split(/\s+/)).toEqual(text.split(/\s+/));
    }
  });

  it('with numbers that have room, also beyond nine parts', () => {
    const text = Array.from({ length: 60 }, (_, n) => `word${n}`).join(' ');
    const parts = splitText(text, upTo(36), { numbered: true });
    expect(parts[0]).toMatch(new RegExp(` 1/${parts.length}$`));
    expect(parts.length).toBeGreaterThan(9);
    expect(parts.filter((part) => part.length > 36)).toEqual([]);
    expect(parts.map((part) => part.replace(/ \d+\/\d+$/, '')).join(' ')).toBe(text);
  });

  it('by the count of its network: on X every link has 23 characters', () => {
    const long = `https://cafe.com/${'x'.repeat(300)}`;
    const parts = splitText(
      `${'a'.repeat(200)} ${long} ${'b'.repeat(100)}`,
      (text) => weightedLength(text) <= 280,
    );
    expect(parts).toEqual([`${'a'.repeat(200)} ${long}`, 'b'.repeat(100)]);
  });

  it('without loss, and in time, however long it is', () => {
    const text = 'Soup and cake. '.repeat(3_000).trim();
    expect(splitText(text, upTo(280)).join(' ')).toBe(text);
  });
});
