/** Durations as people say them: `7 days`, `30 minutes`. */
import { locale } from './date-time.tsx';

const UNITS = ['second', 'minute', 'hour', 'day'] as const;
const NEXT = { second: 60, minute: 60, hour: 24 };

/** A count of a unit, in the largest that it fills without rest. */
export function formatDuration(count: number, unit: (typeof UNITS)[number] = 'second'): string {
  let [amount, at] = [count, unit];
  while (at !== 'day' && amount > 0 && amount % NEXT[at] === 0) {
    amount /= NEXT[at];
    at = UNITS[UNITS.indexOf(at) + 1] ?? 'day';
  }
  return new Intl.NumberFormat(locale(), { style: 'unit', unit: at, unitDisplay: 'long' }).format(amount);
}
