/** A rule by which posts are repeated, as the fields of its dialog have it; the server alone reckons
 * dates. */
import { toClock } from '../../format/zone.ts';

/** The weekdays by their names in iCalendar (RFC 5545), from Monday on. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const KINDS = ['weekdays', 'daily', 'weekly', 'monthday', 'monthnth'] as const;
export type Kind = (typeof KINDS)[number];

export interface Choice {
  readonly kind: Kind;
  readonly every: number;
  /** With `weekly`. */
  readonly days: readonly Weekday[];
  /** With `monthday`. */
  readonly day: number;
  /** With `monthnth`: which one of the month, -1 = the last, and of which weekday. */
  readonly nth: number;
  readonly nthDay: Weekday;
  readonly end: 'never' | 'until' | 'count';
  /** "2031-06-01" */
  readonly until: string;
  readonly count: number;
  /** "20310505": days that are left out. */
  readonly without: readonly string[];
}

/** What the dialog begins with, for a first post on this date. */
export function choiceFor(date: string, zone: string): Choice {
  const [year = 0, month = 0, day = 0] = toClock(date, zone).slice(0, 10).split('-').map(Number);
  const at = new Date(Date.UTC(year, month - 1, day));
  const weekday = WEEKDAYS[(at.getUTCDay() + 6) % 7] ?? 'MO';
  const isLast = new Date(Date.UTC(year, month - 1, day + 7)).getUTCMonth() !== month - 1;
  return {
    kind: 'weekdays',
    every: 1,
    days: [weekday],
    day,
    nth: isLast ? -1 : Math.ceil(day / 7),
    nthDay: weekday,
    end: 'never',
    until: '',
    count: 10,
    without: [],
  };
}

const BUSINESS = 'MO,TU,WE,TH,FR';

/** The rule in iCalendar's own form. */
export function ruleOf(choice: Choice): string {
  const { kind, every, days, day, nth, nthDay, end, until, count, without } = choice;
  const interval = every > 1 && kind !== 'weekdays' ? [`INTERVAL=${every}`] : [];
  const parts = {
    daily: ['FREQ=DAILY', ...interval],
    weekdays: ['FREQ=WEEKLY', `BYDAY=${BUSINESS}`],
    weekly: ['FREQ=WEEKLY', ...interval, `BYDAY=${WEEKDAYS.filter((one) => days.includes(one)).join(',')}`],
    monthday: ['FREQ=MONTHLY', ...interval, `BYMONTHDAY=${day}`],
    monthnth: ['FREQ=MONTHLY', ...interval, `BYDAY=${nth}${nthDay}`],
  }[kind];
  const last = { never: [], until: [`UNTIL=${until.replaceAll('-', '')}`], count: [`COUNT=${count}`] }[end];
  const rule = [...parts, ...last].join(';');
  return without.length > 0 ? `${rule}\nEXDATE;VALUE=DATE:${without.join(',')}` : rule;
}

/** A rule as the dialog has it; null for one that it cannot show. */
export function readRule(rule: string, date: string, zone: string): Choice | null {
  const [first = '', exceptions = ''] = rule.split('\n');
  const parts = Object.fromEntries(first.split(';').map((part) => part.split('=') as [string, string]));
  const { FREQ, INTERVAL = '1', COUNT, UNTIL, BYDAY, BYMONTHDAY, ...others } = parts;
  if (Object.keys(others).length > 0) return null;
  const begun = choiceFor(date, zone);
  const shared: Choice = {
    ...begun,
    every: Number(INTERVAL),
    ...(COUNT ? { end: 'count', count: Number(COUNT) } : {}),
    ...(UNTIL ? { end: 'until', until: `${UNTIL.slice(0, 4)}-${UNTIL.slice(4, 6)}-${UNTIL.slice(6)}` } : {}),
    without: exceptions ? exceptions.replace('EXDATE;VALUE=DATE:', '').split(',') : [],
  };
  const nth = /^(-?\d)([A-Z]{2})$/.exec(BYDAY ?? '');
  const choices: Record<string, () => Choice | null> = {
    DAILY: () => (BYDAY || BYMONTHDAY ? null : { ...shared, kind: 'daily' }),
    WEEKLY: () => {
      if (BYMONTHDAY || !BYDAY) return null;
      if (BYDAY === BUSINESS && INTERVAL === '1') return { ...shared, kind: 'weekdays' };
      return { ...shared, kind: 'weekly', days: BYDAY.split(',') as Weekday[] };
    },
    MONTHLY: () => {
      if (BYMONTHDAY && !BYDAY && /^\d+$/.test(BYMONTHDAY)) {
        return { ...shared, kind: 'monthday', day: Number(BYMONTHDAY) };
      }
      if (!nth || BYMONTHDAY) return null;
      return { ...shared, kind: 'monthnth', nth: Number(nth[1]), nthDay: nth[2] as Weekday };
    },
  };
  return choices[FREQ ?? '']?.() ?? null;
}

/** Whether posts of a rule fall on several days of the week, so that they cannot be moved to another
 * together. */
export const hasSeveralDays = (rule: string | null): boolean => /BYDAY=[^;\n]*,/.test(rule ?? '');
