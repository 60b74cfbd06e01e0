/** The rule of a post that is changed or moved. */
import { Temporal } from 'temporal-polyfill';
import type { EntityManager } from '../../platform/database.ts';
import type { PostRow } from '../../platform/entities/post.ts';
import { ApiError } from '../../platform/errors.ts';
import { clockAt, clockOf } from '../../platform/repeat/occurrences.ts';
import { storedRule, withParts, writeRule, type RepeatRule } from '../../platform/repeat/repeat-rule.ts';
import { sentence } from '../../platform/sentences.ts';
import { repeatOn, zoneInside } from './repeat-input.ts';

/** The change of one post; `repeatRule` null = it is no longer repeated. */
interface Change {
  readonly publishAt?: Date;
  readonly repeatRule?: string | null;
}

/**
 * Gives the post the rule that was asked for, or the rule that it has on its new day. Before the post gets
 * its new date.
 *
 * @throws ApiError `invalid_request` naming `repeat`
 */
export async function changeRhythm(tx: EntityManager, post: PostRow, change: Change): Promise<void> {
  const { publishAt = post.publishAt, repeatRule } = change;
  if (repeatRule === undefined && !post.repeatRule) return;
  const zone = await zoneInside(tx, post.organization);
  if (repeatRule === undefined) {
    const from = clockOf({ publishAt: post.publishAt, timeZone: zone, repeatTime: post.repeatTime });
    const rule = storedRule(post.repeatRule ?? '');
    post.repeatRule = writeRule(movedRule(rule, from.toPlainDate(), clockAt(publishAt, zone).toPlainDate()));
    return;
  }
  if (repeatRule !== null) {
    const next: unknown[] = await tx.execute('select 1 from post where repeat_of = ?', [post.id]);
    if (next.length > 0) {
      throw new ApiError('invalid_request', { issues: [{ path: 'repeat', ...sentence('repeat_goes_on') }] });
    }
  }
  Object.assign(post, {
    intervalDays: null,
    repeatTime: null,
    repeatRule: repeatRule === null ? null : repeatOn(repeatRule, publishAt, zone),
  });
}

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
const nameOf = (day: Temporal.PlainDate): string => DAYS[day.dayOfWeek - 1] ?? 'MO';

/**
 * A rule whose post is moved to another day: one that names a single day names the new one then. Rules of
 * several days stay as they are.
 */
export function movedRule(rule: RepeatRule, from: Temporal.PlainDate, to: Temporal.PlainDate): RepeatRule {
  if (from.equals(to)) return rule;
  const moved = movedParts(rule, from, to);
  const namesDays = rule.parts.has('BYDAY') || rule.parts.has('BYMONTHDAY');
  if (moved === rule && namesDays) return rule;
  // The days that are left out are those of posts of their own, or of none: they move with the others.
  const { days } = from.until(to, { largestUnit: 'days' });
  return {
    ...moved,
    without: rule.without.map((day) => Temporal.PlainDate.from(day).add({ days }).toString()),
  };
}

function movedParts(rule: RepeatRule, from: Temporal.PlainDate, to: Temporal.PlainDate): RepeatRule {
  const { BYDAY: byDay, BYMONTHDAY: byMonthDay, FREQ: every } = Object.fromEntries(rule.parts);
  if (every === 'WEEKLY' && byDay === nameOf(from)) return withParts(rule, { BYDAY: nameOf(to) });
  if (every === 'MONTHLY' && byMonthDay === String(from.day)) {
    return withParts(rule, { BYMONTHDAY: String(to.day) });
  }
  if (every === 'MONTHLY' && byDay && /^-?\d[A-Z]{2}$/.test(byDay) && byDay.endsWith(nameOf(from))) {
    const isLast = byDay.startsWith('-1') && to.day + 7 > to.daysInMonth;
    return withParts(rule, { BYDAY: `${isLast ? -1 : Math.ceil(to.day / 7)}${nameOf(to)}` });
  }
  return rule;
}
