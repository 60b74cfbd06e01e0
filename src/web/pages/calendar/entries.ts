/** The posts of the calendar with the place that they have in a zone. */
import type { Answer } from '../../api/client.ts';
import { strings } from '../../strings/index.ts';
import { dayOf, minuteOf, type Day } from './clock.ts';

export type Entry = Answer<'getCalendar'>['posts'][number];
export type Slot = Answer<'getCalendar'>['slots'][number];

/** A post on its day. `key` is its own, also among the dates of a repeated post. */
export interface Placed {
  readonly key: string;
  readonly entry: Entry;
  readonly ms: number;
  readonly day: Day;
  readonly minute: number;
}

export type Tone = 'waiting' | 'draft' | 'busy' | 'done' | 'attention' | 'failed';

const TONES: Readonly<Record<Entry['status'], Tone>> = {
  draft: 'draft',
  scheduled: 'waiting',
  publishing: 'busy',
  processing: 'busy',
  published: 'done',
  partly_published: 'attention',
  unconfirmed: 'attention',
  missed: 'attention',
  failed: 'failed',
  cancelled: 'draft',
};

/** The meaning of a post's colour. */
export const toneOf = ({ status }: Entry): Tone => TONES[status];

export const keyOf = ({ id, isRepeat, publishDate }: Entry): string =>
  isRepeat ? `${id} ${publishDate}` : id;

/** Where a post stands in a zone. */
export function place(entry: Entry, zone: string): Placed {
  const ms = Date.parse(entry.publishDate);
  return { key: keyOf(entry), entry, ms, day: dayOf(ms, zone), minute: minuteOf(ms, zone) };
}

/** Posts by day, each day in the order of its times. */
export function byDay(placed: readonly Placed[]): ReadonlyMap<Day, readonly Placed[]> {
  return Map.groupBy(
    placed.toSorted((a, b) => a.ms - b.ms),
    ({ day }) => day,
  );
}

/** Free posting times at one minute: the channels that have it. */
export interface PlacedSlot {
  readonly ms: number;
  readonly day: Day;
  readonly minute: number;
  readonly channelIds: readonly string[];
}

/** Whether a post that is moved to an instant takes a free posting time of its channel. */
export const takesFree = ({ channel }: Entry, ms: number, slots: readonly Slot[]): boolean =>
  slots.some(({ channelId, date }) => channelId === channel.id && Date.parse(date) === ms);

/** Free posting times by day; the same time of several channels is one. */
export function slotsByDay(slots: readonly Slot[], zone: string): ReadonlyMap<Day, readonly PlacedSlot[]> {
  const atOnce = Map.groupBy(slots, ({ date }) => date);
  const placed = [...atOnce].map(([date, ones]): PlacedSlot => {
    const ms = Date.parse(date);
    return {
      ms,
      day: dayOf(ms, zone),
      minute: minuteOf(ms, zone),
      channelIds: ones.map(({ channelId }) => channelId),
    };
  });
  return Map.groupBy(placed, ({ day }) => day);
}

/** Why a post cannot be moved; null when it can. */
export function whyFixed(entry: Entry): string | null {
  const { repeat, fixed } = strings.calendar.post;
  if (entry.canMove) return null;
  if (entry.isRepeat) return repeat;
  if (entry.status === 'published') return fixed.published;
  return toneOf(entry) === 'busy' ? fixed.publishing : fixed.ended;
}
