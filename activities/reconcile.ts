/** One pass of the reconciler: starts what should run in Temporal and does not, by id and never by list. */
import type { Statement } from '../src/platform/database.ts';
import { recordReconcilerPass, type PassRun } from '../src/platform/metrics/instance-state.ts';
import { startGroups } from '../src/platform/outbox/start-groups.ts';
import { boundBacklogs } from '../src/webhooks/backlog.ts';
import { sweepDirectUploads } from '../src/uploads/direct-upload.ts';
import { readStoreId } from '../temporal/client.ts';
import { FROZEN_SQL } from './ledger/claim-statement.ts';
import { cleanEnded } from './clean-ended.ts';
import type { ActivityDeps } from './deps.ts';
import { startForgotten } from './reconcile-forgotten.ts';
import { WAITING, lookAtRuns, type DueGroup } from './reconcile-posts.ts';
import { askForDeliveries, closeOverdue, reconcileRenewals, notifyOfExpiry } from './reconcile-runs.ts';
import { reconcileNumbers } from './reconcile-numbers.ts';
import { repeatPosts } from './repeat-posts.ts';
import { tellPeople } from './tell-people.ts';

/** The report of one pass. `restarted`, `revived` and `closed` are repairs: 0 on a healthy instance. */
export interface ReconcileReport {
  /** Groups and channels whose run was lost with Temporal's store. */
  readonly restarted: number;
  /**
   * Those whose run was not there although the store knew them (terminated by hand, lost with the last second
   * before a power cut).
   */
  readonly revived: number;
  /** Expired codes, and revoked tokens that nobody was notified of, whose run had not seen to them. */
  readonly closed: number;
  /**
   * Posts that nothing drove although their run was there: still held although nothing held them any more, or
   * waiting in their row while the run had finished with them, waited for a person, or did not know them.
   */
  readonly woken: number;
  /** Groups and channels looked up in this pass. */
  readonly checked: number;
}

/** Bounds of one pass, so that it costs the same with ten posts and with a hundred thousand. */
const START_LIMIT = 2000;
const CHECK_LIMIT = 200;
/** After a loss of Temporal's store, a log line with two thousand ids could not be read. */
const NAMED_IN_LOG = 20;

// A run that was just started is looked at a pass later: a crash may still cost Temporal its last second.
const DUE_SOON_OR_LATE: Statement = {
  name: 'reconcile-due',
  text: `select p.post_group_id as id,
      coalesce(
        array_agg(p.id) filter (where p.publish_at < now() - interval '30 seconds' and p.hold is null), '{}'
      ) as overdue
    from post p
    join post_group g on g.id = p.post_group_id
    where p.publish_at < now() + interval '2 minutes'
      and ${WAITING}
      and g.run_store_id = $1
      and g.run_started_at < now() - interval '10 seconds'
      and (
        g.checked_at is null
        or g.checked_at < now() - interval '5 minutes' and p.publish_at < now() - interval '30 seconds'
      )
    group by p.post_group_id
    order by min(g.checked_at) nulls first, min(p.publish_at)
    limit $2`,
};
const MARK_CHECKED: Statement = {
  name: 'reconcile-checked',
  text: 'update post_group set checked_at = now() where id = any($1)',
};
// A post may be held at the very moment at which its channel is reconnected or the freeze ends. Nobody
// wakes it then.
const WAKE: Statement = {
  name: 'reconcile-wake',
  text: `with
    -- Held, although nothing holds it any more.
    held as (
      select p.id
      from post p
      join organization o on o.id = p.organization_id
      join integration i on i.id = p.integration_id
      where p.hold = 'channel' and not i.refresh_needed
        or p.hold = 'frozen' and not ${FROZEN_SQL}
      limit $1
    ),
    woken as (
      update post
      set hold = null
      from held
      where post.id = held.id
      returning post.id, post_group_id
    )
    insert into outbox (id, kind, post_group_id, post_id)
    select gen_random_uuid(), 'wake_post', post_group_id, id
    from woken
    returning post_id as id`,
};
const PRUNE: Statement = {
  name: 'reconcile-prune',
  text: "delete from idempotency_record where created_at < now() - interval '24 hours'",
};

/**
 * The third net under a start (docs/architecture.md): starts, wakes and closes what was lost. May be repeated
 * at any time.
 *
 * @param run that makes the pass, for who looks at it later
 */
export async function reconcile(deps: ActivityDeps, run?: PassRun): Promise<ReconcileReport> {
  const storeId = await readStoreId(deps.temporal);
  const forgotten = await startForgotten(deps, storeId, START_LIMIT);

  const due = await deps.database.query<DueGroup>(DUE_SOON_OR_LATE, [storeId, CHECK_LIMIT]);
  const { gone, signalled } = await lookAtRuns(deps, due, storeId);
  const revived = await startGroups(deps, gone, storeId);
  await deps.database.query(MARK_CHECKED, [due.map((g) => g.id)]);
  const held = await deps.database.query<{ id: string }>(WAKE, [START_LIMIT]);
  const woken = [...signalled, ...held.map((p) => p.id)];
  await repeatPosts(deps.database, START_LIMIT, deps.config.CRIER_PLANS.length > 0);
  await deps.database.query(PRUNE);
  const renewals = await reconcileRenewals(deps, storeId);
  const numbers = await reconcileNumbers(deps, storeId);
  const closed = await closeOverdue(deps.database);
  await askForDeliveries(deps.database);
  await boundBacklogs(deps.database);
  await notifyOfExpiry(deps);
  await cleanEnded(deps.database, START_LIMIT);
  await sweepDirectUploads(deps);

  const report = {
    restarted: forgotten.started + renewals.restarted.length + numbers.restarted.length,
    revived: revived + renewals.revived.length + numbers.revived.length,
    closed,
    woken: woken.length,
    checked: due.length + renewals.checked + numbers.checked,
  };
  await recordReconcilerPass(deps.database, report, run);
  await tellPeople(deps);
  const named = {
    groupIds: [...forgotten.found, ...gone].slice(0, NAMED_IN_LOG),
    postIds: woken.slice(0, NAMED_IN_LOG),
    channelIds: [renewals, numbers]
      .flatMap((outcome) => [...outcome.restarted, ...outcome.revived])
      .slice(0, NAMED_IN_LOG),
  };
  if (report.restarted + report.revived + closed + woken.length > 0) {
    deps.log.warn({ ...report, ...named }, 'reconciler repaired what was missing');
  }
  return report;
}
