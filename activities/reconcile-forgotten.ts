/**
 * What the reconciler does about requests that were never started in this store of Temporal. A pass looks at
 * those that are due within an hour; at all that wait only when the store is another one, and once an hour.
 */
import type { Database, Statement } from '../src/platform/database.ts';
import { publishedElsewhere } from '../src/platform/published-elsewhere.ts';
import { startGroups } from '../src/platform/outbox/start-groups.ts';
import type { ActivityDeps } from './deps.ts';
import { WAITING } from './reconcile-posts.ts';

/** One whose start is still in the outbox is the relay's. */
const NOT_STARTED = `g.run_store_id is distinct from $1
      and not ${publishedElsewhere('g.organization_id')}
      and not exists (
        select 1
        from outbox o
        where o.post_group_id = g.id
          and o.kind in ('start_group', 'sync_post')
          and o.created_at > now() - interval '10 seconds'
      )`;
const DUE_SOON: Statement = {
  name: 'reconcile-forgotten-soon',
  text: `select g.id
    from post p
    join post_group g on g.id = p.post_group_id
    where p.publish_at < now() + interval '1 hour'
      and ${WAITING}
      and ${NOT_STARTED}
    group by g.id
    order by min(p.publish_at)
    limit $2`,
};
const ALL: Statement = {
  name: 'reconcile-forgotten',
  text: `select g.id
    from post_group g
    where exists (select 1 from post p where p.post_group_id = g.id and ${WAITING})
      and ${NOT_STARTED}
    order by (select min(p.publish_at) from post p where p.post_group_id = g.id and ${WAITING})
    limit $2`,
};

// `instance_state`: the store in which nothing was found when all that waits was looked at.
const IS_COMPLETE: Statement = {
  name: 'reconcile-is-complete',
  text: `select 1 as ok
    from instance_state
    where key = 'started-in' and value ->> 'storeId' = $1 and updated_at > now() - interval '1 hour'`,
};
const COMPLETE: Statement = {
  name: 'reconcile-complete',
  text: `insert into instance_state (key, value)
    values ('started-in', jsonb_build_object('storeId', $1::text))
    on conflict (key) do update set updated_at = now(), value = excluded.value`,
};

/**
 * Starts what was not started, the soonest first.
 *
 * @param limit of one pass
 * @returns the ids of the requests that were found, and how many of them had a post that waits
 */
export async function startForgotten(
  deps: ActivityDeps,
  storeId: string,
  limit: number,
): Promise<{ readonly found: readonly string[]; readonly started: number }> {
  const all = !(await isComplete(deps.database, storeId));
  const rows = await deps.database.query<{ id: string }>(all ? ALL : DUE_SOON, [storeId, limit]);
  const found = rows.map((g) => g.id);
  const started = await startGroups(deps, found, storeId);
  if (all && found.length === 0) await deps.database.query(COMPLETE, [storeId]);
  return { found, started };
}

const isComplete = async (database: Database, storeId: string): Promise<boolean> =>
  (await database.query(IS_COMPLETE, [storeId])).length > 0;
