/** The posting times of channels for posts of the queue, found while no other post can take them. */
import { queryInside, type EntityManager, type Statement } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import { sentence } from '../platform/sentences.ts';
import { comingTakenInside, eitherTaken } from './coming-repeats.ts';
import { freeSlotsAfter, postingTimesOf, type StoredTime } from './posting-times.ts';

// Two requests that add to the queue of a channel wait for each other here, in the order of the ids. Creating
// a post for a date that a person chose only shares the row.
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
  const ids = [...new Set(seekers.map(({ channelId }) => channelId))];
  const channels = await queryInside<ChannelRow>(tx, LOCK, [asList(ids)]);
  // The wait at the lock, and files that were fetched before it, took their time.
  const [clock] = await tx.execute<{ ms: number }[]>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
  );
  const from = new Date(Math.max(now.getTime(), clock?.ms ?? 0));
  const rows = await queryInside<{ channelId: string; ms: number }>(tx, TAKEN, [
    asList(ids),
    from,
    asList(moving),
  ]);
  const [first] = channels;
  const coming =
    first && (await comingTakenInside(tx, { organizationId: first.organizationId, channelIds: ids }, from));
  const slots = new Map(
    channels.map((channel) => {
      const taken = new Set(
        [...rows, ...taking]
          .filter(({ channelId }) => channelId === channel.id)
          .map(({ ms }) => minuteOf(ms)),
      );
      const times = postingTimesOf(channel, channel.zone);
      const free = freeSlotsAfter(
        times,
        from.getTime(),
        coming ? eitherTaken(taken, coming(channel.id)) : taken,
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
