/** Documents that name a test on each of their lines: tables whose last column is "Test". */
import { existsSync, readFileSync } from 'node:fs';

/** A line of such a table. `tests` = file and title, where both are given. */
export interface ChecklistLine {
  /** The text before the last column. */
  readonly words: string;
  readonly tests: readonly { readonly file: string; readonly title: string }[];
}

/** The lines of all such tables of a document. */
export function checklistOf(text: string): ChecklistLine[] {
  const tables = text.split('\n\n').filter((block) => /^\|.*\| Test \|$/m.test(block.split('\n')[0] ?? ''));
  return tables.flatMap((table) =>
    table
      .split('\n')
      .slice(2)
      .filter((row) => row.startsWith('|'))
      .map(readLine),
  );
}

/** One row: in its last column a file is followed by titles from that file. */
export function readLine(row: string): ChecklistLine {
  const [, text = '', cell = ''] = /^\| (.*) \| (.*) \|$/.exec(row) ?? [];
  let file = '';
  const tests: { file: string; title: string }[] = [];
  for (const [, named = ''] of cell.matchAll(/`([^`]+)`/g)) {
    if (/^(src|activities|providers|workflows)\/[\w./-]+\.ts$/.test(named)) file = named;
    else tests.push({ file, title: named });
  }
  return { words: text.slice(0, 80), tests };
}

/** Whether a file has a test with this title. In the source, quotes within titles are escaped. */
export const holds = (file: string, title: string): boolean =>
  existsSync(file) && readFileSync(file, 'utf8').replaceAll("\\'", "'").includes(title);
