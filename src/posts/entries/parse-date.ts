import { DateTime } from 'luxon';
import { ApiError } from '../../platform/errors.ts';

/** A date may lie this far in the past (clocks differ, clients are slow); the post then goes out at once. */
const PAST_TOLERANCE_MS = 10 * 60_000;

/**
 * Parses a date as clients write it: ISO 8601 with `Z`, with an offset, without a zone (UTC), date only, or
 * with a space for the `T`; any number of fraction digits.
 *
 * @throws ApiError `invalid_date` naming the field for anything else, and for dates that do not exist
 */
export function parseDate(text: string, path = 'date'): Date {
  const date = DateTime.fromISO(text.trim().replace(/^(\d{4}-\d{2}-\d{2}) (?=\d)/, '$1T'), { zone: 'utc' });
  // PostgreSQL has no year 0, and an offset can lead out of the four digits.
  if (!/^\d{4}-\d{2}-\d{2}/.test(text.trim()) || !date.isValid || date.year < 1 || date.year > 9999) {
    const why = date.invalidExplanation ? ` (${date.invalidExplanation})` : '';
    const message = `"${text.slice(0, 40)}" is not a date such as 2031-05-04T09:30:00Z${why}`;
    throw new ApiError('invalid_date', { message: `${path} is not a date`, issues: [{ path, message }] });
  }
  return date.toJSDate();
}

/** @throws ApiError `invalid_date` when a post is scheduled for more than 10 minutes ago */
export function assertNotPast(date: Date, path = 'date', now = new Date()): void {
  if (now.getTime() - date.getTime() <= PAST_TOLERANCE_MS) return;
  const message = `is ${date.toISOString()}; now is ${now.toISOString()}. Use type "now" to publish at once`;
  throw new ApiError('invalid_date', {
    message: `${path} lies more than 10 minutes in the past`,
    issues: [{ path, message }],
  });
}
