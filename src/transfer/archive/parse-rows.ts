/** The rows of an archive, checked without a database. */
import { isStoredPath } from '../../platform/media/storage.ts';
import { ArchiveError } from './archive-error.ts';
import { rowsEntry, type Kind } from './kind.ts';
import { newer } from './manifest.ts';
import type { OpenArchive } from './open-archive.ts';
import { readLines } from './read-lines.ts';
import { RULES } from './rules.ts';

/** A row as it is parsed, and its text, which keeps every digit. */
export interface ArchivedRow {
  readonly values: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly number: number;
  /** What was changed in it, with its place. */
  readonly changes: readonly string[];
}

export interface RowBatch {
  /** The columns that every row of the entry has. An archive of an older version may lack some. */
  readonly columns: readonly string[];
  readonly rows: readonly ArchivedRow[];
}

/** What is wrong with a row, with its place. */
export const invalidRow = ({ table }: Kind, { number }: { number: number }, what: string): ArchiveError =>
  new ArchiveError('archive_invalid', `${rowsEntry(table)}, line ${number}: ${what}. Nothing was imported`);

/** @throws ArchiveError `archive_invalid`, `archive_newer`, `archive_damaged` */
export async function* parseRows(archive: OpenArchive, kind: Kind): AsyncGenerator<RowBatch> {
  const name = rowsEntry(kind.table);
  const expected = archive.manifest.rows[kind.table];
  // An older version had no such rows.
  if (expected === undefined) return;
  let columns: readonly string[] | undefined;
  let count = 0;
  for await (const lines of readLines(await archive.read(name), name)) {
    const parsed = lines.map((line) => ({ ...line, values: parse(kind, line), changes: [] }));
    columns ??= columnsOf(archive, kind, parsed[0]?.values ?? {});
    const rows: ArchivedRow[] = [];
    for (const row of parsed) {
      checkRow(archive, { kind, columns }, row);
      rows.push(await ruled(archive, kind, row));
    }
    count += rows.length;
    yield { columns, rows };
  }
  if (count !== expected) {
    throw new ArchiveError(
      'archive_invalid',
      `${name} has ${count} lines, and manifest.json says ${expected}`,
    );
  }
}

/** The row as it may be stored. @throws ArchiveError `archive_invalid` */
async function ruled({ manifest }: OpenArchive, kind: Kind, row: ArchivedRow): Promise<ArchivedRow> {
  const instead: Record<string, unknown> = {};
  const changes: string[] = [];
  for (const [column, rule] of Object.entries(RULES[kind.table] ?? {})) {
    const verdict =
      (row.values[column] ?? null) === null ? undefined : await rule(row.values[column], manifest.format);
    if (!verdict) continue;
    if ('refused' in verdict) throw invalidRow(kind, row, `${column} ${verdict.refused}`);
    instead[column] = verdict.instead;
    if (!verdict.words) continue;
    changes.push(`${rowsEntry(kind.table)}, line ${row.number}: ${column} ${verdict.words}`);
  }
  return Object.keys(instead).length ? { ...withValues(row, instead), changes } : row;
}

/** The row with other or more values. Of a name that is there twice, PostgreSQL takes the last value. */
export function withValues(row: ArchivedRow, more: Readonly<Record<string, unknown>>): ArchivedRow {
  return {
    ...row,
    values: { ...row.values, ...more },
    text: `${row.text.trimEnd().slice(0, -1)},${JSON.stringify(more).slice(1)}`,
  };
}

function parse(kind: Kind, line: { text: string; number: number }): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(line.text) as unknown;
  } catch {
    throw invalidRow(kind, line, 'is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidRow(kind, line, 'is not an object');
  }
  return value as Readonly<Record<string, unknown>>;
}

function columnsOf({ manifest }: OpenArchive, kind: Kind, row: Readonly<Record<string, unknown>>): string[] {
  const columns = Object.keys(row);
  const unknown = columns.find((column) => !kind.columns.includes(column));
  if (unknown) throw newer(manifest, `"${unknown.slice(0, 60)}" in ${rowsEntry(kind.table)}`);
  return columns;
}

function checkRow(
  archive: OpenArchive,
  { kind, columns }: { kind: Kind; columns: readonly string[] },
  row: ArchivedRow,
): void {
  const names = Object.keys(row.values);
  if (names.length !== columns.length || !columns.every((column) => Object.hasOwn(row.values, column))) {
    throw invalidRow(kind, row, `must have these fields: ${columns.join(', ')}`);
  }
  for (const [column, known] of Object.entries(kind.values ?? {})) {
    const value = String(row.values[column]);
    if (!known.includes(value)) {
      throw newer(archive.manifest, `the ${column} "${value.slice(0, 60)}" in ${rowsEntry(kind.table)}`);
    }
  }
  if (kind.table === 'organization' && row.values.id !== archive.manifest.organization.id) {
    throw invalidRow(kind, row, 'id is not the one that manifest.json says');
  }
  if (kind.table === 'media' && !isStoredPath(String(row.values.path))) {
    throw invalidRow(kind, row, 'path is not one that Crier stores files under');
  }
}
