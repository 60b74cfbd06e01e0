/** The posting times of several channels as dates within a range. */
import type { Taken } from './coming-repeats.ts';
import { freeSlotsAfter, type PostingTimes } from './posting-times.ts';

export interface ChannelTimes {
  readonly channelId: string;
  readonly times: PostingTimes;
  /** The minutes at which the channel has a post, in milliseconds. */
  readonly taken: Taken;
}

/** One posting time on one day. */
export interface Slot {
  readonly channelId: string;
  readonly date: Date;
}

/** Every posting time after `from` up to `to` whose minute is not taken, soonest first, `limit` at most. */
export async function freeSlots(
  channels: readonly ChannelTimes[],
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<Slot[]> {
  const slots: Slot[] = [];
  for (const { channelId, times, taken } of channels) {
    let count = 0;
    for await (const ms of freeSlotsAfter(times, from.getTime(), taken)) {
      if (ms > to.getTime() || count++ === limit) break;
      slots.push({ channelId, date: new Date(ms) });
    }
  }
  return slots.toSorted((a, b) => a.date.getTime() - b.date.getTime()).slice(0, limit);
}
