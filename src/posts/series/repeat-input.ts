/** The field `repeat` of a request: a rule by which a post is repeated. */
import { queryInside, type EntityManager, type Reader, type Statement } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { nextOccurrence } from '../../platform/repeat/occurrences.ts';
import { MAX_RULE, readRule, writeRule, type RepeatRule } from '../../platform/repeat/repeat-rule.ts';
import { sentence } from '../../platform/sentences.ts';
import type { Sentence } from '../../../providers/_kit/sentences/fill.ts';

export const repeatField = {
  type: ['string', 'null'],
  maxLength: MAX_RULE,
  description:
    "Repeats the post by a rule of iCalendar (RFC 5545) on the clock of the organisation's time zone: FREQ (DAILY, WEEKLY, MONTHLY, YEARLY), INTERVAL, COUNT or UNTIL (the last day, 20310601), BYDAY, BYMONTHDAY, BYMONTH, WKST. A second line EXDATE;VALUE=DATE:20310505 leaves out days. null: not repeated",
} as const;

const ZONE: Statement = {
  name: 'organization-zone',
  text: 'select time_zone as zone from organization where id = $1',
};

/** The time zone of an organisation. */
export async function zoneOf(database: Reader, organizationId: string): Promise<string> {
  return (await database.query<{ zone: string }>(ZONE, [organizationId]))[0]?.zone ?? 'UTC';
}

export async function zoneInside(tx: EntityManager, organizationId: string): Promise<string> {
  return (await queryInside<{ zone: string }>(tx, ZONE, [organizationId]))[0]?.zone ?? 'UTC';
}

const refused = (problem: Sentence): ApiError =>
  new ApiError('invalid_request', { issues: [{ path: 'repeat', ...problem }] });

/** @throws ApiError `invalid_request` naming `repeat`, for a text that is no rule that posts can have */
export function parseRepeat(text: string): RepeatRule {
  const rule = readRule(text);
  if ('code' in rule) throw refused(rule);
  return rule;
}

/**
 * A rule as it is stored, for a post on this date.
 *
 * @throws ApiError `invalid_request` naming `repeat`; also where no other date follows
 */
export function repeatOn(text: string, publishAt: Date, timeZone: string): string {
  const repeatRule = writeRule(parseRepeat(text));
  if (!nextOccurrence({ publishAt, timeZone, repeatRule }, publishAt)) {
    throw refused(sentence('repeat_no_date', { date: publishAt.toISOString() }));
  }
  return repeatRule;
}

/**
 * The rule of new posts, as it is stored.
 *
 * @throws ApiError `invalid_request` also where a request gives them two rhythms, or the queue their dates
 */
export async function ruleOfNew(
  database: Reader,
  organizationId: string,
  post: {
    readonly type: string;
    readonly inter?: number | null;
    readonly repeat?: string | null;
    readonly publishAt: Date;
  },
): Promise<string | null> {
  const { type, inter, repeat, publishAt } = post;
  if (!repeat) return null;
  if (inter) throw refused(sentence('repeat_two_rhythms'));
  if (type === 'queue') throw refused(sentence('repeat_in_queue'));
  return repeatOn(repeat, publishAt, await zoneOf(database, organizationId));
}
