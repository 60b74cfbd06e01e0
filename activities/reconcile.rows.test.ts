/** A pass of the reconciler reads what is due or wrong, however much waits. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from '../src/test/factories.ts';
import { eventually, startInstance, type TestInstance } from '../src/test/instance.ts';
import { reconcile } from './reconcile.ts';

describe('a pass of the reconciler', () => {
  let crier: TestInstance;
  let channel: string;
  let parts = 0;
  beforeAll(async () => {
    crier = await startInstance();
    channel = (await crier.connect('sandbox')).id;
  });
  afterAll(() => crier?.stop());

  /** Requests with a post each that waits, and has its run. */
  const addWaiting = async (count: number): Promise<void> => {
    await sql(
      crier,
      `with added as (
          insert into post_group (id, organization_id, creation_method, run_store_id, run_started_at)
          select gen_random_uuid(), i.organization_id, 'API', $2, now() - interval '1 hour'
          from integration i, generate_series(1, $3::int) where i.id = $1
          returning id, organization_id
        ),
        post as (
          insert into post (id, post_group_id, organization_id, integration_id, public_group, state, publish_at, settings)
          select gen_random_uuid(), id, organization_id, $1, gen_random_uuid(), 'scheduled',
            now() + interval '1 day' + random() * interval '90 days', '{}' from added
          returning id
        )
        insert into post_item (id, post_id, position, content, media)
        select gen_random_uuid(), id, 0, 'Soup', '[]' from post`,
      [channel, await crier.context.storeId(), count],
    );
    for (const table of ['post_group', 'post', 'post_item']) await sql(crier, `vacuum analyze ${table}`);
    parts += count;
    // PostgreSQL counts a connection's work about a second later.
    await eventually('what was added is counted', async () => (await counts()).parts === parts);
  };

  /** Rows read so far, by table, and what was written about passes. */
  const counts = async (): Promise<{ read: Map<string, number>; passes: number; parts: number }> => {
    const rows = await sql<{ name: string; read: number; written: number }>(
      crier,
      `select relname as name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read,
        (n_tup_ins + n_tup_upd)::int as written
      from pg_stat_user_tables`,
    );
    const written = (table: string): number => rows.find(({ name }) => name === table)?.written ?? 0;
    const read = new Map(rows.map((row) => [row.name, row.read]));
    return { read, passes: written('instance_state'), parts: written('post_item') };
  };
  /** Rows that a pass reads, by table. */
  const readByPass = async (): Promise<Map<string, number>> => {
    const before = await counts();
    await reconcile({ ...crier.context, providerEnv: crier.context.config.providerEnv });
    let after = before;
    // The record of the pass comes last.
    await eventually('the pass is counted', async () => {
      after = await counts();
      return after.passes > before.passes;
    });
    return new Map([...after.read].map(([name, read]) => [name, read - (before.read.get(name) ?? 0)]));
  };

  it('reads as many rows with 5,000 posts waiting as with 500', async () => {
    await addWaiting(500);
    await readByPass(); // the first one looks at all that waits
    const few = await readByPass();
    await addWaiting(4500);
    const many = await readByPass();
    const grown = [...many].filter(([name, n]) => n > (few.get(name) ?? 0) + 100);
    expect(grown.map(([name, n]) => [name, few.get(name), n])).toEqual([]);
  });
});
