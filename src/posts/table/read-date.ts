/** Dates of tables, as people and office programs write them. */
import { DateTime, type TokenParser } from 'luxon';
import { ApiError } from '../../platform/errors.ts';
import { sentence } from '../../platform/sentences.ts';
import { parseDate } from '../../platform/parse-date.ts';

/** What comes first in `04/05/2031`. */
export type DateOrder = 'day-first' | 'month-first';

const TIMES = ['', ' H:mm', ' H:mm:ss', ' H.mm', ' h:mm a', ' h:mm:ss a', ' h a'];
/** With dots, the day is first in every country that writes so. */
const PLAIN = ['yyyy-M-d', 'yyyy/M/d', 'yyyy.M.d', 'd.M.yy'];
const ORDERED = {
  'day-first': ['d/M/yy', 'd-M-yy'],
  'month-first': ['M/d/yy', 'M-d-yy'],
} as const satisfies Record<DateOrder, readonly string[]>;

const parsersOf = (dates: readonly string[]): TokenParser[] =>
  dates.flatMap((date) =>
    TIMES.map((time) => DateTime.buildFormatParser(`${date}${time}`, { locale: 'en' })),
  );
const plain = parsersOf(PLAIN);
const ordered = {
  'day-first': parsersOf(ORDERED['day-first']),
  'month-first': parsersOf(ORDERED['month-first']),
};
const ORDERS = Object.keys(ordered) as DateOrder[];

/** The date from two columns. Programs write midnight into a column of dates alone (pandas, Excel). */
export const joinTime = (date: string, time: string): string =>
  [time ? date.replace(/[ T]0?0:00(?::00(?:\.0+)?)?$/, '') : date, time].filter(Boolean).join(' ');

/** An offset behind a time of the day, and the name of a zone behind that. */
const OFFSET = /(?<=:\d\d(?: ?[ap]m)?) ?(?:z|[+-]\d\d:?\d\d)(?:\[[^\]]*\])?$/i;
const NUMBER = /[+-]\d\d:?\d\d$/;

/** A date whose line names its zone beside it, so that an offset in the date must be one of that zone. */
export const withZone = (text: string, zone: string): string =>
  zone && namesZone(text) && NUMBER.test(text) ? `${text}[${zone}]` : text;

/** The offset apart, one space between date and time, and none of the marks that a spreadsheet leaves. */
function parts(input: string): { clock: string; offset: string } {
  // Programs put other blanks between a time and PM than keyboards do (CLDR 42: U+202F).
  const text = input.replaceAll(/\s+/g, ' ').replace(/(?<=\d ?)([ap])\.m\.$/i, '$1m');
  const offset = OFFSET.exec(text)?.[0] ?? '';
  const clock = text
    .slice(0, text.length - offset.length)
    .replace(/(?<=\d)T(?=\d)/i, ' ')
    .replace(/,? +/g, ' ')
    .replace(/(?<=\d)(?=[ap]m$)/i, ' ')
    .toUpperCase();
  return { clock, offset: offset.trim() };
}

function readAs(clock: string, parsers: readonly TokenParser[]): string | undefined {
  for (const parser of parsers) {
    const date = DateTime.fromFormatParser(clock, parser, { zone: 'utc', locale: 'en' });
    if (date.isValid) return date.toFormat(clock.includes(' ') ? "yyyy-MM-dd'T'HH:mm:ss" : 'yyyy-MM-dd');
  }
  return undefined;
}

/** The orders in which a date can be read; none for a date that needs none. */
function ordersOf(text: string): DateOrder[] {
  const { clock } = parts(text);
  if (!/^\d{1,2}[/-]\d/.test(clock)) return [];
  return ORDERS.filter((order) => readAs(clock, ordered[order]) !== undefined);
}

/** The order that some dates of a table prove, because there is no 13th month, and that none contradicts. */
export function provenOrder(texts: readonly string[]): DateOrder | undefined {
  const proven = new Set(texts.map(ordersOf).flatMap((orders) => (orders.length === 1 ? orders : [])));
  return proven.size === 1 ? [...proven][0] : undefined;
}

export const looksLikeDate = (text: string): boolean =>
  readAs(parts(text).clock, plain) !== undefined || ordersOf(text).length > 0;

/** Whether it names its own zone or offset. */
export const namesZone = (text: string): boolean =>
  /(?:z|[+-]\d\d(?::?\d\d)?|\])$/i.test(text) && /\d[t ]\d/i.test(text);

/**
 * A date of a table: ISO 8601, or with slashes, dots and hours of one digit. `zone`: of a date that names
 * none.
 *
 * @throws ApiError `invalid_date` as parseDate, and for a date in which the month cannot be identified
 */
export function readTableDate(text: string, zone: string | undefined, order: DateOrder | undefined): Date {
  const { clock, offset } = parts(text);
  const known = readAs(clock, order ? [...plain, ...ordered[order]] : plain);
  if (known) return parseDate(`${known}${offset}`, 'date', zone);
  if (!order && ordersOf(text).length) {
    throw new ApiError('invalid_date', {
      issues: [{ path: 'date', ...sentence('table_day_unclear', { given: text }) }],
    });
  }
  return parseDate(text, 'date', zone);
}
