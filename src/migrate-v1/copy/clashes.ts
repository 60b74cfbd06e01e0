/** What may be here once, and v1 has twice or a person here has already: found before it is written. */
import type { EntityManager } from '../../platform/database.ts';
import type { NewRow } from './upsert.ts';

/** A row with a name that its organisation may have once. */
export interface NamedRow extends NewRow {
  readonly id: string;
  readonly organization_id: string;
  readonly name: string;
}

const numbered = (name: string, n: number, most: number): string => {
  if (n === 1) return name;
  const suffix = ` (${n})`;
  return `${[...name]
    .slice(0, most - suffix.length)
    .join('')
    .trimEnd()}${suffix}`;
};

/**
 * The rows with names that nothing else in their organisation has: "News", "News (2)". A row that was written
 * before keeps its number, so that a pass that is repeated ends the same. Names of at most `most` characters.
 */
export async function withFreeNames<Row extends NamedRow>(
  tx: EntityManager,
  { table, most }: { table: 'customer' | 'tag'; most: number },
  rows: readonly Row[],
): Promise<Row[]> {
  const stored = await tx.execute<{ id: string; organization: string; name: string }[]>(
    `select id, organization_id as organization, name from ${table}
      where organization_id in (select value::uuid from jsonb_array_elements_text(?::jsonb))`,
    [JSON.stringify([...new Set(rows.map((row) => row.organization_id))])],
  );
  const written = new Set(rows.map(({ id }) => id));
  const keyOf = (organization: string, name: string): string => `${organization} ${name}`;
  const taken = new Set(
    stored.filter(({ id }) => !written.has(id)).map(({ organization, name }) => keyOf(organization, name)),
  );
  const before = new Map(stored.map(({ id, name }) => [id, name]));
  const names = new Map<string, string>();
  const take = (row: Row, name: string): boolean => {
    const key = keyOf(row.organization_id, name);
    if (taken.has(key)) return false;
    taken.add(key);
    names.set(row.id, name);
    return true;
  };
  for (const row of rows) {
    const name = before.get(row.id);
    const n = Number(/ \((\d{1,6})\)$/.exec(name ?? '')?.[1] ?? 1);
    if (name !== undefined && [row.name, numbered(row.name, n, most)].includes(name)) take(row, name);
  }
  for (const row of rows) {
    for (let n = 1; !names.has(row.id) && !take(row, numbered(row.name, n, most));) n++;
  }
  await stepAside(
    tx,
    table,
    rows.map(({ id }) => id).filter((id) => before.has(id) && before.get(id) !== names.get(id)),
  );
  return rows.map((row) => ({ ...row, name: names.get(row.id) ?? row.name }));
}

/** Two rows may swap their names, and a unique name is checked row by row: both are given up first. */
async function stepAside(tx: EntityManager, table: string, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  await tx.execute(
    `update ${table} set name = id::text where id in (select value::uuid from jsonb_array_elements_text(?::jsonb))`,
    [JSON.stringify(ids)],
  );
}

/** What a person reads of a row that got a number. */
export const renamed = (name: string, row: NamedRow): string | null =>
  name === row.name ? null : `is called "${row.name}" here: its organisation has another "${name}"`;

/** Columns whose values together may be here once. `where`: the rows (`t`) for which that holds. */
export interface Once {
  readonly table: string;
  readonly columns: readonly string[];
  readonly where?: string;
}

/** The ids of rows whose values another row has, here or earlier among them. */
export async function findTaken(
  tx: EntityManager,
  { table, columns, where = 'true' }: Once,
  rows: readonly (NewRow & { readonly id: string })[],
): Promise<ReadonlySet<string>> {
  if (!rows.length) return new Set();
  const found = await tx.execute<{ id: string }[]>(
    `select r.id from jsonb_populate_recordset(null::${table}, ?::jsonb) r where exists (select 1 from ${table} t
      where ${columns.map((column) => `t.${column} = r.${column}`).join(' and ')} and t.id <> r.id and ${where})`,
    [JSON.stringify(rows)],
  );
  const taken = new Set(found.map(({ id }) => id));
  const seen = new Set<string>();
  for (const row of rows.filter(({ id }) => !taken.has(id))) {
    const key = JSON.stringify(columns.map((column) => row[column]));
    if (seen.has(key)) taken.add(row.id);
    seen.add(key);
  }
  return taken;
}
