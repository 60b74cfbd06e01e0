/**
 * The posts of a series that a change concerns: one, one and all after it, or all that wait. A date that has
 * no post yet gets one, and a series is parted in two, so that what is then done with these posts is done to
 * exactly the dates that were meant. This alone changes nothing of what is published, may be repeated, and is
 * taken back by `rejoinSeries`.
 */
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import type { Temporal } from 'temporal-polyfill';
import { countPosts } from '../../billing/count-posts.ts';
import type { QuotaDeps } from '../../billing/quotas.ts';
import { queryInside, type EntityManager, type Statement } from '../../platform/database.ts';
import type { Context } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import { transact } from '../../platform/lost-answer.ts';
import { hasPlans } from '../../platform/plans.ts';
import { clockAt, clockDates, instantOf, nextOccurrence } from '../../platform/repeat/occurrences.ts';
import {
  MAX_EXCEPTIONS,
  type RepeatRule,
  storedRule,
  until,
  withParts,
  writeRule,
} from '../../platform/repeat/repeat-rule.ts';
import { sentence } from '../../platform/sentences.ts';
import type { PostState } from '../../../temporal/contract/post-states.ts';
import { assertOwnPost, tooLate } from '../policy.ts';
import { changedMeanwhile, type PostOf } from '../change/change-post.ts';
import {
  isWaiting,
  lockSeries,
  readRow,
  readSeries,
  setRule,
  type Parting,
  type Row,
} from './series-rows.ts';
import { STORE_OCCURRENCES, occurrenceValues, type OccurrenceToStore } from './store-occurrences.ts';

/** What a change concerns: this post; this and those after it; all that wait. */
export const SCOPES = ['this', 'following', 'all'] as const;
export type Scope = (typeof SCOPES)[number];

/** A post of the series, as a change of it needs it. */
export interface SelectedPost {
  readonly id: string;
  readonly publishAt: Date;
  readonly state: PostState;
  readonly revision: number;
  /** The rule by which it is repeated. */
  readonly repeatRule: string | null;
  /** Whether the choice alone made it, or the post after it. */
  readonly isParted: boolean;
}

const SET_SERIES: Statement = {
  name: 'series-move',
  text: 'update post set series_id = $2 where id = any($1::uuid[])',
};

type SeriesDeps = QuotaDeps & Pick<Context, 'database' | 'now'>;

/** A series whose rows are locked, while a change of it is prepared. */
interface Hand {
  readonly deps: QuotaDeps;
  readonly tx: EntityManager;
  readonly organizationId: string;
  /** Refuses, unless the post that the request names is as it was read. */
  assertAsRead(): void;
  readonly id: string;
  readonly now: Date;
  readonly rows: readonly Row[];
}

/** Which posts of a series are meant; `date`: the coming date, where it is not that of the post itself. */
export interface Choice {
  readonly scope: Scope;
  readonly date?: Date;
}

/**
 * @param ref with `revisions`, only a post that has one of them parts its series
 * @throws ApiError `post_not_found`, `foreign_resource`; `post_locked` when the post itself no longer waits;
 * `revision_mismatch`; `invalid_date` for a date that the series does not have; `quota_exceeded` where that
 * would get a post of its own beyond the plan
 */
export async function selectOccurrences(
  context: SeriesDeps,
  ref: PostOf,
  choice: Choice,
): Promise<SelectedPost[]> {
  const now = await context.now();
  return transact(context.database, (tx) => selectInside(tx, { deps: context, now }, ref, choice));
}

/** What `selectOccurrences` would answer; nothing changes, so ids may be those of posts that are not
 * there. */
export async function lookAtOccurrences(
  context: SeriesDeps,
  ref: PostOf,
  choice: Choice,
): Promise<SelectedPost[]> {
  const now = await context.now();
  const tx = context.database.fork();
  await tx.begin();
  try {
    return await selectInside(tx, { deps: context, now }, ref, choice);
  } finally {
    await tx.rollback();
  }
}

async function selectInside(
  tx: EntityManager,
  { deps, now }: { readonly deps: QuotaDeps; readonly now: Date },
  { organizationId, postId, revisions }: PostOf,
  { scope, date }: Choice,
): Promise<SelectedPost[]> {
  const named = await readRow(tx, postId);
  assertOwnPost(organizationId, named, postId);
  const hand = await take(postId, {
    deps,
    tx,
    organizationId,
    id: named.series,
    now,
    assertAsRead: () => {
      const { revision = 0 } = hand.rows.find(({ id }) => id === postId) ?? {};
      if (revisions && !revisions.includes(revision)) throw changedMeanwhile(revision);
    },
  });
  const isComing = date && date.getTime() !== named.publishMs;
  const rows = isComing ? await ofComing(hand, scope, date) : await ofRow(hand, postId, scope);
  const made = (await readSeries(tx, organizationId, hand.id)).filter(isUntouched);
  return rows.map((row) => ({
    ...row,
    publishAt: new Date(row.publishMs),
    isParted:
      (row.parting?.kind === 'date' && isUntouched(row)) ||
      made.some(({ parting }) => parting?.kind === 'next' && parting.head === row.id),
  }));
}

