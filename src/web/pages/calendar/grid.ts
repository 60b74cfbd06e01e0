/** Which days each view shows, and where posts stand on a day. */
import { addDays, addMonths, dateOf, instantOf, type Day } from './clock.ts';

export const VIEWS = ['month', 'week', 'day', 'list'] as const;
export type View = (typeof VIEWS)[number];

/** The first day of the week by the customs of a language: 1 = Monday to 7 = Sunday. */
export function firstDayOfWeek(language: string): number {
  const locale: Intl.Locale & { getWeekInfo?(): { firstDay: number } } = new Intl.Locale(language);
  return locale.getWeekInfo?.().firstDay ?? 1;
}

/** The first day of the week that a day is in. */
export function weekStart(day: Day, firstDay: number): Day {
  const weekday = dateOf(day).getUTCDay();
  return addDays(day, -((weekday - (firstDay % 7) + 7) % 7));
}

const span = (first: Day, count: number): Day[] => Array.from({ length: count }, (_, n) => addDays(first, n));

/** The weeks that a month touches, each with seven days. */
export function weeksOf(day: Day, firstDay: number): Day[][] {
  const first = `${day.slice(0, 7)}-01`;
  const last = addDays(addMonths(first, 1), -1);
  const weeks: Day[][] = [];
  for (let week = weekStart(first, firstDay); week <= last; week = addDays(week, 7)) {
    weeks.push(span(week, 7));
  }
  return weeks;
}

/** The days that a view shows. */
export function daysOf(view: View, day: Day, firstDay: number): Day[] {
  if (view === 'day') return [day];
  if (view === 'week') return span(weekStart(day, firstDay), 7);
  if (view === 'month') return weeksOf(day, firstDay).flat();
  const first = `${day.slice(0, 7)}-01`;
  return span(first, Number(addDays(addMonths(first, 1), -1).slice(8)));
}

/** From the first instant of the first day to the last millisecond of the last, in a zone. */
export function rangeOf(days: readonly Day[], zone: string): { from: string; to: string } {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  return {
    from: new Date(instantOf(first, 0, zone)).toISOString(),
    to: new Date(instantOf(addDays(last, 1), 0, zone) - 1).toISOString(),
  };
}

/** The day to show after a step back (-1) or ahead (1). */
export function stepBy(view: View, day: Day, step: number): Day {
  if (view === 'day') return addDays(day, step);
  if (view === 'week') return addDays(day, 7 * step);
  return addMonths(`${day.slice(0, 7)}-01`, step);
}

/** A minute of the day in steps of 15, within the day. */
export const snap = (minute: number): number => Math.min(1425, Math.max(0, Math.round(minute / 15) * 15));

/** Where a post stands among those that overlap it. */
export interface Place {
  readonly column: number;
  /** The number of columns. */
  readonly columns: number;
}

/** Posts that found no column, at the minute of the first of them. */
export interface Crowd {
  readonly minute: number;
  readonly count: number;
}

/**
 * Puts posts that overlap side by side, in the order of their minutes. Each takes `length` minutes of the
 * picture. A group that needs more than `most` columns keeps the last one for a count of the others.
 *
 * @param minutes in ascending order
 */
export function columnsOf(
  minutes: readonly number[],
  { length, most }: { length: number; most: number },
): { places: readonly (Place | null)[]; crowds: readonly Crowd[] } {
  const places: (Place | null)[] = [];
  const crowds: Crowd[] = [];
  for (let begin = 0; begin < minutes.length;) {
    const columns: number[] = [];
    const taken: number[] = [];
    let end = begin;
    let until = -Infinity;
    for (; end < minutes.length && (end === begin || (minutes[end] ?? 0) < until); end++) {
      const minute = minutes[end] ?? 0;
      const free = columns.findIndex((busyUntil) => busyUntil <= minute);
      const column = free === -1 ? columns.length : free;
      columns[column] = minute + length;
      taken.push(column);
      until = Math.max(until, minute + length);
    }
    const width = Math.min(columns.length, most);
    const shown = columns.length > most ? most - 1 : most;
    places.push(...taken.map((column) => (column < shown ? { column, columns: width } : null)));
    const hidden = taken.flatMap((column, n) => (column < shown ? [] : [minutes[begin + n] ?? 0]));
    if (hidden[0] !== undefined) crowds.push({ minute: hidden[0], count: hidden.length });
    begin = end;
  }
  return { places, crowds };
}
