import { ApiError } from '../../platform/errors.ts';

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
