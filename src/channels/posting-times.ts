/**
 * The coming posting times of a channel: by the clock of its organisation, or of UTC where nobody set them.
 */
import { DateTime } from 'luxon';
import type { Taken } from './coming-repeats.ts';

const DAY_MINUTES = 1440;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7] as const;

/**
 * One posting time as it is stored: minutes after midnight, and the ISO weekdays (1 = Monday); every day
 * without them.
 */
export interface StoredTime {
  readonly time: number;
  readonly days?: readonly number[];
}

/** The posting times of a channel, in order. `zone`: the IANA name of the clock that they are read on. */
export interface PostingTimes {
  readonly times: readonly { readonly minute: number; readonly days: readonly number[] }[];
  readonly zone: string;
}

/** The posting times of a channel of an organisation in this zone. */
export function postingTimesOf(
  channel: { readonly postingTimes: readonly StoredTime[]; readonly postingLocal: boolean },
  organizationZone: string,
): PostingTimes {
  return {
    // Minutes below 0 and above a day were local times once: the day of a slot is the one that it falls on.
    times: merged(
      channel.postingTimes.map(({ time, days }) => ({
        minute: ((time % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES,
        days: days ?? EVERY_DAY,
      })),
    ),
    zone: channel.postingLocal ? organizationZone : 'UTC',
  };
}

/** Each minute once, with all of its days. */
function merged(times: PostingTimes['times']): PostingTimes['times'] {
  const days = new Map<number, readonly number[]>();
  for (const one of times) days.set(one.minute, [...(days.get(one.minute) ?? []), ...one.days]);
  return [...days]
    .filter(([, found]) => found.length > 0)
    .map(([minute, found]) => ({ minute, days: [...new Set(found)].toSorted((a, b) => a - b) }))
    .toSorted((a, b) => a.minute - b.minute);
}

/**
 * Every slot after `fromMs`, in order and without an end, unless there are no times. A time that the clock
 * leaves out in spring is an hour later on that day; one that happens twice in autumn counts the first time.
 */
export function* slotsAfter({ times, zone }: PostingTimes, fromMs: number): Generator<number> {
  if (times.length === 0) return;
  const today = DateTime.fromMillis(fromMs, { zone }).startOf('day');
  let last = fromMs;
  for (let ahead = 0; ; ahead++) {
    const { year, month, day, weekday } = today.plus({ days: ahead });
    const moments = times
      .filter(({ days }) => days.includes(weekday))
      .map(({ minute }) => {
        const clock = { year, month, day, hour: Math.floor(minute / 60), minute: minute % 60 };
        const possible = DateTime.fromObject(clock, { zone }).getPossibleOffsets();
        return Math.min(...possible.map((moment) => moment.toMillis()));
      });
    // A time that is left out may come after the one that follows it.
    for (const ms of moments.toSorted((a, b) => a - b)) {
      if (ms <= last) continue;
      last = ms;
      yield ms;
    }
  }
}

/**
 * The same without those of which the minute is taken. Each taken minute fills one slot, and what is
 * taken has an end, so the first one is found.
 */
export async function* freeSlotsAfter(
  times: PostingTimes,
  fromMs: number,
  taken: Taken,
): AsyncGenerator<number> {
  for (const ms of slotsAfter(times, fromMs)) if (!(await taken.has(ms))) yield ms;
}

/**
 * A posting time as the API has it: minutes after midnight, or with the weekdays where it is not every
 * day.
 */
export type PresentedTime = number | { readonly time: number; readonly days: readonly number[] };

/** The times by the clock of another zone, as they fall on the day of `atMs`; what a person edits. */
export function timesIn({ times, zone }: PostingTimes, other: string, atMs: number): PresentedTime[] {
  const { year, month, day, weekday } = DateTime.fromMillis(atMs, { zone });
  const moved = times.map(({ minute, days }) => {
    const clock = { year, month, day, hour: Math.floor(minute / 60), minute: minute % 60 };
    const there = DateTime.fromObject(clock, { zone }).setZone(other);
    const ahead = there.weekday - weekday + 7;
    return {
      minute: zone === other ? minute : there.hour * 60 + there.minute,
      days: zone === other ? days : days.map((one) => ((one - 1 + ahead) % 7) + 1),
    };
  });
  return merged(moved).map(({ minute, days }) =>
    days.length === EVERY_DAY.length ? minute : { time: minute, days },
  );
}

/** The times that a person set, as they are stored. */
export function toStored(times: readonly PresentedTime[]): StoredTime[] {
  const all = times.map((one) =>
    typeof one === 'number' ? { minute: one, days: EVERY_DAY } : { minute: one.time, days: one.days },
  );
  return merged(all).map(({ minute, days }) => ({
    time: minute,
    ...(days.length === EVERY_DAY.length ? {} : { days }),
  }));
}
