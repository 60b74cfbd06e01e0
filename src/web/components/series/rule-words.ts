/** The sentence of a rule. */
import { locale } from '../../format/date-time.tsx';
import { toClock } from '../../format/zone.ts';
import { strings } from '../../strings/index.ts';
import { readRule, WEEKDAYS, type Choice, type Weekday } from './rule.ts';

/** "Monday", or "Mon" */
export function nameOfDay(day: Weekday, weekday: 'long' | 'short' = 'long'): string {
  // 5 January 2026 is a Monday.
  const at = new Date(Date.UTC(2026, 0, 5 + WEEKDAYS.indexOf(day)));
  return new Intl.DateTimeFormat(locale(), { weekday, timeZone: 'UTC' }).format(at);
}

const dayInWords = (day: string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

function rhythm({ kind, every, days, day, nth, nthDay }: Choice): string {
  const { words } = strings.series;
  switch (kind) {
    case 'daily':
      return words.daily(every);
    case 'weekdays':
      return words.weekdays;
    case 'weekly': {
      const names = WEEKDAYS.filter((one) => days.includes(one)).map((one) => nameOfDay(one));
      return words.weekly(every, new Intl.ListFormat(locale()).format(names));
    }
    case 'monthday':
      return words.monthly(every, words.dayOfMonth(day));
    case 'monthnth':
      return words.monthly(every, words.nth(nth, nameOfDay(nthDay)));
  }
}

function ending({ end, until, count, without }: Choice): string[] {
  const { words } = strings.series;
  return [
    ...(end === 'until' && until ? [words.until(dayInWords(until))] : []),
    ...(end === 'count' ? [words.count(count)] : []),
    ...(without.length > 0 ? [words.without(without.length)] : []),
  ];
}

/** "Repeated every weekday at 09:00 (Europe/Berlin), until 1 June 2031" */
export function ruleInWords(rule: string, date: string, zone: string): string {
  const { words } = strings.series;
  const choice = readRule(rule, date, zone);
  const clock = toClock(date, zone).slice(11);
  const first = choice ? rhythm(choice) : words.other(rule.split('\n')[0] ?? '');
  const place = zone.replaceAll('_', ' ');
  return [words.sentence(first, clock, place), ...(choice ? ending(choice) : [])].join(', ');
}