/** Whether it is as the choice of posts has made it. */
const isUntouched = (row: Row): boolean => row.revision === 1 && isWaiting(row);

async function take(postId: string, hand: Omit<Hand, 'rows'>): Promise<Hand> {
  const { tx, organizationId, id } = hand;
  await lockSeries(tx, organizationId, { postId, series: [id] });
  return Object.assign(hand, { rows: await readSeries(tx, organizationId, id) });
}

const seriesOf = (row: Row) => ({ ...row, publishAt: new Date(row.publishMs) });

/** The posts that a change of one with a row concerns. */
async function ofRow(hand: Hand, postId: string, scope: Scope): Promise<Row[]> {
  const { rows } = hand;
  const target = rows.find(({ id }) => id === postId);
  const head = rows.find(({ isHead }) => isHead);
  if (!target) throw new Error('A series does not have its post');
  if (scope === 'all') return ofAll(hand);
  if (!isWaiting(target)) throw tooLate(target.state);
  if (scope === 'this') {
    if (target === head) await makeSuccessor(hand, head);
    return [target];
  }
  const later = rows.filter((row) => isWaiting(row) && row.publishMs > target.publishMs);
  if (!head || head.publishMs >= target.publishMs) return [target, ...later];
  const next = nextOccurrence(seriesOf(head), new Date(target.publishMs));
  if (!next) return [target, ...later];
  const { free } = await madeFor(hand, 'following', next.publishAt);
  return [target, ...(await parted(hand, head, { date: next.publishAt, id: free }))];
}

/** The posts that a change of a coming date concerns, which has no row, or has got one since it was read. */
async function ofComing(hand: Hand, scope: Scope, date: Date): Promise<Row[]> {
  if (scope === 'all') return ofAll(hand);
  const { rows } = hand;
  const head = rows.find(({ isHead }) => isHead);
  const { made, free } = await madeFor(hand, scope, date);
  // A date that was taken out may be one of the series again: its rule was changed since.
  if (made && !(head && clockAmong(head, date))) {
    if (made.deletedAt) return [];
    return ofRow(await take(made.id, { ...hand, id: made.series }), made.id, scope);
  }
  const there = rows.find((row) => !row.deletedAt && row.publishMs === date.getTime());
  if (there) return ofRow(hand, there.id, scope);
  if (!head) throw notOne();
  return scope === 'this' ? takenOut(hand, head, { date, id: free }) : parted(hand, head, { date, id: free });
}

/** The last post that was made for a date, and the id of the next one. */
async function madeFor(
  hand: Hand,
  scope: Scope,
  date: Date,
): Promise<{ made: Row | undefined; free: string }> {
  let made: Row | undefined;
  for (let n = 0; ; n++) {
    const free = idOf(hand.id, scope, `${date.toISOString()}${n ? ` ${n}` : ''}`);
    const found = await readRow(hand.tx, free);
    if (found?.organization !== hand.organizationId) return { made, free };
    made = found;
  }
}

/** All that wait. While the last one is published and the next not made yet, that is made. */
async function ofAll(hand: Hand): Promise<Row[]> {
  const head = hand.rows.find(({ isHead }) => isHead);
  const made = head && !isWaiting(head) ? await makeSuccessor(hand, head) : [];
  return [...hand.rows.filter(isWaiting), ...made];
}

const notOne = (): ApiError =>
  new ApiError('invalid_date', { issues: [{ path: 'date', ...sentence('not_an_occurrence') }] });

/** The same for the same request, so that its repetition finds what the first one made. */
const idOf = (series: string, scope: Scope, date: string): string => uuidv5(`${scope} ${date}`, series);

/** The next post of a series, which from now on has what the one before it said about coming dates. */
async function makeSuccessor(hand: Hand, head: Row): Promise<Row[]> {
  const next = nextOccurrence(seriesOf(head), new Date(Math.max(head.publishMs, hand.now.getTime())));
  if (!next) return [];
  hand.assertAsRead();
  const { publishAt, repeatTime, repeatRule = null } = next;
  const { intervalDays } = head;
  return store(hand, head, {
    id: uuidv7(),
    publishAt,
    repeatTime,
    repeatRule,
    intervalDays,
    seriesId: hand.id,
    succeeds: true,
    parting: { kind: 'next', head: head.id, publishMs: head.publishMs, repeatRule: head.repeatRule },
  });
}

