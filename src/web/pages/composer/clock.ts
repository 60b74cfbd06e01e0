import { now as serverNow } from '../../api/server-clock.ts';
import { hourStyle, locale } from '../../format/date-time.tsx';

/** "10:32" today, with the day before it on any other day; in the zone of the organisation. */
export function formatClock(iso: string, zone: string, now = new Date(serverNow())): string {
  const day = (date: Date): string =>
    new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: zone }).format(date);
  const date = new Date(iso);
  return new Intl.DateTimeFormat(locale(), {
    ...(day(date) === day(now) ? {} : { weekday: 'short', day: 'numeric', month: 'short' }),
    hour: hourStyle(),
    minute: '2-digit',
    timeZone: zone,
  }).format(date);
}
