/** The rows of a series, as a change of it reads and locks them. */
import { queryInside, type EntityManager, type Statement } from '../../platform/database.ts';
import { MAY_BE_OUT_SQL } from '../../platform/attempt-phase.ts';
import { milliseconds } from '../../platform/milliseconds.ts';
import type { PostState } from '../../../temporal/contract/post-states.ts';
import { CHANGEABLE } from '../policy.ts';

export interface Row {
  readonly id: string;
  readonly organization: string;
  readonly publishMs: number;
  readonly state: PostState;
  readonly revision: number;
  readonly intervalDays: number | null;
  readonly repeatTime: string | null;
  readonly repeatRule: string | null;
  readonly series: string;
  readonly timeZone: string;
  readonly deletedAt: Date | null;
  /** Whether the next post of its series exists. */
  readonly hasNext: boolean;
  /** Whether it stands for the coming dates of the series. */
  readonly isHead: boolean;
  /** How it came out of its series; null for every other post. */
  readonly parting: Parting | null;
}

/**
 * What a choice of posts did to a series, kept with the post that it made, so that it can be taken back.
 *
 *   date  the post has one date of the series, or that and all after it: the rule of `head` was changed
 *   next  the next post was made before its time: it goes on with the rule of `head`
 */
export type Parting =
  | {
      readonly kind: 'date';
      readonly head: string;
      readonly series: string;
      readonly before: Pick<Row, 'repeatRule' | 'intervalDays'>;
      /** The rule that `head` was left with. */
      readonly left: string | null;
      /** The rule of the post itself. */
      readonly rule: string | null;
    }
  | {
      readonly kind: 'next';
      readonly head: string;
      readonly publishMs: number;
      readonly repeatRule: string | null;
    };

const ROWS = `select p.id, p.organization_id as organization, (${milliseconds('p.publish_at')})::float8 as "publishMs",
    p.state, p.revision, p.interval_days as "intervalDays", p.repeat_time::text as "repeatTime",
    p.repeat_rule as "repeatRule", coalesce(p.series_id, p.id) as series, o.time_zone as "timeZone",
    p.deleted_at as "deletedAt", next.there as "hasNext",
    (p.interval_days is not null or p.repeat_rule is not null) and p.state not in ('draft', 'cancelled')
      and p.deleted_at is null and not next.there as "isHead",
    (select e.detail -> 'parting' from post_event e where e.post_id = p.id and e.kind = 'accepted'
      order by e.id limit 1) as parting
  from post p
  join organization o on o.id = p.organization_id
  cross join lateral (select exists (select 1 from post n where n.repeat_of = p.id) as there) next`;
const ONE: Statement = { name: 'series-post', text: `${ROWS} where p.id = $1` };
// Before the posts, as the deletion of a channel locks them.
const LOCK_CHANNEL: Statement = {
  name: 'series-lock-channel',
  text: 'select i.id from integration i join post p on p.integration_id = i.id where p.id = $1 for key share of i',
};
// Locked in one order: two people who part a series wait for each other.
const LOCK: Statement = {
  name: 'series-lock',
  text: `select id from post
    where organization_id = $1 and (series_id = any($2::uuid[]) or id = any($2::uuid[]))
    order by id
    for no key update`,
};
const SERIES: Statement = {
  name: 'series-posts',
  text: `${ROWS} where p.organization_id = $1 and (p.series_id = $2 or p.id = $2) order by p.publish_at, p.id`,
};
/**
 * By how much the revision of the post `p` is raised where its rule changes: SQL. A request that may be on
 * its way belongs to the revision with which it was sent.
 */
export const RAISED = `case when p.state in ('draft', 'scheduled', 'missed') and not ${MAY_BE_OUT_SQL}
    then 1 else 0 end`;
const SET_RULE: Statement = {
  name: 'series-set-rule',
  text: `update post p set repeat_rule = $2, interval_days = $3, revision = p.revision + ${RAISED}
    where id = $1`,
};

export async function readRow(tx: EntityManager, id: string): Promise<Row | null> {
  const [row = null] = await queryInside<Row>(tx, ONE, [id]);
  return row;
}

export const readSeries = (tx: EntityManager, organizationId: string, id: string): Promise<Row[]> =>
  queryInside<Row>(tx, SERIES, [organizationId, id]);

/** Until the end of the transaction nobody else changes these series. */
export async function lockSeries(
  tx: EntityManager,
  organizationId: string,
  { postId, series }: { readonly postId: string; readonly series: readonly string[] },
): Promise<void> {
  await queryInside(tx, LOCK_CHANNEL, [postId]);
  await queryInside(tx, LOCK, [organizationId, `{${series.join(',')}}`]);
}

/** What the post says about coming dates; its readers see another revision. */
export async function setRule(
  tx: EntityManager,
  id: string,
  { repeatRule, intervalDays = null }: { repeatRule: string | null; intervalDays?: number | null },
): Promise<void> {
  await queryInside(tx, SET_RULE, [id, repeatRule, intervalDays]);
}

export const isWaiting = ({ state, deletedAt }: Row): boolean =>
  !deletedAt && (CHANGEABLE.includes(state) || state === 'missed');
