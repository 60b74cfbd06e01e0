import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from '../test/factories.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { AGES } from './test/schema.ts';
import { makeSmallSource, makeTemporalSource } from './test/temporal-source.ts';
import { runPass } from './copy/run-pass.ts';
import { cutOver } from './cutover/cut-over.ts';
import { readOrganizations } from './cutover/organizations.ts';
import { rollBack } from './cutover/roll-back.ts';
import { finish } from './finish.ts';
import { registerSource, type Migration } from './v1-source.ts';
import { verify } from './verify.ts';

let crier: TestInstance;
beforeAll(async () => {
  crier = await startInstance({ temporal: false });
});
afterAll(() => crier?.stop());

const NETWORKS = ['sandbox', 'x', 'linkedin'];
const OPTIONS = {
  overdue: 'ask',
  graceMs: 0,
  frozenSource: false,
  withoutRedis: true,
  say: () => undefined,
} as const;

async function cutAllOver(migration: Migration): Promise<number> {
  let waiting = 0;
  for (const organization of await readOrganizations(crier.context.database, migration.sourceId)) {
    waiting += (await cutOver(migration, organization, OPTIONS))?.waiting ?? 0;
  }
  return waiting;
}

describe.each(AGES)('An instance of %s', (age) => {
  it('moves over, one organisation first, there and back and then all; its clients go on', async () => {
    const v1 = await (age === 'v2.20'
      ? makeTemporalSource({ networks: NETWORKS })
      : makeSmallSource(age, NETWORKS));
    const migration = await registerSource(crier.context, v1.access);
    const [post] = await v1.query<{ id: string }>(
      `select id from "Post" where state = 'QUEUE' and "organizationId" = $1 order by id limit 1`,
      [v1.organizations[1]?.id],
    );
    try {
      await runPass(migration);
      const compared = await verify(migration);
      expect(compared.filter(({ different, missing }) => different + missing > 0)).toEqual([]);
      const all = await readOrganizations(crier.context.database, migration.sourceId);
      const one = all.find(({ legacyId }) => legacyId === v1.organizations[1]?.id);
      if (!one) throw new Error('The organisation was not copied');
      expect(await cutOver(migration, one, OPTIONS)).toMatchObject({ waiting: 3, doubtful: 0 });
      await expect(finish(migration)).rejects.toThrow(/v1 still publishes for/);
      const [there = one] = (await readOrganizations(crier.context.database, migration.sourceId)).filter(
        ({ id }) => id === one.id,
      );
      expect(await rollBack(migration, there)).toBe(3);
      await runPass(migration);
      expect(await cutAllOver(migration)).toBeGreaterThanOrEqual(6);
      expect(await v1.query(`select 1 from "Post" where state = 'QUEUE' and "deletedAt" is null`)).toEqual(
        [],
      );
      expect(await finish(migration)).toBe(2);
      const key = v1.organizations[1]?.apiKey;
      // v1.6 had no keys.
      if (key) {
        const url = `${crier.url}/public/v1/posts/${post?.id}`;
        const answer = await fetch(url, { headers: { authorization: key } });
        expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining(post ?? {})]);
      } else expect(age).toBe('v1.6');
      expect(await sql(crier, 'select sealed from v1_source where id = $1', [migration.sourceId])).toEqual([
        { sealed: null },
      ]);
    } finally {
      await migration.close();
      await v1.drop();
    }
  });
});
