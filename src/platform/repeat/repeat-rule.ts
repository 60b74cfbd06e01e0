/**
 * Rules by which a post is repeated: a part of the recurrence rules of iCalendar (RFC 5545, section 3.3.10),
 * with the days that are left out (EXDATE, section 3.8.5.1). Stored as text, read by rrule-temporal.
 */
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import type { Sentence } from '../../../providers/_kit/sentences/fill.ts';
import { sentence } from '../sentences.ts';

/** The longest text of a rule with its left out days. */
export const MAX_RULE = 4000;
const MAX_COUNT = 1000;
const MAX_INTERVAL = 3650;
export const MAX_EXCEPTIONS = 300;
/** What a search for one date may look at: 2,000 days are more than five years. */
const SEARCH = { maxIterations: 2000, maxCandidateEvaluations: 20_000 };

const DAY = /^(?:MO|TU|WE|TH|FR|SA|SU)$/;
const NTH_DAY = /^(?:[1-5]|-[1-5])(?:MO|TU|WE|TH|FR|SA|SU)$/;
const between = (low: number, high: number) => (value: string) =>
  /^-?\d{1,4}$/.test(value) && Number(value) >= low && Number(value) <= high;
const isMonthDay = (value: string): boolean => value === '-1' || between(1, 31)(value);
const isPlainDate = (value: string): boolean => /^\d{8}$/.test(value) && dayOf(value) !== undefined;

/** What may follow each name; `several`: a list, with commas. */
const PARTS: Readonly<
  Record<string, { readonly takes: (value: string) => boolean; readonly several?: true }>
> = {
  FREQ: { takes: (value) => /^(?:DAILY|WEEKLY|MONTHLY|YEARLY)$/.test(value) },
  INTERVAL: { takes: between(1, MAX_INTERVAL) },
  COUNT: { takes: (value) => /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= MAX_COUNT },
  UNTIL: { takes: isPlainDate },
  BYDAY: { takes: (value) => DAY.test(value) || NTH_DAY.test(value), several: true },
  BYMONTHDAY: { takes: isMonthDay, several: true },
  BYMONTH: { takes: between(1, 12), several: true },
  WKST: { takes: (value) => DAY.test(value) },
};

/** A rule as it is stored: its parts, and the days (`YYYY-MM-DD`) that are left out. */
export interface RepeatRule {
  readonly parts: ReadonlyMap<string, string>;
  readonly without: readonly string[];
}

function dayOf(compact: string): string | undefined {
  const day = `${compact.slice(0, 4)}-${compact.slice(4, 6)}-${compact.slice(6)}`;
  try {
    return Temporal.PlainDate.from(day, { overflow: 'reject' }).toString();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * Reads a rule: `FREQ=WEEKLY;BYDAY=MO,FR;UNTIL=20310601`, with or without `RRULE:` before it, and perhaps a
 * line `EXDATE;VALUE=DATE:20310505,20310509`. A sentence says what is wrong with it.
 */
export function readRule(text: string): RepeatRule | Sentence {
  if (text.length > MAX_RULE) return sentence('repeat_too_long', { max: MAX_RULE });
  const [first = '', ...others] = text.trim().toUpperCase().split(/\r?\n/);
  const parts = new Map<string, string>();
  for (const part of first.replace(/^RRULE:/, '').split(';')) {
    const [name = '', value = '', ...rest] = part.split('=');
    const kind = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
    const values = kind?.several ? value.split(',') : [value];
    if (!kind || rest.length > 0 || parts.has(name)) {
      return sentence('repeat_part', { part: part.slice(0, 40) });
    }
    if (values.length > 31 || !values.every(kind.takes)) return wrongPart(name, part);
    parts.set(name, [...new Set(values)].join(','));
  }
  if (!parts.has('FREQ')) return sentence('repeat_part', { part: first.slice(0, 40) });
  if (parts.has('COUNT') && parts.has('UNTIL')) return sentence('repeat_two_ends');
  const nth = (parts.get('BYDAY') ?? '').split(',').some((day) => NTH_DAY.test(day));
  if (nth && parts.get('FREQ') !== 'MONTHLY') return sentence('repeat_nth_day');
  const without = others.flatMap((line) => line.replace(/^EXDATE;VALUE=DATE:/, '').split(','));
  if (without.length > MAX_EXCEPTIONS) return sentence('repeat_exceptions', { max: MAX_EXCEPTIONS });
  if (!without.every(isPlainDate)) return sentence('repeat_part', { part: (others[0] ?? '').slice(0, 40) });
  return { parts, without: [...new Set(without.map((day) => dayOf(day) ?? day))].toSorted() };
}

function wrongPart(name: string, part: string): Sentence {
  if (name === 'FREQ') return sentence('repeat_too_often');
  if (name === 'COUNT') return sentence('repeat_count', { max: MAX_COUNT });
  if (name === 'UNTIL') return sentence('repeat_until');
  return sentence('repeat_part', { part: part.slice(0, 40) });
}

const compact = (day: string): string => day.replaceAll('-', '');

export function writeRule({ parts, without }: RepeatRule): string {
  const rule = [...parts].map(([name, value]) => `${name}=${value}`).join(';');
  return without.length > 0 ? `${rule}\nEXDATE;VALUE=DATE:${without.map(compact).join(',')}` : rule;
}

/** A stored rule; one that could not be read would have been refused. */
export function storedRule(text: string): RepeatRule {
  const rule = readRule(text);
  if ('code' in rule) throw new Error(`A stored rule is not one: ${rule.message}`);
  return rule;
}

/** The same rule with other parts; an undefined one is left out. */
export function withParts(
  rule: RepeatRule,
  change: Readonly<Record<string, string | undefined>>,
): RepeatRule {
  const parts = new Map(rule.parts);
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) parts.delete(name);
    else parts.set(name, value);
  }
  return { ...rule, parts };
}