/** A coming date, and the id of the post that is made for it. */
interface Coming {
  readonly date: Date;
  readonly id: string;
}

/** A post of its own for one date, which the series then leaves out. */
async function takenOut(hand: Hand, head: Row, { date, id }: Coming): Promise<Row[]> {
  const clock = clockOn(head, date);
  const rule = ruleOf(head);
  if (rule.without.length >= MAX_EXCEPTIONS) {
    const problem = sentence('repeat_exceptions', { max: MAX_EXCEPTIONS });
    throw new ApiError('invalid_request', { issues: [{ path: 'date', ...problem }] });
  }
  hand.assertAsRead();
  const without = [...rule.without, clock.toPlainDate().toString()].toSorted();
  const left = writeRule({ ...rule, without });
  const parting = partingOf(hand, head, { left, rule: null });
  const made = await store(hand, head, { ...ALONE, id, publishAt: date, seriesId: hand.id, parting });
  await setRule(hand.tx, head.id, { repeatRule: left });
  return made;
}

/** A series of its own from one date on; the one before ends the day before. */
async function parted(hand: Hand, head: Row, { date, id }: Coming): Promise<Row[]> {
  const clock = clockOn(head, date);
  const rule = ruleOf(head);
  hand.assertAsRead();
  const goesOn = writeRule(clockDates({ ...seriesOf(head), repeatRule: writeRule(rule) }).from(clock));
  const before = writeRule(
    withParts(rule, { COUNT: undefined, UNTIL: until(clock.toPlainDate().subtract({ days: 1 })) }),
  );
  const isLast = !nextOccurrence({ ...seriesOf(head), repeatRule: before }, new Date(head.publishMs));
  const left = isLast ? null : before;
  const made = await store(hand, head, {
    ...ALONE,
    id,
    publishAt: date,
    repeatTime: clockAt(date, head.timeZone).equals(clock) ? null : clock.toPlainTime().toString(),
    repeatRule: goesOn,
    seriesId: id,
    parting: partingOf(hand, head, { left, rule: goesOn }),
  });
  await setRule(hand.tx, head.id, { repeatRule: left });
  const later = hand.rows.filter((row) => isWaiting(row) && row.publishMs > date.getTime());
  await queryInside(hand.tx, SET_SERIES, [`{${later.map((row) => row.id).join(',')}}`, id]);
  return [...made, ...later];
}

const partingOf = (
  { id: series }: Hand,
  { id: head, repeatRule, intervalDays }: Row,
  rules: { readonly left: string | null; readonly rule: string | null },
): Parting => ({ kind: 'date', head, series, before: { repeatRule, intervalDays }, ...rules });

const ALONE = { repeatTime: null, repeatRule: null, intervalDays: null, succeeds: false } as const;

const ruleOf = ({ repeatRule, intervalDays }: Row): RepeatRule =>
  storedRule(repeatRule ?? `FREQ=DAILY;INTERVAL=${intervalDays ?? 1}`);

/** The time on the clock of a coming date, which the clock may skip on its day. @throws `invalid_date` */
function clockOn(head: Row, date: Date): Temporal.PlainDateTime {
  const clock = clockAmong(head, date);
  if (!clock) throw notOne();
  return clock;
}

/** The same; undefined for a date that the series does not have. */
function clockAmong(head: Row, date: Date): Temporal.PlainDateTime | undefined {
  const shown = clockAt(date, head.timeZone);
  return clockDates({ ...seriesOf(head), repeatRule: writeRule(ruleOf(head)) })
    .within(shown.subtract({ hours: 3 }), shown)
    .find((one) => instantOf(one, head.timeZone).getTime() === date.getTime());
}

type Made = Omit<OccurrenceToStore, 'fromId' | 'seenMs' | 'seenRule'>;

async function store(hand: Hand, head: Row, post: Made): Promise<Row[]> {
  const { publishMs: seenMs, repeatRule: seenRule } = head;
  // What a series goes on with is made beyond the plan too; another post is counted as a new one.
  const counts = post.succeeds && hasPlans(hand.deps.config);
  const values = occurrenceValues([{ ...post, fromId: head.id, seenMs, seenRule }], counts);
  const made = await queryInside(hand.tx, STORE_OCCURRENCES, values);
  const { deps, tx, organizationId } = hand;
  if (!post.succeeds) await countPosts(deps, tx, { organizationId, made: made.length });
  const row = await readRow(hand.tx, post.id);
  return row ? [row] : [];
}
