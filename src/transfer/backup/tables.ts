/** The tables of an instance, from the catalogue of PostgreSQL. */
import type { withPostgres } from '../../platform/postgres-client.ts';

export type Client = Parameters<Parameters<typeof withPostgres>[1]>[0];

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly types: readonly string[];
}

/** The table of migrations is not copied; restoring creates it. */
const MIGRATION_TABLE = 'migration';
/** Rows of `instance_state` that belong to the current processes and server, not to the instance. */
export const TRANSIENT_KEYS =
  "key like 'worker:%' or key in ('ready', 'database', 'server', 'promoted', 'browser_origin', 'setup_code', 'untrusted_proxy')";

const TABLES = `
  select c.relname as name,
    array_agg(a.attname::text order by a.attnum) as columns,
    array_agg(format_type(a.atttypid, a.atttypmod) order by a.attnum) as types
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace
    and c.relkind in ('r', 'p')
    and c.relname <> '${MIGRATION_TABLE}'
  group by c.relname
  order by c.relname`;
const REFERENCES = `
  select f.conrelid::regclass::text as "from", f.confrelid::regclass::text as "to"
  from pg_constraint f
  where f.contype = 'f'
    and f.connamespace = 'public'::regnamespace
    and f.conrelid <> f.confrelid`;

/** All tables; each comes after those it refers to. @throws Error if they refer to each other in a circle */
export async function readTables(client: Client): Promise<Table[]> {
  const waiting = (await client.query(TABLES)).rows as unknown as Table[];
  const edges = (await client.query(REFERENCES)).rows as unknown as { from: string; to: string }[];
  const ordered: Table[] = [];
  while (ordered.length < waiting.length) {
    const next = waiting.find(
      (t) =>
        !ordered.includes(t) && edges.every((e) => e.from !== t.name || ordered.some((o) => o.name === e.to)),
    );
    if (!next) throw new Error('Tables refer to each other in a circle');
    ordered.push(next);
  }
  return ordered;
}

/** The applied migrations in order; empty for a database without tables. */
export async function readMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query(`select to_regclass('public.${MIGRATION_TABLE}') is not null as there`);
  if (!rows[0]?.there) return [];
  return (await client.query(`select name from ${MIGRATION_TABLE} order by id`)).rows.map((r) =>
    String(r.name),
  );
}

/** A query for the rows of a table in PostgreSQL's text form, which it reads back without loss. */
export function rowsOf({ name, columns }: Table): string {
  const where = name === 'instance_state' ? ` where not (${TRANSIENT_KEYS})` : '';
  return `select row(${columns.map((c) => `"${c}"`).join(', ')})::text as line from "${name}"${where}`;
}
