/** Times of the clock in a time zone, as fields take them, and the instants that they mean. */
import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import { now } from '../api/server-clock.ts';

dayjs.extend(utc);
dayjs.extend(timezone);

const FIELD = 'YYYY-MM-DDTHH:mm';
/**
 * The last time that a field takes: without one, its year has six digits, and goes on when four are typed.
 */
export const LAST_CLOCK = '9999-12-31T23:59';

/** An instant as the clock of a zone shows it: "2031-05-04T09:30". */
export const toClock = (iso: string, zone: string): string => dayjs(iso).tz(zone).format(FIELD);

/**
 * The instant at which the clock of a zone shows this; null for text that is no time, and for a year before
 * 1000: it is being typed, and its other digits are still to come. A time that the clock skips (the start of
 * summer time) becomes the one after the gap: `toClock` of the answer then differs.
 */
export function fromClock(clock: string, zone: string): string | null {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}/.test(clock)) return null;
  const date = dayjs.tz(clock, zone);
  return date.isValid() ? date.toISOString() : null;
}

/** A time that the clock of a zone skips, or shows twice: the two instants that it can mean, in order. */
export interface Shift {
  readonly kind: 'skipped' | 'twice';
  readonly readings: readonly [string, string];
}

/** What is unclear about a time of the clock; null on nearly every day. */
export function shiftOf(clock: string, zone: string): Shift | null {
  // The day after the last one that a field takes has a year of five digits, which the zones do not know.
  if (!fromClock(clock, zone) || clock > '9999-12-31') return null;
  const asUtc = dayjs.utc(clock);
  const readings = [1, -1].map((days) => {
    const offset = asUtc.subtract(days, 'day').tz(zone).utcOffset();
    return asUtc.subtract(offset, 'minute').toISOString();
  });
  const [first = '', second = ''] = readings.toSorted();
  if (first === second) return null;
  const shown = [first, second].filter((one) => toClock(one, zone) === clock.slice(0, FIELD.length)).length;
  // Both offsets of a zone that changes on another hour of these days lead to different instants too.
  if (shown === 1) return null;
  return { kind: shown ? 'twice' : 'skipped', readings: [first, second] };
}

/** The clock of a zone, some days from now, at an hour. */
export function daysAhead(zone: string, { days, hour }: { days: number; hour: number }): string {
  const day = dayjs(now()).tz(zone).add(days, 'day').format('YYYY-MM-DD');
  return dayjs.tz(`${day}T${String(hour).padStart(2, '0')}:00`, zone).toISOString();
}

/** The next full hour that is at least half an hour away. */
export const nextHour = (): string => dayjs(now()).add(90, 'minute').startOf('hour').toISOString();
