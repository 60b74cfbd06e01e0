/**
 * Takes back what a choice of posts did to a series (`selectOccurrences`): its dates are coming dates of the
 * one series again, with the rule, the end and the days that are left out as they were.
 */
import { queryInside, type EntityManager, type Statement } from '../../platform/database.ts';
import type { Context } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import { transact } from '../../platform/lost-answer.ts';
import { occurrencesOf } from '../../platform/repeat/occurrences.ts';
import { storedRule, writeRule, type RepeatRule } from '../../platform/repeat/repeat-rule.ts';
import { sentence } from '../../platform/sentences.ts';
import { changedMeanwhile, type PostOf } from '../change/change-post.ts';
import { assertOwnPost, mayBePublished, seenByPeople } from '../policy.ts';
import {
  isWaiting,
  lockSeries,
  readRow,
  readSeries,
  setRule,
  type Parting,
  type Row,
} from './series-rows.ts';

type SeriesDeps = Pick<Context, 'database' | 'now'>;
type OfDate = Extract<Parting, { kind: 'date' }>;

/** A post that goes back into its series. */
interface Back {
  readonly tx: EntityManager;
  readonly organizationId: string;
  readonly post: Row;
  readonly now: Date;
}

const INTO_SERIES: Statement = {
  name: 'series-rejoin',
  text: 'update post set series_id = $2 where series_id = $1 and id <> $1',
};
// What is left of it would be restored beside the date that the series has again.
const REMOVE: Statement = {
  name: 'series-remove',
  text: `with gone as (delete from post where id = $1 returning post_group_id)
    delete from post_group g using gone
    where g.id = gone.post_group_id
      and not exists (select 1 from post p where p.post_group_id = g.id and p.id <> $1)`,
};

/**
 * Puts a post back that waits. What was changed in it alone is lost.
 *
 * @param ref without `revisions`, only a post that nobody has changed goes back
 * @returns the post that stands for its dates now
 * @throws ApiError `post_not_found`, `foreign_resource`, `revision_mismatch`; `post_locked` where it came out
 * of no series, or that was changed since or has gone on
 */
export async function rejoinSeries(context: SeriesDeps, ref: PostOf): Promise<string> {
  const { organizationId, postId, revisions } = ref;
  const into = await inTransaction(context, ref, async (back) => {
    assertOwnPost(organizationId, back?.post ?? null, postId);
    if (!back) return null;
    const { post } = back;
    const isNext = post.parting?.kind !== 'date';
    if (revisions ? !revisions.includes(post.revision) : !isNext && post.revision !== 1) {
      throw changedMeanwhile(post.revision);
    }
    if (!isWaiting(post)) return null;
    return isNext ? withoutNext(back) : putBack(back);
  });
  if (!into) throw new ApiError('post_locked', sentence('series_went_on'));
  return into;
}

/**
 * Puts a date back that was deleted from its series and is restored.
 *
 * @returns the post that stands for it now; null where it is restored as a post of its own
 */
export const rejoinCancelled = (context: SeriesDeps, ref: PostOf): Promise<string | null> =>
  inTransaction(context, ref, async (back) => {
    const isOwn = back && seenByPeople(back.post)?.organization === ref.organizationId;
    if (!isOwn || back.post.state !== 'cancelled') return null;
    const { revision } = back.post;
    if (ref.revisions && !ref.revisions.includes(revision)) return null;
    // Made, and deleted: all that was ever done to it.
    return revision === 2 ? putBack(back) : null;
  });

/** Takes back that the next post was made early, for one that was restored. */
export const rejoinNext = (context: SeriesDeps, ref: PostOf): Promise<string | null> =>
  inTransaction(context, ref, async (back) => (back && isWaiting(back.post) ? withoutNext(back) : null));

async function inTransaction(
  context: SeriesDeps,
  { organizationId, postId }: PostOf,
  work: (back: Back | null) => Promise<string | null>,
): Promise<string | null> {
  const now = await context.now();
  return transact(context.database, async (tx) => {
    const named = await readRow(tx, postId);
    if (!named || named.organization !== organizationId) {
      return work(named && { tx, organizationId, post: named, now });
    }
    const { series, parting } = named;
    const both = parting?.kind === 'date' ? [series, parting.series] : [series];
    await lockSeries(tx, organizationId, { postId, series: both });
    const post = await readRow(tx, postId);
    return work(post && { tx, organizationId, post, now });
  });
}

async function putBack({ tx, organizationId, post, now }: Back): Promise<string | null> {
  const { parting } = post;
  if (parting?.kind !== 'date' || post.hasNext || post.publishMs <= now.getTime()) return null;
  if (post.repeatRule !== parting.rule || (await mayBePublished(tx, post))) return null;
  const head = await readRow(tx, parting.head);
  const isThere = head?.organization === organizationId && head.series === parting.series && !head.deletedAt;
  if (!isThere || head.hasNext || ['draft', 'cancelled'].includes(head.state)) return null;
  const rules = rulesBefore(head, parting);
  if (!rules || !hasDate(head, rules, post.publishMs)) return null;
  await queryInside(tx, INTO_SERIES, [post.id, parting.series]);
  await queryInside(tx, REMOVE, [post.id]);
  await setRule(tx, head.id, rules);
  return head.id;
}

/** What the series had before; days that were taken out since stay out. Null where it has another rule
 * now. */
function rulesBefore(head: Row, { before, left }: OfDate): OfDate['before'] | null {
  if (head.repeatRule === left && head.intervalDays === null) return before;
  if (!head.repeatRule || !left || head.intervalDays !== null) return null;
  const [now, then] = [storedRule(head.repeatRule), storedRule(left)];
  const had = storedRule(before.repeatRule ?? `FREQ=DAILY;INTERVAL=${before.intervalDays ?? 1}`);
  // One date was taken out: the rule may have got another end since. Else the end is what is put back.
  if (partsOf(had) !== partsOf(then) && partsOf(now) !== partsOf(then)) return null;
  const parts = partsOf(had) === partsOf(then) ? now.parts : had.parts;
  const stays = now.without.filter((day) => had.without.includes(day) || !then.without.includes(day));
  const without = [...stays, ...had.without.filter((day) => !then.without.includes(day))].toSorted();
  return { repeatRule: writeRule({ parts, without }), intervalDays: null };
}

const partsOf = (rule: RepeatRule): string => writeRule({ ...rule, without: [] });

/** Whether the series has the date then: nothing may be lost by going back. */
function hasDate(head: Row, rules: OfDate['before'], publishMs: number): boolean {
  const [date, publishAt] = [new Date(publishMs), new Date(head.publishMs)];
  return occurrencesOf({ ...head, ...rules, publishAt }, { from: date, to: date }).length > 0;
}

async function withoutNext({ tx, organizationId, post, now }: Back): Promise<string | null> {
  if (post.publishMs <= now.getTime() || post.state === 'draft') return null;
  const rows = await readSeries(tx, organizationId, post.series);
  const next = rows.find(({ parting }) => parting?.kind === 'next' && parting.head === post.id);
  if (next?.parting?.kind !== 'next' || !post.hasNext || next.hasNext) return null;
  const { publishMs, repeatRule } = next.parting;
  const isAsMade = next.revision === 1 && next.state === 'scheduled' && !next.deletedAt;
  if (!isAsMade || publishMs !== post.publishMs || repeatRule !== post.repeatRule) return null;
  if (next.publishMs <= now.getTime()) return null;
  await queryInside(tx, REMOVE, [next.id]);
  return post.id;
}
