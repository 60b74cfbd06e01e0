/** The free posting times of channels, found or taken while no other post can take them. */
import { queryInside, type EntityManager, type Statement } from '../platform/database.ts';
import { ApiError, type Issue } from '../platform/errors.ts';
import { sentence } from '../platform/sentences.ts';
import { comingTakenInside, eitherTaken, type Taken } from './coming-repeats.ts';
import { freeSlotsAfter, postingTimesOf, type StoredTime } from './posting-times.ts';

// Two requests that take free times of a channel wait for each other here, in the order of the ids. Creating
// a post for a date that may be taken only shares the row.
const LOCK: Statement = {
  name: 'take-slots-lock',
  text: `select c.id, c.organization_id as "organizationId", c.name, c.posting_times as "postingTimes", c.posting_local as "postingLocal", o.time_zone as zone
  from integration c
  join organization o on o.id = c.organization_id
  where c.id = any($1::uuid[])
  order by c.id
  for no key update of c`,
};
const TAKEN: Statement = {
  name: 'take-slots-taken',
  text: `select integration_id as "channelId",
    extract(epoch from date_trunc('minute', publish_at))::float8 * 1000 as ms
  from post
  where integration_id = any($1::uuid[])
    and deleted_at is null
    and publish_at >= date_trunc('minute', $2::timestamptz)
    and not (id = any($3::uuid[]))`,
};

interface ChannelRow {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly postingTimes: readonly StoredTime[];
  readonly postingLocal: boolean;
  readonly zone: string;
}

/** A post that wants a slot; `path` is its place in the request. */
export interface SlotSeeker {
  readonly channelId: string;
  readonly path: string;
}

/** What happens beside it in the same request. */
interface Moving {
  readonly now: Date;
  /** The posts whose own dates become free. */
  readonly moving?: readonly string[];
  /** The dates that other posts of the request get, in milliseconds. */
  readonly taking?: readonly { readonly channelId: string; readonly ms: number }[];
}

const minuteOf = (ms: number): number => Math.floor(ms / 60_000) * 60_000;

/** Locks channels until the end of the transaction: nobody else takes a free time of them. */
export const lockChannels = (tx: EntityManager, ids: readonly string[]): Promise<ChannelRow[]> =>
  queryInside<ChannelRow>(tx, LOCK, [asList([...new Set(ids)])]);

/** A date for a post that must be free; `path` is its place in the request. */
export interface WantedTime extends SlotSeeker {
  readonly ms: number;
}

/**
 * Refuses dates at which their channel has another post. The channels are locked, as for takeSlots.
 *
 * @param moving the posts that get them, whose own dates take nothing
 * @throws ApiError `slot_taken`
 */
export async function assertFree(
  tx: EntityManager,
  wanted: readonly WantedTime[],
  moving: readonly string[],
): Promise<void> {
  const ids = wanted.map(({ channelId }) => channelId);
  const channels = await lockChannels(tx, ids);
  const from = new Date(minuteOf(Math.min(...wanted.map(({ ms }) => ms))));
  const taken = await takenFrom(tx, { channels, from, moving });
  const issues: Issue[] = [];
  const own = new Set<string>();
  for (const { channelId, ms, path } of wanted) {
    const place = `${channelId} ${minuteOf(ms)}`;
    if (own.has(place) || (await taken.get(channelId)?.has(minuteOf(ms)))) {
      const name = channels.find(({ id }) => id === channelId)?.name ?? channelId;
      issues.push({ path, ...sentence('time_taken_meanwhile', { name }) });
    }
    own.add(place);
  }
  if (issues.length > 0) throw new ApiError('slot_taken', { issues });
}

/** Whether posts get their times from the queue, or want the one that was chosen only where it is free. */
interface Timed<Target> {
  readonly now: Date;
  readonly publishAt: Date;
  readonly queued: boolean;
  readonly onlyFree: boolean;
  readonly targets: readonly Target[];
}

/**
 * Stores posts with the times that they get, while no other can take those.
 *
 * @throws ApiError as takeSlots and assertFree
 */
