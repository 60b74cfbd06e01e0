/** Writes rows by the names of their columns: new ones are inserted, known ones changed. */
import { sendInside, type EntityManager } from '../../platform/database.ts';

export type NewRow = Readonly<Record<string, unknown>>;

/** Where rows go. `key`: what makes two rows the same; `keep`: columns that only a new row gets. */
export interface Target {
  readonly table: string;
  readonly key?: string;
  readonly keep?: readonly string[];
  /** Rows of whom an existing row may be; others are never changed. Default: of the same organisation. */
  readonly owner?: string | null;
}

/**
 * One statement for all rows, which must have the same columns. A row that exists and belongs to another
 * organisation stays as it is.
 */
export async function upsert(tx: EntityManager, target: Target, rows: readonly NewRow[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const { table, key = 'id', keep = [], owner = 'organization_id' } = target;
  const columns = Object.keys(first);
  const changed = columns.filter((column) => !key.split(', ').includes(column) && !keep.includes(column));
  const list = columns.map((column) => `"${column}"`).join(', ');
  const set = changed.map((column) => `"${column}" = excluded."${column}"`).join(', ');
  const own = owner ? ` where ${table}.${owner} = excluded.${owner}` : '';
  const conflict = changed.length ? `do update set ${set}${own}` : 'do nothing';
  await sendInside(
    tx,
    `insert into ${table} (${list}) select ${list} from jsonb_populate_recordset(null::${table}, $1::jsonb)
      on conflict (${key}) ${conflict}`,
    [JSON.stringify(rows)],
  );
}
