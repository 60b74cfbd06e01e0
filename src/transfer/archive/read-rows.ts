/** The rows of an organisation as lines of JSON, the same text on every instance. */
import type { EntityManager } from '../../platform/database.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Kind } from './kind.ts';

/** Rows read at a time. */
const FETCH = 200;

/** Texts of dates and numbers do not depend on the server's settings. */
export const SETTINGS = `set local timezone = 'UTC'; set local datestyle = 'ISO';
  set local extra_float_digits = 1`;

/** Puts the id into SQL that cannot take parameters (a cursor). */
export function ofOrganization(sql: string, organizationId: string): string {
  if (!isUuid(organizationId)) throw new TypeError(`Not an id: ${organizationId}`);
  return sql.replaceAll(/\bORG\b/g, `'${organizationId}'`);
}

const isMember = (column: string): string =>
  `exists (select 1 from membership m where m.user_id = t."${column}" and m.organization_id = ORG)`;

/** The statement that reads the lines of a kind, and the column of its secret beside each. */
export function selectRows(
  { table, columns, where = 't.organization_id = ORG', order, people = [], writes = {}, secret }: Kind,
  organizationId: string,
): string {
  const values = columns.map((column) => {
    const value = writes[column] ?? `t."${column}"`;
    return `${people.includes(column) ? `case when ${isMember(column)} then ${value} end` : value} as "${column}"`;
  });
  const [key, hidden] = secret ? [`t."${secret.key}"::text`, `t."${secret.column}"`] : ['null', 'null'];
  const json = `(select row_to_json(line)::text from (select ${values.join(', ')}) line)`;
  return ofOrganization(
    `select ${json} as line, ${key} as key, ${hidden} as secret from "${table}" t where ${where} order by ${order}`,
    organizationId,
  );
}

export interface ReadRow {
  readonly line: string;
  /** By which the row is known, and its secret; null where it has none. */
  readonly key: string | null;
  readonly secret: string | null;
}

/** Reads the rows of a kind in batches, in a transaction that has `SETTINGS`. */
export async function* readRows(
  tx: EntityManager,
  kind: Kind,
  organizationId: string,
): AsyncGenerator<ReadRow[]> {
  await tx.execute(`declare archived no scroll cursor for ${selectRows(kind, organizationId)}`);
  for (;;) {
    const rows = await tx.execute<ReadRow[]>(`fetch ${FETCH} from archived`);
    if (!rows.length) break;
    yield rows;
  }
  await tx.execute('close archived');
}
