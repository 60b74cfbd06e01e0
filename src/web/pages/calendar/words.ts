/** Days and times as text, in the language of the page. */
import { hourStyle, locale } from '../../format/date-time.tsx';
import { dateOf, MINUTE_MS, type Day } from './clock.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale()} ${name}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat(locale(), { timeZone: 'UTC', ...options });
  formats.set(key, format);
  return format;
}

export const timeText = (minute: number): string =>
  formatOf('time', { hour: hourStyle(), minute: '2-digit' }).format(minute * MINUTE_MS);

/** A full hour beside a grid, as short as it is written: "09:00", "9 AM". */
export const hourText = (hour: number): string =>
  hourStyle() === 'numeric'
    ? formatOf('hour', { hour: 'numeric' }).format(hour * 60 * MINUTE_MS)
    : timeText(hour * 60);

/** "Monday 23 November" */
export const dayText = (day: Day): string =>
  formatOf('day', { weekday: 'long', day: 'numeric', month: 'long' }).format(dateOf(day));

/** "Monday 23 November, 09:30" */
export const momentText = (day: Day, minute: number): string => `${dayText(day)}, ${timeText(minute)}`;

export const monthText = (day: Day): string =>
  formatOf('month', { month: 'long', year: 'numeric' }).format(dateOf(day));

export const spanText = (first: Day, last: Day): string =>
  formatOf('span', { day: 'numeric', month: 'short', year: 'numeric' }).formatRange(
    dateOf(first),
    dateOf(last),
  );

/** "Monday 23 November 2026" */
export const fullDayText = (day: Day): string =>
  formatOf('full', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(dateOf(day));

export const weekdayText = (day: Day): string =>
  formatOf('weekday', { weekday: 'short' }).format(dateOf(day));

export const dateText = (day: Day): string => String(Number(day.slice(8)));
