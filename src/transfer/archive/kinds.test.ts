import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { OWNED } from './kind.ts';
import { KINDS } from './kinds.ts';
import { LEFT_OUT } from './left-out.ts';

describe('What an archive has of the database', () => {
  let crier: TestInstance;
  let columns: { table: string; column: string }[];
  beforeAll(async () => {
    crier = await startInstance({ temporal: false, api: false });
    columns = await sql(
      crier,
      `select c.relname as table, a.attname as column from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1, 2`,
    );
  });
  afterAll(() => crier?.stop());

  it('is decided for every table: it is exported, or left out for a reason', () => {
    const there = [...new Set(columns.map(({ table }) => table))];
    expect([...KINDS.map(({ table }) => table), ...Object.keys(LEFT_OUT)].toSorted()).toEqual(
      there.toSorted(),
    );
    expect(Object.values(LEFT_OUT).filter((reason) => !reason.includes(' '))).toEqual([]);
  });

  it.each(KINDS.map((kind) => [kind.table, kind] as const))(
    'is decided for every column of %s',
    (table, kind) => {
      const decided = [
        ...kind.columns,
        ...(kind.secret ? [kind.secret.column] : []),
        ...Object.keys(kind.leftOut ?? {}),
      ];
      const there = columns.filter((one) => one.table === table).map(({ column }) => column);
      expect(decided.toSorted()).toEqual(there.toSorted());
    },
  );

  it('is checked wherever a row names another one', async () => {
    const keys = await sql<{ table: string; column: string; to: string }>(
      crier,
      `select f.conrelid::regclass::text as table, a.attname as column, f.confrelid::regclass::text as to
        from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = any(f.conkey)
        where f.contype = 'f' and f.connamespace = 'public'::regnamespace`,
    );
    const unchecked = keys.filter(({ table, column, to }) => {
      const kind = KINDS.find((one) => one.table === table);
      if (!kind?.columns.includes(column)) return false;
      return to === 'user_account' ? !kind.people?.includes(column) : kind.references?.[column] !== to;
    });
    expect(unchecked).toEqual([]);
    const order = KINDS.map(({ table }) => table);
    const early = KINDS.flatMap(({ table, references }) =>
      Object.values(references ?? {}).filter((to) => order.indexOf(to) > order.indexOf(table)),
    );
    expect([early, Object.keys(OWNED).filter((table) => !order.includes(table))]).toEqual([[], []]);
  });
});