export async function inTheirTimes<Target extends SlotSeeker & { readonly postId: string }>(
  tx: EntityManager,
  { now, publishAt, queued, onlyFree, targets }: Timed<Target>,
  store: (targets: readonly (Target & { readonly publishAt?: Date })[]) => Promise<boolean>,
): Promise<boolean> {
  if (queued) {
    const slots = await takeSlots(tx, targets, { now });
    return store(targets.map((target, n) => ({ ...target, publishAt: slots[n] })));
  }
  if (!onlyFree) return store(targets);
  const wanted = targets.map(({ channelId }) => ({ channelId, ms: publishAt.getTime(), path: 'date' }));
  const ids = targets.map(({ channelId }) => channelId);
  await lockChannels(tx, ids);
  // Stored before: a request that is repeated gets its answer, and is not in its own way.
  const stored = await store(targets);
  const own = targets.map(({ postId }) => postId);
  if (stored) await assertFree(tx, wanted, own);
  return stored;
}

/** The `onlyFree` of a new post. */
export const onlyFreeField = {
  type: 'boolean',
  description:
    'With the types schedule and draft: refuses with slot_taken when a channel has a post in the minute of the date already. Only for new posts. Default: false',
} as const;

/** The minutes of channels at which they have a post, or a coming one of a series. */
async function takenFrom(
  tx: EntityManager,
  { channels, from, moving }: { channels: readonly ChannelRow[]; from: Date; moving: readonly string[] },
): Promise<ReadonlyMap<string, Taken>> {
  const ids = channels.map(({ id }) => id);
  const rows = await queryInside<{ channelId: string; ms: number }>(tx, TAKEN, [
    asList(ids),
    from,
    asList(moving),
  ]);
  const [first] = channels;
  const coming =
    first && (await comingTakenInside(tx, { organizationId: first.organizationId, channelIds: ids }, from));
  return new Map(
    ids.map((id) => {
      const own = new Set(rows.filter(({ channelId }) => channelId === id).map(({ ms }) => minuteOf(ms)));
      return [id, coming ? eitherTaken(own, coming(id)) : own];
    }),
  );
}

/**
 * The next free posting time of the channel of each post, in their order: after `now`, at a minute at which
 * the channel has no other post. The channels stay locked until the end of the transaction.
 *
 * @throws ApiError `no_free_slot` for a channel without posting times
 */
export async function takeSlots(
  tx: EntityManager,
  seekers: readonly SlotSeeker[],
  { now, moving = [], taking = [] }: Moving,
): Promise<Date[]> {
  const channels = await lockChannels(
    tx,
    seekers.map(({ channelId }) => channelId),
  );
  // The wait at the lock, and files that were fetched before it, took their time.
  const [clock] = await tx.execute<{ ms: number }[]>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
  );
  const from = new Date(Math.max(now.getTime(), clock?.ms ?? 0));
  const taken = await takenFrom(tx, { channels, from, moving });
  const slots = new Map(
    channels.map((channel) => {
      const beside = new Set(
        taking.filter(({ channelId }) => channelId === channel.id).map(({ ms }) => minuteOf(ms)),
      );
      const times = postingTimesOf(channel, channel.zone);
      const free = freeSlotsAfter(
        times,
        from.getTime(),
        eitherTaken(beside, taken.get(channel.id) ?? beside),
      );
      return [channel.id, { name: channel.name, free }] as const;
    }),
  );
  const dates: Date[] = [];
  for (const { channelId, path } of seekers) {
    const channel = slots.get(channelId);
    const next = await channel?.free.next();
    if (next?.value === undefined) {
      const problem = sentence('no_posting_times', { name: channel?.name ?? channelId });
      throw new ApiError('no_free_slot', { issues: [{ path, ...problem }] });
    }
    dates.push(new Date(next.value));
  }
  return dates;
}

/** An array as PostgreSQL reads it from text: the ORM would spread it. */
const asList = (ids: readonly string[]): string => `{${ids.join(',')}}`;
