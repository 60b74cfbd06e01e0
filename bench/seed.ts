/**
 * Many waiting posts without many requests: rows copied from one real post, then started by the product's own
 * code.
 */
import { startGroups } from '../src/platform/outbox/start-groups.ts';
import { readStoreId } from '../temporal/client.ts';
import type { Lab } from './lab.ts';
import type { LoadReply } from './load.ts';
import { noneOpen, until } from './sides.ts';
import type { Owner, Product } from './product.ts';

const DAY_MS = 24 * 3600 * 1000;
const BATCH = 500;

// Copies the template with all its columns: one group, post, part and first line of the timeline each, dates
// from 2 to 60 days ahead.
const COPY = (count: number): string => `
  create temp table seed on commit drop as select gen_random_uuid() as g, gen_random_uuid() as p, gen_random_uuid() as i, now() + interval '2 days' + n * interval '58 days' / ${count} as at from generate_series(1, ${count}) n;
  insert into post_group select r.* from seed, (select to_jsonb(x) as t from post_group x limit 1) x, jsonb_populate_record(null::post_group, t || jsonb_build_object('id', g, 'run_store_id', null, 'run_started_at', null)) r;
  insert into post select r.* from seed, (select to_jsonb(x) as t from post x limit 1) x, jsonb_populate_record(null::post, t || jsonb_build_object('id', p, 'post_group_id', g, 'publish_at', at)) r;
  insert into post_item select r.* from seed, (select to_jsonb(x) as t from post_item x limit 1) x, jsonb_populate_record(null::post_item, t || jsonb_build_object('id', i, 'post_id', p)) r;
  insert into post_event (post_id, kind, detail) select p, 'accepted', '{}' from seed;`;

/** Copies a post `count` times, with dates from 2 to 60 days ahead; nothing is started. */
export async function copyPosts(lab: Lab, count: number): Promise<void> {
  await lab.sql(`begin; ${COPY(count)} commit`);
  await lab.sql('analyze');
}

/** How many posts wait, and how many of them have a run in Temporal. */
export interface Seeded {
  readonly waiting: number;
  readonly running: number;
}

/**
 * Makes `count` waiting posts. Runs are started for as many of them as `minutes` allow, those with the latest
 * dates first (the reconciler begins with the soonest); the others are marked as started, so that no
 * reconciler begins with them while something is measured.
 */
export async function seed(
  lab: Lab,
  product: Product,
  owner: Owner,
  { count, minutes }: { count: number; minutes: number },
): Promise<Seeded> {
  await lab.load.ask<LoadReply>({
    kind: 'create',
    url: product.url,
    apiKey: owner.apiKey,
    channels: owner.channels,
    token: 'waiting',
    count: 1,
    concurrency: 1,
    dueMs: Date.now() + DAY_MS,
  });
  await until(async () => (await lab.sql('select 1 from outbox')).length === 0);
  await copyPosts(lab, count - 1);
  const storeId = await readStoreId(product.context.temporal);
  const end = Date.now() + minutes * 60_000;
  for (;;) {
    const groups = await lab.sql<{ id: string }>(
      'select g.id from post_group g join post p on p.post_group_id = g.id where g.run_store_id is null order by p.publish_at desc limit $1',
      [BATCH],
    );
    if (groups.length === 0 || Date.now() > end) break;
    await startGroups(
      product.context,
      groups.map((g) => g.id),
      storeId,
    );
  }
  await lab.sql(
    'update post_group set run_store_id = $1, run_started_at = now() where run_store_id is null',
    [storeId],
  );
  const { count: running } = await lab
    .client(product.namespace)
    .workflow.count("WorkflowType = 'PublishPostWorkflow' AND ExecutionStatus = 'Running'");
  await noneOpen(lab, product.namespace, 'ReconcileWorkflow');
  return { waiting: count, running };
}
