/** Reads a CSV file of posts; its columns are found by their names. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CsvError, parse } from 'csv-parse/sync';
import { CliError } from '../errors.ts';

/** What a line says, as it was written; empty where its column is missing or empty. `line`: in the file. */
export interface Line {
  readonly line: number;
  /** The same for the same words at the same place among equal ones, so that a line is imported once. */
  readonly key: string;
  readonly values: Readonly<Record<Column, string>>;
  /** What stands in columns that no post has, by their names as they are written. */
  readonly others: readonly (readonly [name: string, value: string])[];
}

/** Names of each column, in lower case; other tools call them otherwise. */
const COLUMNS = {
  channel: ['channel', 'channels', 'account', 'accounts', 'profile', 'social profile'],
  date: ['date', 'datetime', 'date and time', 'scheduled at', 'publish date', 'post date', 'schedule date'],
  time: ['time', 'scheduled time', 'post time'],
  timeZone: ['time zone', 'timezone', 'tz'],
  content: ['content', 'text', 'message', 'caption', 'post', 'description'],
  thread: ['thread', 'comments', 'first comment', 'comment'],
  media: ['media', 'image', 'images', 'picture', 'video', 'media files', 'attachments'],
  tags: ['tags', 'labels', 'campaign'],
  settings: ['settings'],
  type: ['type', 'status'],
} as const satisfies Record<string, readonly string[]>;
export type Column = keyof typeof COLUMNS;

const MOST_LINES = 10_000;

/**
 * The lines of a file, UTF-8, separated by commas, semicolons or tabs.
 *
 * @throws CliError `file_not_readable`; `usage` naming the line or the column that is wrong
 */
export function readLines(file: string): Line[] {
  const rows = parseFile(file);
  const [head, ...lines] = rows;
  const names = (head?.record ?? []).map((name) => name.trim().toLowerCase().replaceAll('_', ' '));
  const places = Object.entries(COLUMNS).map(([column, known]): [string, number] => [
    column,
    names.findIndex((name) => (known as readonly string[]).includes(name)),
  ]);
  const known: readonly string[] = Object.values(COLUMNS).flat();
  const missing = ['date', 'content'].filter((column) => places.some(([c, at]) => c === column && at < 0));
  if (missing.length) {
    throw new CliError(
      'usage',
      `${file} has no column ${missing.map((column) => `"${column}"`).join(' and ')}. Its first line names them: ${names.join(', ')}`,
    );
  }
  if (lines.length > MOST_LINES) {
    throw new CliError('usage', `${file} has more than ${MOST_LINES} posts: split it`);
  }
  const seen = new Map<string, number>();
  return lines.map(({ record, line }) => {
    const values = Object.fromEntries(
      places.map(([column, at]) => [column, (record[at] ?? '').trim()]),
    ) as Record<Column, string>;
    const words = JSON.stringify(values);
    const times = (seen.get(words) ?? 0) + 1;
    seen.set(words, times);
    const key = createHash('sha256').update(`${words}\n${times}`).digest('hex').slice(0, 32);
    const others = names.flatMap((name, at): Line['others'] =>
      known.includes(name) ? [] : [[name, (record[at] ?? '').trim()]],
    );
    return { line, key, values, others };
  });
}

function parseFile(file: string): { record: string[]; line: number }[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new CliError('file_not_readable', `"${file}" cannot be read: ${(cause as Error).message}`, {
      cause,
    });
  }
  const [first = ''] = text.split('\n', 1);
  const delimiter = [',', ';', '\t'].toSorted((a, b) => first.split(b).length - first.split(a).length)[0];
  try {
    const rows = parse(text, { bom: true, delimiter, skip_empty_lines: true, info: true }) as unknown as {
      record: string[];
      info: { lines: number };
    }[];
    return rows.map(({ record, info }) => ({ record, line: info.lines }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new CliError('usage', `${file} is no CSV file that can be read: ${error.message}`, {
      cause: error,
    });
  }
}