/** The last day of a rule, inclusive. */
export const until = (day: Temporal.PlainDate): string => compact(day.toString());

/** Times of the clock as instants of UTC, in which the rule is reckoned: no day skips a time there. */
const asUtc = (clock: Temporal.PlainDateTime): Date =>
  new Date(clock.toZonedDateTime('UTC').epochMilliseconds);

/** Times of a clock, without a zone. */
export interface RuleDates {
  /** Those after the first one and between the two, both included. */
  within(from: Temporal.PlainDateTime, to: Temporal.PlainDateTime): Temporal.PlainDateTime[];
  /** The next one; null where there is none, also where a bounded search finds none. */
  next(after: Temporal.PlainDateTime): Temporal.PlainDateTime | null;
  /** The rule as it goes on from one of the dates: of a number of dates, those before it are taken off. */
  from(clock: Temporal.PlainDateTime): RepeatRule;
}

/** The dates of a rule whose first one is `first`, also where the rule itself would not name that. */
export function datesOfRule(rule: RepeatRule, first: Temporal.PlainDateTime): RuleDates {
  const found = new RRuleTemporal({
    ...SEARCH,
    rruleString: [...rule.parts].map(([name, value]) => `${name}=${value}`).join(';'),
    dtstart: first.toZonedDateTime('UTC'),
    includeDtstart: true,
    temporal: Temporal,
  });
  const isLeftOut = (clock: Temporal.PlainDateTime): boolean =>
    rule.without.includes(clock.toPlainDate().toString());
  const allWithin = (from: Temporal.PlainDateTime, to: Temporal.PlainDateTime): Temporal.PlainDateTime[] =>
    unlessEndless(() => found.between(asUtc(from), asUtc(to), true), [])
      .map((date) => date.toPlainDateTime())
      .filter((clock) => Temporal.PlainDateTime.compare(clock, first) > 0);
  return {
    within: (from, to) => allWithin(from, to).filter((clock) => !isLeftOut(clock)),
    next(after) {
      let clock = Temporal.PlainDateTime.compare(after, first) > 0 ? after : first;
      for (let tries = 0; tries <= MAX_EXCEPTIONS; tries++) {
        const next = unlessEndless(() => found.next(asUtc(clock)), null);
        if (!next) return null;
        clock = next.toPlainDateTime();
        if (!isLeftOut(clock)) return clock;
      }
      return null;
    },
    from(clock) {
      const count = rule.parts.get('COUNT');
      const day = clock.toPlainDate().toString();
      const rest = { ...rule, without: rule.without.filter((one) => one > day) };
      return count === undefined
        ? rest
        : withParts(rest, { COUNT: String(Number(count) - allWithin(first, clock).length) });
    },
  };
}

/** The first date of a rule that is not before a time of the clock; null where there is none. */
export function firstOf(rule: RepeatRule, from: Temporal.PlainDateTime): Temporal.PlainDateTime | null {
  const found = new RRuleTemporal({
    ...SEARCH,
    rruleString: [...withParts(rule, { COUNT: undefined }).parts]
      .map(([name, value]) => `${name}=${value}`)
      .join(';'),
    dtstart: from.toZonedDateTime('UTC'),
    temporal: Temporal,
  });
  return unlessEndless(() => found.next(asUtc(from), true), null)?.toPlainDateTime() ?? null;
}

/** A rule that names no date for years is one that names none. */
function unlessEndless<T>(search: () => T, none: T): T {
  try {
    return search();
  } catch (error) {
    if (error instanceof Error && /exceeded/.test(error.message)) return none;
    throw error;
  }
}
