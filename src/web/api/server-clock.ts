/**
 * The clock of the server: it decides when posts are published, and that of the browser may be wrong by
 * hours.
 */

/** What an answer on its way, and seconds that a header leaves out, may account for. */
const TOLERANCE_MS = 30_000;

let offsetMs = 0;

/**
 * @param date the header `Date` of an answer (RFC 9110, section 6.6.1); null where the browser hides it,
 * which changes nothing
 * @param askedAt when it was asked for, by the browser's clock: an answer that was read long after it was
 * written, by a page that was asleep, proves nothing
 */
export function noteServerTime(date: string | null, askedAt: number): void {
  const at = Date.parse(date ?? '');
  const readAt = Date.now();
  if (!Number.isFinite(at) || readAt - askedAt > TOLERANCE_MS) return;
  offsetMs = Math.abs(at - readAt) > TOLERANCE_MS ? at - readAt : 0;
}

/** Milliseconds since 1970, as the server counts them. */
export const now = (): number => Date.now() + offsetMs;
