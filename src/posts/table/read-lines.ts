/** Reads a table of posts as office programs and other tools write it. */
import { createHash } from 'node:crypto';
import { CsvError, parse, type Options } from 'csv-parse/sync';
import { sentence } from '../../platform/sentences.ts';
import type { Sentence } from '../../../providers/_kit/sentences/fill.ts';
import { earlierWords, placesOf, type Column } from './columns.ts';
import { decodeTable } from './decode-table.ts';
import { looksLikeDate } from './read-date.ts';
import { TableError } from './table-error.ts';

/** A line of the file, as it was written; empty where its column is missing or empty. `line`: in the file. */
export interface Line {
  readonly line: number;
  /** The group that releases up to 2.12 gave to the posts of this line. */
  readonly earlierGroup: string;
  readonly values: Readonly<Record<Column, string>>;
  /** What stands in columns that no post has, by their names as they are written. */
  readonly others: readonly (readonly [name: string, value: string])[];
  /** Values behind the last column. */
  readonly surplus: readonly string[];
}

/** `encoding`: where it was guessed. */
export interface Table {
  readonly lines: readonly Line[];
  readonly encoding: string | undefined;
}

const MAX_LINES = 10_000;
/** Other programs write some forty. A table of many more is no table of posts. */
const MAX_COLUMNS = 200;
/** The order of a table without names: Hootsuite's. */
const UNNAMED = ['date', 'content', 'link'];

/** A row with the line on which it begins. */
export interface Row {
  readonly record: readonly string[];
  readonly line: number;
}

/** The rows of a table as they are written. `encoding`: where it was guessed. */
export interface Sheet {
  readonly names: readonly string[];
  readonly rows: readonly Row[];
  readonly encoding: string | undefined;
}

/**
 * The rows of a file, separated by commas, semicolons, tabs or bars. Rows without a value are passed over.
 *
 * @throws TableError
 */
export function readSheet(bytes: Buffer, encoding?: string): Sheet {
  const decoded = decodeTable(bytes, encoding);
  const rows = parseRows(decoded.text);
  const first = rows[0]?.record ?? [];
  if (first.length > MAX_COLUMNS) throw new TableError(sentence('table_too_wide', { max: MAX_COLUMNS }));
  const isUnnamed = looksLikeDate(first[0]?.trim() ?? '');
  const lines = isUnnamed ? rows : rows.slice(1);
  if (lines.length > MAX_LINES) throw new TableError(sentence('table_too_long', { max: MAX_LINES }));
  return {
    names: isUnnamed ? UNNAMED : first,
    rows: lines,
    encoding: decoded.guessed ? decoded.encoding : undefined,
  };
}

/** The posts of a table whose first line names date and content. @throws TableError */
export function readTable(bytes: Buffer, encoding?: string): Table {
  const { names, rows, encoding: guessed } = readSheet(bytes, encoding);
  const { known } = placesOf(names);
  const missing = [
    ...(known.has('date') || known.has('time') ? [] : ['date']),
    ...(known.has('content') ? [] : ['content']),
  ];
  if (missing.length) {
    const columns = missing.map((column) => `"${column}"`).join(' and ');
    const firstLine = names.map((name) => name.trim()).join(', ');
    throw new TableError(sentence('table_columns_missing', { columns, given: firstLine }));
  }
  return { lines: readLines(names, rows), encoding: guessed };
}

