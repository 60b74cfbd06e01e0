/**
 * The clock of a time zone: which day and minute an instant has there, and back. A calendar asks this a
 * thousand times for one page, so the offset from UTC is kept for each quarter of an hour (transitions happen
 * on no other minute).
 */

/** A day of the calendar, without a zone: "2031-05-04". */
export type Day = string;

/** An hour of a day that the clock skips, or shows twice; minutes after midnight. */
export interface ClockChange {
  readonly kind: 'missing' | 'twice';
  readonly from: number;
  readonly to: number;
}

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
const QUARTER_MS = 15 * MINUTE_MS;

interface Zone {
  readonly format: Intl.DateTimeFormat;
  readonly offsets: Map<number, number>;
}

const zones = new Map<string, Zone>();

function zoneOf(name: string): Zone {
  const known = zones.get(name);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const zone: Zone = { format, offsets: new Map() };
  zones.set(name, zone);
  return zone;
}

/** By how much the clock of the zone is ahead of UTC at an instant, in milliseconds. */
export function offsetAt(ms: number, zoneName: string): number {
  const zone = zoneOf(zoneName);
  const quarter = Math.floor(ms / QUARTER_MS) * QUARTER_MS;
  const known = zone.offsets.get(quarter);
  if (known !== undefined) return known;
  const part: Record<string, number> = {};
  for (const { type, value } of zone.format.formatToParts(quarter)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = part;
  const offset = Date.UTC(year, month - 1, day, hour, minute) - quarter;
  zone.offsets.set(quarter, offset);
  return offset;
}

/** What the clock shows at an instant, as if it were UTC. */
const shownAt = (ms: number, zone: string): number => ms + offsetAt(ms, zone);

export function dayOf(ms: number, zone: string): Day {
  return new Date(shownAt(ms, zone)).toISOString().slice(0, 10);
}

/** Minutes after midnight, by the clock: 9:30 is 570, also on a day of 23 hours. */
export function minuteOf(ms: number, zone: string): number {
  const clock = shownAt(ms, zone);
  return Math.floor((clock - Math.floor(clock / DAY_MS) * DAY_MS) / MINUTE_MS);
}

/** The clock as a field takes it: "09:30". */
export const timeOf = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** A time of the clock on a day: "2031-05-04T09:30". */
export const clockOf = (day: Day, minute: number): string => `${day}T${timeOf(minute)}`;

const midnight = (day: Day): number => Date.parse(`${day}T00:00:00Z`);

/**
 * The instant at which the clock shows this. Of two, the first; a time that the clock skips becomes the one
 * as long after the gap as it was after its beginning.
 */
export function instantOf(day: Day, minute: number, zone: string): number {
  const clock = midnight(day) + minute * MINUTE_MS;
  const before = offsetAt(clock - DAY_MS, zone);
  const candidates = [clock - before, clock - offsetAt(clock + DAY_MS, zone)];
  const shown = candidates.filter((ms) => shownAt(ms, zone) === clock);
  return shown.length ? Math.min(...shown) : clock - before;
}

/** The hour of a day that does not exist or comes twice; null on the other 363 days. */
export function clockChangeOn(day: Day, zone: string): ClockChange | null {
  const begin = midnight(day);
  let low = begin - offsetAt(begin - DAY_MS / 2, zone);
  let high = begin + DAY_MS - offsetAt(begin + 1.5 * DAY_MS, zone);
  const before = offsetAt(low, zone);
  const after = offsetAt(high, zone);
  if (before === after) return null;
  while (high - low > QUARTER_MS) {
    const middle = Math.round((low + high) / 2 / QUARTER_MS) * QUARTER_MS;
    if (offsetAt(middle, zone) === before) low = middle;
    else high = middle;
  }
  const minutes = (offset: number): number => (high + offset - begin) / MINUTE_MS;
  return before < after
    ? { kind: 'missing', from: minutes(before), to: minutes(after) }
    : { kind: 'twice', from: minutes(after), to: minutes(before) };
}

/** The day `count` days later (or earlier, below zero). */
export const addDays = (day: Day, count: number): Day =>
  new Date(midnight(day) + count * DAY_MS).toISOString().slice(0, 10);

/** The same day of another month, or that month's last day. */
export function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + count, 0));
  return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(date, last.getUTCDate())))
    .toISOString()
    .slice(0, 10);
}

/**
 * Whether a text names a day that exists, in a year whose neighbours have four digits too: days are compared
 * as texts, and the weeks of December 9999 had no end.
 */
export const isDay = (text: string): boolean =>
  /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) &&
  text < '9999' &&
  new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

/** Midnight of the day in UTC: what `Intl` formats with the zone UTC. */
export const dateOf = (day: Day): Date => new Date(midnight(day));
