import { IANAZone } from 'luxon';
import { ApiError } from '../errors.ts';

/**
 * A name as it is stored: one line, without blanks around it.
 *
 * @throws ApiError `invalid_request` at `path` when nothing is left, it is longer than `max` characters, or it holds control characters
 */
export function cleanName(text: string, { path = 'name', max }: { path?: string; max: number }): string {
  const name = text.trim();
  const length = [...name].length;
  if (length < 1 || length > max) throw new ApiError('invalid_request', { issues: [{ path, message: `must have 1 to ${max} characters` }] });
  if (/\p{Cc}/u.test(name)) throw new ApiError('invalid_request', { issues: [{ path, message: 'must be one line without control characters' }] });
  return name;
}

/** A time zone by its IANA name. @throws ApiError `invalid_request` at `timeZone` */
export function assertTimeZone(name: string): void {
  // Offsets (+03:00) would not follow summer time, which is what a person means by a zone.
  if (!/^[A-Za-z]/.test(name) || !IANAZone.isValidZone(name)) throw new ApiError('invalid_request', { issues: [{ path: 'timeZone', message: 'must be the name of a time zone such as Europe/Berlin' }] });
}
