/** Times of the clock in a time zone, and the instants that they mean. */
import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);
dayjs.extend(timezone);

/** As a field for date and time takes it: "2031-05-04T09:30". */
export const toClock = (iso: string, zone: string): string => dayjs(iso).tz(zone).format('YYYY-MM-DDTHH:mm');

/** The instant at which the clock of the zone shows this; null for what is no time. */
export function fromClock(clock: string, zone: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(clock)) return null;
  const date = dayjs.tz(clock, zone);
  return date.isValid() ? date.toISOString() : null;
}

/** The next full hour that is at least half an hour away. */
export const nextHour = (): string => dayjs().add(90, 'minute').startOf('hour').toISOString();
