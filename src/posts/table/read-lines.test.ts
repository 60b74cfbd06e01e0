import { describe, expect, it } from '@jest/globals';
import { readTable } from './read-lines.ts';

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
});
