/** Days in a time zone, by the browser's own calendar: pages that show no fields for dates need no more. */
import { now as serverNow } from '../api/server-clock.ts';

const DAY_MS = 86_400_000;

/** "2031-05-04": the day on which an instant lies. */
export function dayOf(at: string | number, zone: string): string {
  // Canadian English writes dates in this order.
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(at));
}

/** The days from today on: `days(zone, 2)` is today and tomorrow. */
export function days(zone: string, count: number, now = serverNow()): string[] {
  const today = Date.parse(`${dayOf(now, zone)}T00:00:00Z`);
  return Array.from({ length: count }, (_, n) => new Date(today + n * DAY_MS).toISOString().slice(0, 10));
}

/** The last instant of a day. */
export function endOf(day: string, zone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`) + DAY_MS;
  // The clock may be set between the first guess and the actual instant.
  const guess = midnight - aheadMs(midnight, zone);
  return new Date(midnight - aheadMs(guess, zone) - 1).toISOString();
}

/** How far the clock of the zone is ahead of UTC at an instant. */
function aheadMs(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(new Date(at));
  const valueOf = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  return (
    Date.UTC(
      valueOf('year'),
      valueOf('month') - 1,
      valueOf('day'),
      valueOf('hour'),
      valueOf('minute'),
      valueOf('second'),
    ) - at
  );
}
