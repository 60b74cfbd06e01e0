import { Temporal } from 'temporal-polyfill';
import { ApiError } from './errors.ts';
import type { Sentence } from '../../providers/_kit/sentences/fill.ts';
import { sentence } from './sentences.ts';

const DATE = String.raw`\d{4}-\d{2}-\d{2}`;
// Hours to 23 and seconds to 59: 24:00 and leap seconds belong to another day or minute than they name.
const TIME = String.raw`(?:[01]\d|2[0-3])(?::?[0-5]\d(?::?[0-5]\d(?:[.,]\d{1,30})?)?)?`;
// The clocks of the world lie between -12:00 and +14:00; RFC 3339 allows up to 23:59.
const OFFSET = String.raw`(?<offset>Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?`;
// RFC 9557: the name of the zone, then anything else that a program may add to the date.
const ZONE = String.raw`(?:\[!?(?<zone>[\w+:/-]{1,60})\])?`;
const TAGS = String.raw`(?:\[!?[a-z_][\w-]{0,30}=[\w-]{1,60}\]){0,5}`;
const WRITTEN = new RegExp(`^${DATE}(?<time>[T ]${TIME}${OFFSET}${ZONE}${TAGS})?$`, 'i');
/** A tag that may be ignored: it is not marked as critical. */
const ELECTIVE_TAG = /\[[^\]!=]*=[^\]]*\]/g;

/** An offset whose + has become a space, as it does in the query of a URL. */
const LOST_PLUS = /:\d\d(?:[.,]\d+)? \d\d(?::?\d\d)?(?:\[|$)/;

/** A date as it was written, in the form that Temporal reads. */
interface Written {
  readonly text: string;
  readonly hasTime: boolean;
  readonly offset: string | undefined;
  /** The zone that it names; undefined if it names none. */
  readonly zone: string | undefined;
}

/**
 * Parses a date as people and clients write it: ISO 8601 with `Z`, with an offset, with the name of a zone
 * (RFC 9557), without any (then in `zone`), date only, or with a space for the `T`; any number of fraction
 * digits. Over the API, `zone` is always UTC.
 *
 * @throws ApiError `invalid_date` naming the field for anything else, for dates that do not exist, and for
 * times that do not exist, come twice, or contradict their offset in the zone that is named
 */
export function parseDate(text: string, path = 'date', zone = 'UTC'): Date {
  const written = read(text.trim());
  const date = written && toDate(written, path, zone);
  // PostgreSQL has no year 0, and an offset can lead out of the four digits.
  if (!date || date.getUTCFullYear() < 1 || date.getUTCFullYear() > 9999) {
    const excerpt = text.slice(0, 40);
    if (LOST_PLUS.test(text)) throw refuse(path, sentence('plus_lost', { given: excerpt }));
    throw refuse(path, sentence('not_iso_8601', { example: '2031-05-04T09:30:00Z', given: excerpt }));
  }
  return date;
}

function read(text: string): Written | undefined {
  const groups = WRITTEN.exec(text)?.groups;
  if (!groups) return undefined;
  const { time, offset, zone } = groups;
  const inForm = text
    .replace(' ', 'T')
    .replace(/([.,]\d{9})\d+/, '$1')
    // Like Z, it leaves the clock of the zone open (RFC 9557, section 2).
    .replace(/-00(?::?00)?(?=\[)/, 'Z')
    .replaceAll(ELECTIVE_TAG, '');
  return { text: inForm, hasTime: time !== undefined, offset, zone };
}

/** Undefined for a date that is in no calendar, and a zone that is not known. */
function toDate(written: Written, path: string, zone: string): Date | undefined {
  try {
    return new Date(toMoment(written, zone).epochMilliseconds);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const why = reasonOf(written, zone);
    if (why) throw refuse(path, why);
    return undefined;
  }
}

const STRICT = { offset: 'reject', disambiguation: 'reject' } as const;

function toMoment(
  { text, hasTime, offset, zone: own }: Written,
  zone: string,
): { epochMilliseconds: number } {
  if (own !== undefined) return Temporal.ZonedDateTime.from(text, STRICT);
  if (offset !== undefined) return Temporal.Instant.from(text);
  if (!hasTime) return Temporal.PlainDate.from(text).toZonedDateTime(zone);
  return Temporal.PlainDateTime.from(text).toZonedDateTime(zone, STRICT);
}

/** What is wrong with a date whose parts are all right; undefined if one of them is not. */
function reasonOf({ text, offset, zone: own }: Written, zone: string): Sentence | undefined {
  if (own === undefined && offset !== undefined) return undefined;
  const name = own ?? zone;
  try {
    const clock = Temporal.PlainDateTime.from(clockOf(text));
    const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
      clock.toZonedDateTime(name, { disambiguation }),
    ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime];
    if (!later.toPlainDateTime().equals(clock)) {
      return sentence('time_skipped', { zone: name, earlier: utc(earlier), later: utc(later) });
    }
    const byOffset = offset && Temporal.Instant.from(`${clock.toString()}${offset}`);
    // Each reading is the same, so it is a tag that nobody here may pass over.
    if ((byOffset || later).epochMilliseconds === earlier.epochMilliseconds) {
      return sentence('critical_tag');
    }
    if (!byOffset) {
      return sentence('time_twice', { zone: name, first: utc(earlier), second: utc(later) });
    }
    return sentence('offset_not_of_zone', { byOffset: utc(byOffset), inZone: utc(earlier), zone: name });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The date and the time on the clock, without what follows them. */
const clockOf = (text: string): string => /^[^T]+T[\d:.,]+/i.exec(text)?.[0] ?? text;

const utc = (moment: { epochMilliseconds: number }): string =>
  new Date(moment.epochMilliseconds).toISOString().replace('.000Z', 'Z');

const refuse = (path: string, why: Sentence): ApiError =>
  new ApiError('invalid_date', { issues: [{ path, ...why }] });

/** A request for a new post; null is as good as no date. */
interface Dated {
  readonly date?: string | null;
  readonly type: string;
}

/**
 * The date of a new post. @throws ApiError `invalid_request` without one, which "now", "queue" and
 * "draft" can do
 */
export function requiredDate({ date, type }: Dated): Date {
  if (typeof date === 'string') return parseDate(date);
  throw new ApiError('invalid_request', {
    issues: [{ path: 'date', ...sentence('date_required', { type }) }],
  });
}

/** Whether a request leaves the date open: a draft may, and a post of the queue has its date from there. */
export const isUndated = ({ date, type }: Dated): boolean =>
  type === 'queue' || (type === 'draft' && typeof date !== 'string');

/**
 * The date of a new post, which is now for type "now" and for a draft without one. @throws as requiredDate
 */
export const dateOrNow = (input: Dated, now: Date): Date =>
  input.type === 'now' || isUndated(input) ? now : requiredDate(input);

/**
 * A date may lie this far in the past (clocks differ, clients are slow); the post is then published at once.
 */
const PAST_TOLERANCE_MS = 10 * 60_000;

/** @throws ApiError `invalid_date` when a post is scheduled for more than 10 minutes ago */
export function assertNotPast(date: Date, path = 'date', now = new Date()): void {
  if (now.getTime() - date.getTime() <= PAST_TOLERANCE_MS) return;
  throw refuse(path, sentence('in_the_past', { date: date.toISOString(), now: now.toISOString() }));
}
