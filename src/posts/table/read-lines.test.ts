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
});
