import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTable } from './read-lines.ts';

describe('a line of a table', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'crier-table-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['Unix', '\n'],
    ['Windows', '\r\n'],
    ['an old Mac', '\r'],
  ])(
    'is named by where it begins, also behind texts of several lines, with the line ends of %s',
    (_, end) => {
      const file = join(folder, 'posts.csv');
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
      writeFileSync(file, rows.join(end));
      expect(readTable(file).lines.map(({ line, values }) => [line, values.content])).toEqual([
        [2, 'One\ntext\nof three'],
        [6, 'Short'],
        [7, 'a\n\nb'],
      ]);
    },
  );
});
