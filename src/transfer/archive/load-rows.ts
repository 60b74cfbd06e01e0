/** Writes the rows of an archive, in one transaction: all of them, or none. */
import type { EntityManager } from '../../platform/database.ts';
import { OWNED, type Kind } from './kind.ts';
import { ofOrganization } from './read-rows.ts';
import { invalidRow, type ArchivedRow } from './parse-rows.ts';
import { ArchiveError } from './archive-error.ts';

/** Whom the people of the archive are here: `id` there, `here` here. */
export const PEOPLE_TABLE = `create temporary table archived_person (id uuid primary key, here uuid not null)
  on commit drop`;
const HERE = (column: string): string => `(select here from archived_person where id = r."${column}")`;

/** One batch of rows of a kind. `columns`: those that every row has; secrets are appended to the rows. */
export interface LoadBatch {
  readonly organizationId: string;
  readonly kind: Kind;
  readonly columns: readonly string[];
  readonly rows: readonly ArchivedRow[];
}

/**
 * Writes the rows. All their references have to be rows of the same organisation: an archive can reach
 * nothing of another one.
 *
 * @throws ArchiveError `archive_invalid` with the line, `archive_conflict`
 */
export async function loadRows(tx: EntityManager, batch: LoadBatch): Promise<void> {
  const { kind, rows } = batch;
  if (!rows.length) return;
  const from = `from jsonb_array_elements(?::jsonb) with ordinality e(line, n),
    jsonb_populate_record(null::"${kind.table}", e.line) r`;
  const json = `[${rows.map(({ text }) => text).join(',')}]`;
  const { columns, values } = target(batch);
  const owned = ownedOf(batch);
  const conditions = [...owned.map(({ sql }) => sql), ...(kind.shared ? [`not ${kind.shared}`] : [])];
  const shared = kind.shared ? await countShared(tx, from, { json, condition: kind.shared }) : 0;
  const insert = `insert into "${kind.table}" (${columns.join(', ')}) select ${values.join(', ')} ${from}
    ${conditions.length ? `where ${conditions.join(' and ')}` : ''} order by e.n`;
  const sql = ofOrganization(
    `with added as (${insert} returning 1) select count(*)::int as count from added`,
    batch.organizationId,
  );
  const [added] = await tx.execute<{ count: number }[]>(sql, [json]).catch((error: unknown) => {
    throw explainRows(error, batch);
  });
  if ((added?.count ?? 0) + shared === rows.length) return;
  for (const { column, sql: condition } of owned) {
    const look = ofOrganization(
      `select e.n::int as n ${from} where not ${condition} order by e.n limit 1`,
      batch.organizationId,
    );
    const [found] = await tx.execute<{ n: number }[]>(look, [json]);
    const row = found && rows[found.n - 1];
    if (row) throw invalidRow(kind, row, `${column} names nothing that is in the archive`);
  }
  throw new Error(`${rows.length} rows of ${kind.table} were given, and ${added?.count} written`);
}

async function countShared(
  tx: EntityManager,
  from: string,
  { json, condition }: { json: string; condition: string },
): Promise<number> {
  const sql = `select count(*)::int as count ${from} where ${condition}`;
  return (await tx.execute<{ count: number }[]>(sql, [json]))[0]?.count ?? 0;
}

/** Columns and the values that they get: SQL on the row `r`. */
function target({ kind, columns: names }: LoadBatch): { columns: string[]; values: string[] } {
  const value = (column: string): string => {
    if (kind.table === 'organization' && column === 'id') return 'ORG::uuid';
    return kind.people?.includes(column) ? HERE(column) : `r."${column}"`;
  };
  const fills = Object.entries(kind.fills ?? {});
  const secret = kind.secret ? [kind.secret.column] : [];
  const own = kind.leftOut?.organization_id ? ['organization_id'] : [];
  const known = [...names, ...secret];
  return {
    columns: [...known, ...fills.map(([column]) => column), ...own].map((column) => `"${column}"`),
    values: [...known.map(value), ...fills.map(([, sql]) => sql), ...own.map(() => 'ORG::uuid')],
  };
}

function ownedOf({ kind, columns }: LoadBatch): { column: string; sql: string }[] {
  const references = Object.entries(kind.references ?? {})
    .filter(([column]) => columns.includes(column))
    .map(([column, table]) => ({
      column,
      sql: `(r."${column}" is null or exists (${OWNED[table].replace(/\bID\b/, `r."${column}"`)}))`,
    }));
  // Of a membership the person is the row.
  const person =
    kind.table === 'membership' ? [{ column: 'user_id', sql: `${HERE('user_id')} is not null` }] : [];
  return [...references, ...person];
}

interface DatabaseError {
  readonly code?: string;
  readonly table?: string;
  readonly column?: string;
  readonly constraint?: string;
}

/** PostgreSQL's reason for refusing rows. Its message may quote a row, and is not repeated. */
export function explainRows(error: unknown, { kind, rows }: Pick<LoadBatch, 'kind' | 'rows'>): unknown {
  const { code = '', column, constraint } = databaseError(error);
  const [first, last] = [rows[0]?.number, rows.at(-1)?.number];
  const place = `rows/${kind.table}.ndjson, lines ${first} to ${last}`;
  if (code === '23505') {
    return new ArchiveError(
      'archive_conflict',
      `${place}: one of them is here already, in another organisation (${constraint}). Nothing was imported`,
      { cause: error },
    );
  }
  // Data exceptions and violated rules.
  if (/^(22|23)/.test(code)) {
    return new ArchiveError(
      'archive_invalid',
      `${place}: one of them has a value that is not allowed (${constraint ?? column ?? code}). Nothing was imported`,
      { cause: error },
    );
  }
  return error;
}

function databaseError(error: unknown): DatabaseError {
  for (let e: unknown = error; e instanceof Error; e = e.cause) {
    if (/^[0-9A-Z]{5}$/.test(String((e as NodeJS.ErrnoException).code))) return e as DatabaseError;
  }
  return {};
}
