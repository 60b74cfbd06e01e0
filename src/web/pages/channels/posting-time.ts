/** Posting times as a person edits them: a time of day with its weekdays. */
import { formatTime, locale } from '../../format/date-time.tsx';
import { firstDayOfWeek } from '../calendar/grid.ts';
import type { Channel } from './channel.ts';

/** As the API has it: every day, it is the number alone. */
type ApiTime = Channel['postingTimes'][number];

/** `time`: minutes after midnight; `days`: ISO weekdays, 1 = Monday. */
export interface PostingTime {
  readonly time: number;
  readonly days: readonly number[];
}

export const EVERY_DAY: readonly number[] = [1, 2, 3, 4, 5, 6, 7];

export const fromApi = (one: ApiTime): PostingTime =>
  typeof one === 'number' ? { time: one, days: EVERY_DAY } : one;

export const toApi = ({ time, days }: PostingTime): ApiTime =>
  days.length === EVERY_DAY.length ? time : { time, days: [...days] };

/** The weekdays in the order of the reader's week. */
export function weekdays(): number[] {
  const first = firstDayOfWeek(locale());
  return EVERY_DAY.map((_, n) => ((first - 1 + n) % 7) + 1);
}

/** "Mon". 2024-01-01 was a Monday. */
export const weekdayName = (day: number, weekday: 'short' | 'long' = 'short'): string =>
  new Intl.DateTimeFormat(locale(), { weekday, timeZone: 'UTC' }).format(Date.UTC(2024, 0, day));

/** As the reader writes times: "09:00", "9:00 AM". */
export const timeOfDay = (minutes: number): string =>
  formatTime(new Date(minutes * 60_000).toISOString(), 'UTC');

/** "09:00", or "09:00 (Mon, Tue)" where it is not every day. */
export function formatPostingTime(one: ApiTime): string {
  if (typeof one === 'number') return timeOfDay(one);
  const days = weekdays().filter((day) => one.days.includes(day));
  return `${timeOfDay(one.time)} (${days.map((day) => weekdayName(day)).join(', ')})`;
}