/** Rows as lines of posts. `columns`: as a person chose them. */
export function readLines(
  names: readonly string[],
  rows: readonly Row[],
  columns?: readonly (Column | null)[],
): Line[] {
  const { known, others } = placesOf(names, columns && [...columns]);
  const text = earlierWords(names);
  const seen = new Map<string, number>();
  return rows.map(({ record, line }) => {
    const cell = (place: number): string => (record[place] ?? '').replaceAll(/\r\n?/g, '\n');
    const at = (place: number): string => cell(place).trim();
    // A text keeps its indentation, as it would where it is typed.
    const valueOf = (column: Column): string =>
      (known.get(column) ?? [])
        .filter((place) => at(place))
        .map(TEXTS.has(column) ? cell : at)
        .join(JOINED[column] ?? '');
    return {
      line,
      earlierGroup: earlierGroup(text(record), seen),
      values: Object.fromEntries(
        (Object.keys(NONE) as Column[]).map((column) => [column, valueOf(column)]),
      ) as Line['values'],
      others: others.map(([name, place]) => [name, at(place)] as const),
      surplus: record
        .slice(names.length)
        .map((value) => value.trim())
        .filter(Boolean),
    };
  });
}

/** Columns whose white space is part of what is published. */
const TEXTS: ReadonlySet<Column> = new Set(['content', 'thread']);
/** What stands between the values of several columns of a kind. */
const JOINED: Partial<Record<Column, string>> = { media: '\n', alt: '||', tags: ',', thread: '\n---\n' };
const NONE: Readonly<Record<Column, ''>> = {
  channel: '',
  date: '',
  time: '',
  timeZone: '',
  content: '',
  thread: '',
  media: '',
  tags: '',
  settings: '',
  type: '',
  link: '',
  alt: '',
  draft: '',
};

/** The same for the same words at the same position among equal ones. */
function earlierGroup(text: string, seen: Map<string, number>): string {
  const times = (seen.get(text) ?? 0) + 1;
  seen.set(text, times);
  return groupOf(`${text}\n${times}`);
}

/** The group of the posts that a line becomes, made of what they are. */
export const groupOf = (text: string): string =>
  `import-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;

/** Excel's first line for itself, which names the separator of the values. */
const SEPARATOR_LINE = /^("?)sep=(.)\1[,;\t]*(?:\r\n?|\n)/i;

function parseRows(text: string): Row[] {
  const named = SEPARATOR_LINE.exec(text);
  const options = { from_line: named ? 2 : 1, delimiter: named?.[2] ?? delimiterOf(text) };
  try {
    return parseWith(text, options);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new TableError(whyNot(error), { cause: error });
  }
}

/** A quotation mark that nobody closed is noticed at the next one, however far behind it that is. */
const whyNot = (error: CsvError): Sentence =>
  /QUOTE/.test(error.code)
    ? sentence('table_quotes', { line: String(error.lines) })
    : sentence('table_not_csv', { why: error.message });

function parseWith(text: string, options: Options): Row[] {
  const rows = parseCsv(text, options);
  // The parser counts a break of two signs inside of a value twice.
  const counted = text.includes('\r\n') ? parseCsv(text.replaceAll('\r\n', '\n'), options) : rows;
  return rows.map(({ record }, i) => ({ record, line: beginningOf(counted[i]) }));
}

interface ParsedRow {
  readonly record: string[];
  /** `lines`: up to its end. */
  readonly info: { readonly lines: number };
}

const parseCsv = (text: string, options: Options): ParsedRow[] =>
  parse(text, {
    ...options,
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    relax_column_count: true,
    info: true,
  }) as unknown as ParsedRow[];

const beginningOf = (row: ParsedRow | undefined): number =>
  row
    ? row.info.lines - row.record.reduce((all, value) => all + (value.match(/[\r\n]/g)?.length ?? 0), 0)
    : 0;

/** The separator with which the first line names most columns, or else has most. */
function delimiterOf(text: string): string {
  const weigh = (delimiter: string): number => {
    try {
      const first = parseCsv(text, { delimiter, to: 1 })[0]?.record ?? [];
      return placesOf(first.slice(0, MAX_COLUMNS)).known.size * 1000 + Math.min(first.length, 999);
    } catch (error) {
      if (error instanceof CsvError) return 0;
      throw error;
    }
  };
  const weighed = [',', ';', '\t', '|'].map((delimiter) => ({ delimiter, weight: weigh(delimiter) }));
  return weighed.toSorted((a, b) => b.weight - a.weight)[0]?.delimiter ?? ',';
}
