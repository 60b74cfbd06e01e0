import { describe, expect, it } from '@jest/globals';
import { readSheet, readTable } from './read-lines.ts';
import { TableError } from './table-error.ts';

describe('a line of a table', () => {
  it.each([
    ['Unix', '\n'],
    ['Windows', '\r\n'],
    ['an old Mac', '\r'],
  ])(
    'is named by where it begins, also behind texts of several lines, with the line ends of %s',
    (_, end) => {
      const rows = [
        'date,content',
        '2031-05-04,"One',
        'text',
        'of three"',
        '',
        '2031-05-05,Short',
        '2031-05-06,"a',
        '',
        'b"',
      ];
      expect(
        readTable(Buffer.from(rows.join(end))).lines.map(({ line, values }) => [line, values.content]),
      ).toEqual([
        [2, 'One\ntext\nof three'],
        [6, 'Short'],
        [7, 'a\n\nb'],
      ]);
    },
  );

  it('is refused with more columns than a table of posts has', () => {
    const wide = (columns: number): Buffer =>
      Buffer.from(`date,${'a,'.repeat(columns - 2)}content\n2031-05-04,,x\n`);
    expect(readSheet(wide(200)).names).toHaveLength(200);
    expect(() => readSheet(wide(201))).toThrow('more than 200 columns');
    expect(() => readSheet(Buffer.from(`${'tag,'.repeat(500_000)}date\n`))).toThrow(TableError);
  });

  it.each([
    ['a text with a NUL', Buffer.from('date,text\n2031-05-04 09:00,O\0ne\n2031-05-05 09:00,Two\n')],
    ['a picture', Buffer.from('/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQo=', 'base64')],
    ['a picture of other bytes', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 1])],
  ])('is refused in a file that is no table: %s', (_, bytes) => {
    expect(() => readSheet(bytes)).toThrow('is not a table (CSV)');
  });

  it.each(['utf-16le', 'utf-16be'])('is read without a mark in %s, also in Chinese', (encoding) => {
    const bytes = Buffer.from('日期,正文\n2031-05-04 09:00,上一个节日快乐\n', 'utf16le');
    const sheet = readSheet(encoding === 'utf-16le' ? bytes : bytes.swap16());
    expect(sheet.rows[0]?.record).toEqual(['2031-05-04 09:00', '上一个节日快乐']);
  });
});
