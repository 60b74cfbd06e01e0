import { DateTime } from 'luxon';
import { ApiError } from './errors.ts';

const DATE = String.raw`(\d{4}-\d{2}-\d{2})`;
// Hours to 23 and seconds to 59: 24:00 and leap seconds belong to another day or minute than they say.
const TIME = String.raw`(?:[01]\d|2[0-3])(?::?[0-5]\d(?::?[0-5]\d(?:[.,]\d{1,30})?)?)?`;
// The clocks of the world lie between -12:00 and +14:00; RFC 3339 allows up to 23:59.
const OFFSET = String.raw`(?:Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?`;
// As Java writes it: the name of the zone after its offset.
const ZONE = String.raw`(?:\[[\w+/-]{1,60}\])?`;
const WRITTEN = new RegExp(`^${DATE}(?:[T ]${TIME}${OFFSET}${ZONE})?$`, 'i');

/**
 * Parses a date as clients write it: ISO 8601 with `Z`, with an offset, without a zone (then in `zone`), date
 * only, or with a space for the `T`; any number of fraction digits. Over the API, `zone` is always UTC.
 *
 * @throws ApiError `invalid_date` naming the field for anything else, and for dates that do not exist
 */
export function parseDate(text: string, path = 'date', zone = 'utc'): Date {
  const written = WRITTEN.test(text.trim()) ? text.trim().replace(' ', 'T') : '';
  const date = DateTime.fromISO(written, { zone });
  // PostgreSQL has no year 0, and an offset can lead out of the four digits.
  if (!written || !date.isValid || date.year < 1 || date.year > 9999) {
    const why = written && date.invalidExplanation ? ` (${date.invalidExplanation})` : '';
    const message = `must be ISO 8601 such as 2031-05-04T09:30:00Z, not "${text.slice(0, 40)}"${why}`;
    throw new ApiError('invalid_date', { issues: [{ path, message }] });
  }
  assertOnTheClock(date, written, path);
  return date.toJSDate();
}

/** The date of a new post. @throws ApiError `invalid_request` without one, which only type "now" can do */
export function requiredDate({ date, type }: { readonly date?: string; readonly type: string }): Date {
  if (date !== undefined) return parseDate(date);
  const message = `is required with type "${type}"; only type "now" needs none`;
  throw new ApiError('invalid_request', { issues: [{ path: 'date', message }] });
}

/** Where clocks are set forward, some times do not exist: 02:30 on a morning that goes from 02:00 to 03:00. */
function assertOnTheClock(date: DateTime, written: string, path: string): void {
  const [, hour] = /T(\d\d)[\d:.,]*$/.exec(written) ?? [];
  if (hour === undefined || Number(hour) === date.hour) return;
  const message = `does not exist in ${date.zoneName}: the clocks are set forward then. Choose another time`;
  throw new ApiError('invalid_date', { issues: [{ path, message }] });
}

/** A date may lie this far in the past (clocks differ, clients are slow); the post then goes out at once. */
const PAST_TOLERANCE_MS = 10 * 60_000;

/** @throws ApiError `invalid_date` when a post is scheduled for more than 10 minutes ago */
export function assertNotPast(date: Date, path = 'date', now = new Date()): void {
  if (now.getTime() - date.getTime() <= PAST_TOLERANCE_MS) return;
  const message =
    `is more than 10 minutes in the past: ${date.toISOString()}, and now is ${now.toISOString()}. ` +
    'Use type "now" to publish at once';
  throw new ApiError('invalid_date', { issues: [{ path, message }] });
}
