import { Temporal } from 'temporal-polyfill';
import { datesOfRule, storedRule, writeRule, type RuleDates } from './repeat-rule.ts';

/** The most dates of one post. A range may end in the year 9999, which nobody needs. */
const MAX_OCCURRENCES = 1000;
const DAY_MS = 86_400_000;

/** A post that is repeated. */
export interface Series {
  readonly publishAt: Date;
  readonly intervalDays?: number | null;
  /** The rule that it is repeated by, instead of an interval; the post itself has its first date. */
  readonly repeatRule?: string | null;
  /** IANA name of the organisation's time zone. */
  readonly timeZone: string;
  /** The time on the clock that the series keeps, where `publishAt` is off it: its day skips that time. */
  readonly repeatTime?: string | null;
}

/** A date of a series; `repeatTime` and `repeatRule` are what a post of that date has to carry on. */
export interface Occurrence {
  readonly publishAt: Date;
  readonly repeatTime: string | null;
  readonly repeatRule?: string | null;
}

/** The dates between `from` and `to`, both included, on which a post will be repeated. */
export function occurrencesOf(
  series: Series,
  { from, to }: { readonly from: Date; readonly to: Date },
): Date[] {
  if (series.repeatRule) return occurrencesByRule(series, { from, to });
  const at = dateOf(series);
  const dates: Date[] = [];
  for (let n = firstNear(series, from); dates.length <= MAX_OCCURRENCES; n++) {
    const { publishAt } = at(n);
    if (publishAt > to) break;
    if (publishAt >= from) dates.push(publishAt);
  }
  return dates;
}

/** The first date after `after` on which a post will be repeated; null once its rule has ended. */
export function nextOccurrence(series: Series, after: Date): Occurrence | null {
  if (series.repeatRule) return nextByRule(series, after);
  const at = dateOf(series);
  for (let n = firstNear(series, after); ; n++) {
    const next = at(n);
    if (next.publishAt > after) return next;
  }
}

/** The dates of a rule on the clock of its organisation. */
export function clockDates(series: Series): RuleDates & { readonly first: Temporal.PlainDateTime } {
  const first = clockOf(series);
  return { first, ...datesOfRule(storedRule(series.repeatRule ?? ''), first) };
}

/** What a clock shows at an instant. */
export const clockAt = (date: Date, zone: string): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(zone).toPlainDateTime();

/** Where the clocks skip a time, it is later by as much as they are set forward. */
export const instantOf = (clock: Temporal.PlainDateTime, zone: string): Date =>
  new Date(clock.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds);

function occurrencesByRule(series: Series, { from, to }: { from: Date; to: Date }): Date[] {
  if (from > to) return [];
  const { timeZone } = series;
  // A time that is skipped is named an hour or two before the one that it becomes.
  const near = clockAt(from, timeZone).subtract({ hours: 3 });
  const last = near.add({ days: MAX_OCCURRENCES });
  const end = clockAt(to, timeZone);
  return clockDates(series)
    .within(near, Temporal.PlainDateTime.compare(end, last) < 0 ? end : last)
    .map((clock) => instantOf(clock, timeZone))
    .filter((date) => date >= from && date <= to);
}

function nextByRule(series: Series, after: Date): Occurrence | null {
  const { timeZone } = series;
  const dates = clockDates(series);
  let clock = dates.next(clockAt(after, timeZone).subtract({ hours: 3 }));
  while (clock && instantOf(clock, timeZone) <= after) clock = dates.next(clock);
  if (!clock) return null;
  const publishAt = instantOf(clock, timeZone);
  const isSkipped = !clockAt(publishAt, timeZone).equals(clock);
  return {
    publishAt,
    repeatTime: isSkipped ? clock.toPlainTime().toString() : null,
    repeatRule: writeRule(dates.from(clock)),
  };
}

const daysOf = ({ intervalDays }: Series): number => intervalDays || 1;

/** A repeat that is not after `date`, or the first one: changes of the clock are less than two days. */
function firstNear(series: Series, date: Date): number {
  const days = (date.getTime() - series.publishAt.getTime()) / DAY_MS - 2;
  return Math.max(1, Math.floor(days / daysOf(series)));
}

/**
 * Returns a function that computes the date of the nth repeat: this many days later, at the same time on the
 * clock of the organisation. Where the clocks skip that time, the repeat is later by as much as they are set
 * forward, and the ones after it are back on time; of a time that comes twice it is the first.
 */
function dateOf(series: Series): (n: number) => Occurrence {
  const clock = clockOf(series);
  const days = daysOf(series);
  let last: { readonly n: number; readonly ms: number; readonly changeMs: number } | undefined;
  return (n) => {
    // Until the clocks are set again, every day has 24 hours. A list has up to a thousand dates of each post.
    const ms = last ? last.ms + (n - last.n) * days * DAY_MS : Infinity;
    if (last && n >= last.n && ms < last.changeMs) return { publishAt: new Date(ms), repeatTime: null };
    const wanted = clock.add({ days: n * days });
    const found = wanted.toZonedDateTime(series.timeZone, { disambiguation: 'compatible' });
    const publishAt = new Date(found.epochMilliseconds);
    if (!found.toPlainDateTime().equals(wanted)) {
      last = undefined;
      return { publishAt, repeatTime: wanted.toPlainTime().toString() };
    }
    const changeMs = found.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity;
    last = { n, ms: found.epochMilliseconds, changeMs };
    return { publishAt, repeatTime: null };
  };
}

/** The day and time on the clock that the dates of a series are counted from. */
export function clockOf({ publishAt, timeZone, repeatTime }: Series): Temporal.PlainDateTime {
  const begin = Temporal.Instant.fromEpochMilliseconds(publishAt.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime();
  if (!repeatTime) return begin;
  // Where the clocks are set forward at the end of a day (in Nuuk from 23:00 to 24:00), the time was the day
  // before. A person may have moved the post since.
  const kept = [begin, begin.subtract({ days: 1 })]
    .map((day) => day.withPlainTime(repeatTime))
    .find((clock) => clock.toZonedDateTime(timeZone).toPlainDateTime().equals(begin));
  return kept ?? begin;
}
