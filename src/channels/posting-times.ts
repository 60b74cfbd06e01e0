/**
 * The coming posting times of a channel: by the clock of its organisation, or of UTC where nobody set them.
 */
import { DateTime } from 'luxon';

/** What a channel has. `minutes` after midnight in `zone` (IANA). */
export interface PostingTimes {
  readonly minutes: readonly number[];
  readonly zone: string;
}

const DAY_MINUTES = 1440;

/** The posting times of a channel of an organisation in this zone. */
export function postingTimesOf(
  channel: { readonly postingTimes: readonly { readonly time: number }[]; readonly postingLocal: boolean },
  organizationZone: string,
): PostingTimes {
  // Minutes below 0 and above a day were local times once: the day of a slot is the one that it falls on.
  const inDay = channel.postingTimes.map(({ time }) => ((time % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES);
  return {
    minutes: [...new Set(inDay)].toSorted((a, b) => a - b),
    zone: channel.postingLocal ? organizationZone : 'UTC',
  };
}

/**
 * Every slot after `fromMs`, in order and without an end, unless there are no times. A time that the clock
 * leaves out in spring is an hour later on that day; one that happens twice in autumn counts the first time.
 */
export function* slotsAfter({ minutes, zone }: PostingTimes, fromMs: number): Generator<number> {
  if (minutes.length === 0) return;
  const today = DateTime.fromMillis(fromMs, { zone }).startOf('day');
  let last = fromMs;
  for (let day = 0; ; day++) {
    const { year, month, day: date } = today.plus({ days: day });
    for (const minute of minutes) {
      const clock = { year, month, day: date, hour: Math.floor(minute / 60), minute: minute % 60 };
      const moments = DateTime.fromObject(clock, { zone }).getPossibleOffsets();
      const ms = Math.min(...moments.map((moment) => moment.toMillis()));
      if (ms <= last) continue;
      last = ms;
      yield ms;
    }
  }
}

/** The same times by the clock of another zone, as they fall on the day of `atMs`; what a person edits. */
export function minutesIn({ minutes, zone }: PostingTimes, other: string, atMs: number): number[] {
  if (zone === other) return [...minutes];
  const { year, month, day } = DateTime.fromMillis(atMs, { zone });
  return minutes
    .map((minute) =>
      DateTime.fromObject(
        { year, month, day, hour: Math.floor(minute / 60), minute: minute % 60 },
        { zone },
      ).setZone(other),
    )
    .map(({ hour, minute }) => hour * 60 + minute)
    .toSorted((a, b) => a - b);
}
