import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { copySource, type CopiedSource } from '../test/copy-source.ts';
import { makeV1Source, type V1Source } from '../test/make-source.ts';
import { verify } from '../verify.ts';

/**
 * What a column of v1 may hold although nobody would write it there: its database tests almost nothing.
 */
const VALUES: Readonly<Record<string, string | null>> = {
  nothing: null,
  'no characters': '',
  // That PostgreSQL cannot make short enough for an index.
  'a megabyte': 'ü🥐'.repeat(1000) + randomBytes(750_000).toString('base64'),
  'half an emoji, controls and the end of a line': `a\u0001\u001b[31m\u2028\r\n\u202eb${'\u0301'.repeat(500)}`,
  SQL: `'; drop table "post"; -- $1 ? %s`,
  HTML: '<img src=x onerror=alert(1)><script>alert(1)</script>&lt;b&gt;',
  'JSON of another kind': '[null, 1, "x", {"id": null, "path": 7, "time": -1}, [[]]]',
  'JSON of nothing': 'null',
  'JSON that is deep': `${'['.repeat(3000)}${']'.repeat(3000)}`,
  'JSON with names of objects': '{"__proto__": {"a": 1}, "constructor": {"prototype": 1}, "toString": "x"}',
  'NUL in JSON': '{"title": "a\\u0000b", "x": "\\ud800"}',
  'a path that leads out': 'https://old.example/uploads/../../../etc/passwd',
};
const MANY = 100_000;
const SERVER = process.env.CRIER_TEST_DATABASE_URL ?? '';

/** Columns that nothing else refers to and that may have a value twice. */
const FREE = `select c.table_name as "table", c.column_name as "column", c.is_nullable = 'YES' as nullable, c.udt_name = 'text' as text
  from information_schema.columns c
  where c.table_schema = 'public' and c.column_name not in ('id', 'deletedAt')
    and not exists (
      select 1 from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = format('%I', c.table_name)::regclass and i.indisunique and a.attname = c.column_name)
    and not exists (
      select 1 from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
      where k.conrelid = format('%I', c.table_name)::regclass and k.contype = 'f' and a.attname = c.column_name)
  order by 1, 2`;

describe.each(['v1.35', 'v2.20'] as const)('Rows of v1 (%s) with anything in their columns', (age) => {
  let crier: TestInstance;
  let v1: V1Source;
  let copied: CopiedSource;
  let columns: { table: string; column: string; nullable: boolean; text: boolean }[];
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    v1 = await makeV1Source(SERVER, { age, organizations: 1, posts: 12, waiting: 4, seed: randomUUID() });
    copied = await copySource(crier, v1);
    columns = await v1.query(FREE);
    await copied.pass();
  });
  afterAll(async () => {
    await copied?.close();
    await v1?.drop();
    await crier?.stop();
  });

  it.each(Object.entries(VALUES))('are copied, or named: %s', async (_, value) => {
    for (const { table, column, nullable, text } of columns) {
      if (value === null ? !nullable : !text) continue;
      // A megabyte in each would be half a gigabyte.
      const one = (value?.length ?? 0) > MANY ? `where ctid = (select ctid from "${table}" limit 1)` : '';
      await v1.query(`update "${table}" set "${column}" = $1 ${one}`, [value]);
    }
    await copied.pass();
    expect((await verify(copied.deps)).filter(({ different, missing }) => different + missing > 0)).toEqual(
      [],
    );
    expect((await copied.pass()).written).toBe(0);
  });
});
