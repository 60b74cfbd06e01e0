/** The treatment of posts that waited in the instance that an archive comes from. */
import { START_WAITING } from '../../platform/outbox/start-waiting.ts';
import { MAY_BE_OUT_SQL } from '../../platform/attempt-phase.ts';
import { counted, queryInside, type EntityManager } from '../../platform/database.ts';
import { mayHavePublishedAfter } from '../../platform/published-until.ts';
import { overdueStatement, type OverdueRule } from '../../posts/decide/overdue-rule.ts';
import { PRESUME_SENT } from '../../posts/decide/presume-sent.ts';
import { sentence } from '../../platform/sentences.ts';
import { reasonOf } from '../../platform/reason-of.ts';

/** How many posts it concerned. */
export interface SettledPosts {
  /** Posts that have a run from now on. */
  readonly waiting: number;
  readonly overdue: number;
  /** Posts that became drafts, because the other instance goes on publishing them. */
  readonly drafts: number;
  /** Posts that the other instance was publishing at that moment: a person looks at the account. */
  readonly doubtful: number;
  /** Repeated posts that end here, because the other instance goes on repeating them. */
  readonly series: number;
  /** Posts that this instance may have published before it was without the organisation: looked for first. */
  readonly presumed: number;
}

const OWN = 'p.organization_id = ? and p.deleted_at is null';
const UNDER_WAY = sentence('moved_while_publishing');
// The attempt is what a decision closes.
const DOUBTFUL = `with doubtful as (
    update post p
    set state = 'unconfirmed', error_code = 'outcome_unknown', error = '${UNDER_WAY.message}', updated_at = now()
    where ${OWN}
      and (p.state = 'processing' or p.state in ('scheduled', 'publishing') and ${MAY_BE_OUT_SQL})
    returning p.id, p.organization_id, p.integration_id, p.revision, p.publish_at),
  attempt as (
    insert into publish_attempt (id, post_item_id, revision, phase, fence, sent_at)
    select gen_random_uuid(), i.id, d.revision, 'sent', gen_random_uuid(), d.publish_at
    from doubtful d join post_item i on i.post_id = d.id
    where i.published_at is null and not exists (
      select 1 from post_item before
      where before.post_id = d.id and before.position < i.position and before.published_at is null)
    on conflict (post_item_id, revision) do update
      set phase = 'sent', sent_at = coalesce(publish_attempt.sent_at, excluded.sent_at)
      where publish_attempt.phase in ('intent', 'repeat')),
  event as (
    insert into post_event (post_id, kind, detail)
    select id, 'unconfirmed', '${JSON.stringify({ part: 1, ...reasonOf(UNDER_WAY) })}'::jsonb from doubtful),
  notified as (
    insert into notification (organization_id, kind, post_id, integration_id, content)
    select organization_id, 'unconfirmed', id, integration_id, '${UNDER_WAY.message}' from doubtful)
  select count(*)::int as count from doubtful`;

const PARTLY_THERE = sentence('moved_partly_published');
const PARTLY = `with partly as (
    update post p
    set state = 'partly_published', error_code = 'missed', error = '${PARTLY_THERE.message}', updated_at = now()
    where ${OWN} and p.state = 'publishing'
      and exists (select 1 from post_item i where i.post_id = p.id and i.published_at is not null)
    returning p.id),
  event as (
    insert into post_event (post_id, kind, detail)
    select id, 'missed', '${JSON.stringify(reasonOf(PARTLY_THERE))}'::jsonb from partly)
  select count(*)::int as count from partly`;
const DRAFTS = `with drafts as (
    update post p set state = 'draft', updated_at = now()
    where ${OWN} and p.state in ('scheduled', 'publishing') returning p.id, p.revision),
  attempt as (
    delete from publish_attempt a using drafts d, post_item i
    where i.post_id = d.id and a.post_item_id = i.id and a.revision = d.revision and a.phase = 'intent'),
  event as (insert into post_event (post_id, kind) select id, 'unscheduled' from drafts)
  select count(*)::int as count from drafts`;
// The reconciler makes the next post of each repeated one that has come due.
const SERIES = `with ended as (
    update post p set interval_days = null, repeat_rule = null
    where ${OWN} and (p.interval_days is not null or p.repeat_rule is not null) and p.state not in ('draft', 'cancelled')
      and not exists (select 1 from post n where n.repeat_of = p.id)
    returning 1)
  select count(*)::int as count from ended`;
// Two instances that renew the same credentials make them useless for each other.
const RECONNECT = `update integration set refresh_needed = true
  where organization_id = ? and deleted_at is null and expires_at is not null`;

/**
 * For an archive whose posts are not to be published from here: nothing leaves.
 *
 * @param shared whether the other instance goes on publishing for the organisation
 */
export async function settleDrafts(
  tx: EntityManager,
  organizationId: string,
  shared: boolean,
): Promise<SettledPosts> {
  const doubtful = await counted(tx, DOUBTFUL, [organizationId]);
  const partly = await counted(tx, PARTLY, [organizationId]);
  const drafts = await counted(tx, DRAFTS, [organizationId]);
  const series = await counted(tx, SERIES, [organizationId]);
  if (shared) await tx.execute(RECONNECT, [organizationId]);
  return { waiting: 0, overdue: 0, drafts, doubtful: doubtful + partly, series, presumed: 0 };
}

const OVERDUE = sentence('moved_overdue');
const LATE = `late as (
    select p.id from post p where ${OWN} and p.state = 'scheduled' and p.publish_at <= ?::timestamptz)`;
// Due after the move: certainly not sent, and late because of the move alone.
const DUE_MEANWHILE = `update post p set decided_at = now()
  where ${OWN} and p.state in ('scheduled', 'publishing')
    and p.publish_at <= now() and p.publish_at > ?::timestamptz`;

/**
 * For one that was moved here: every waiting post gets its run, as from now on this instance publishes it.
 */
export async function settleMoved(
  tx: EntityManager,
  organizationId: string,
  { movedAt, rule }: { movedAt: string; rule: OverdueRule },
): Promise<SettledPosts> {
  const doubtful = await counted(tx, DOUBTFUL, [organizationId]);
  const presumed = await presume(tx, organizationId, movedAt);
  const statement = overdueStatement(rule, { late: LATE, missed: OVERDUE });
  const overdue = await counted(tx, statement, [organizationId, movedAt]);
  await tx.execute(DUE_MEANWHILE, [organizationId, movedAt]);
  const waiting = await counted(tx, START_WAITING, [organizationId]);
  return { waiting, overdue, drafts: 0, doubtful, series: 0, presumed };
}

const DUE = `select count(*)::int as count from post p
  where ${OWN} and p.state in ('scheduled', 'publishing') and p.publish_at <= now()`;

/** After an organisation was deleted here, or the instance was restored, the same archive may come again. */
async function presume(tx: EntityManager, organizationId: string, movedAt: string): Promise<number> {
  if (!(await mayHavePublishedAfter(tx, organizationId, movedAt))) return 0;
  const due = await counted(tx, DUE, [organizationId]);
  await queryInside(tx, PRESUME_SENT, [movedAt, 'now', null, organizationId]);
  return due;
}
