/** Times of the clock in a time zone, as fields take them, and the instants that they mean. */
import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);
dayjs.extend(timezone);

const FIELD = 'YYYY-MM-DDTHH:mm';

/** An instant as the clock of a zone shows it: "2031-05-04T09:30". */
export const toClock = (iso: string, zone: string): string => dayjs(iso).tz(zone).format(FIELD);

/**
 * The instant at which the clock of a zone shows this; null for text that is no time. A time that the clock
 * skips (the start of summer time) becomes the one after the gap: `toClock` of the answer then differs.
 */
export function fromClock(clock: string, zone: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(clock)) return null;
  const date = dayjs.tz(clock, zone);
  return date.isValid() ? date.toISOString() : null;
}

/** The clock of a zone, some days from now, at an hour. */
export function daysAhead(zone: string, { days, hour }: { days: number; hour: number }): string {
  const day = dayjs().tz(zone).add(days, 'day').format('YYYY-MM-DD');
  return dayjs.tz(`${day}T${String(hour).padStart(2, '0')}:00`, zone).toISOString();
}

/** The next full hour that is at least half an hour away. */
export const nextHour = (): string => dayjs().add(90, 'minute').startOf('hour').toISOString();
