/** Which days each view shows, and where posts stand on a day. */
import { addDays, addMonths, dateOf, instantOf, type Day } from './clock.ts';

export const VIEWS = ['month', 'week', 'day', 'list'] as const;
export type View = (typeof VIEWS)[number];

/** The first day of the week by the customs of a language: 1 = Monday to 7 = Sunday. */
export function firstDayOfWeek(language: string): number {
  const locale: Intl.Locale & { getWeekInfo?(): { firstDay: number } } = new Intl.Locale(language);
  return locale.getWeekInfo?.().firstDay ?? 1;
}

/** The first day of the week that a day is in. */
export function weekStart(day: Day, firstDay: number): Day {
  const weekday = dateOf(day).getUTCDay();
  return addDays(day, -((weekday - (firstDay % 7) + 7) % 7));
}

const span = (first: Day, count: number): Day[] => Array.from({ length: count }, (_, n) => addDays(first, n));

/** The weeks that a month touches, each with seven days. */
export function weeksOf(day: Day, firstDay: number): Day[][] {
  const first = `${day.slice(0, 7)}-01`;
  const last = addDays(addMonths(first, 1), -1);
  const weeks: Day[][] = [];
  for (let week = weekStart(first, firstDay); week <= last; week = addDays(week, 7)) {
    weeks.push(span(week, 7));
  }
  return weeks;
}

/** The days that a view shows. */
export function daysOf(view: View, day: Day, firstDay: number): Day[] {
  if (view === 'day') return [day];
  if (view === 'week') return span(weekStart(day, firstDay), 7);
  if (view === 'month') return weeksOf(day, firstDay).flat();
  const first = `${day.slice(0, 7)}-01`;
  return span(first, Number(addDays(addMonths(first, 1), -1).slice(8)));
}

/** From the first instant of the first day to the last millisecond of the last, in a zone. */
export function rangeOf(days: readonly Day[], zone: string): { from: string; to: string } {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  return {
    from: new Date(instantOf(first, 0, zone)).toISOString(),
    to: new Date(instantOf(addDays(last, 1), 0, zone) - 1).toISOString(),
  };
}

/** The day to show after a step back (-1) or ahead (1). */
export function stepBy(view: View, day: Day, step: number): Day {
  if (view === 'day') return addDays(day, step);
  if (view === 'week') return addDays(day, 7 * step);
  return addMonths(`${day.slice(0, 7)}-01`, step);
}

/** A minute of the day in steps of 15, within the day. */
export const snap = (minute: number): number => Math.min(1425, Math.max(0, Math.round(minute / 15) * 15));

/**
 * Where a post stands among the hours of a day: minutes from midnight, and the minutes that its box
 * covers.
 */
export interface Box {
  readonly top: number;
  readonly height: number;
}

/** Posts that found no line, below those that did. */
export interface Crowd extends Box {
  readonly count: number;
}

const DAY_MINUTES = 1440;

/** The posts from `begin` to before `end`, in lines from `top`. */
interface Pile {
  readonly begin: number;
  readonly end: number;
  readonly top: number;
  readonly lines: number;
}

/** Posts that touch. Before midnight a pile is pushed up, and takes in the one that it would cover. */
function pilesIn(minutes: readonly number[], { line, most }: { line: number; most: number }): Pile[] {
  const piles: Pile[] = [];
  const pileOf = (begin: number, end: number): Pile => {
    const lines = Math.min(end - begin, most);
    return { begin, end, top: Math.min(minutes[begin] ?? 0, DAY_MINUTES - lines * line), lines };
  };
  for (let begin = 0, end = 0; begin < minutes.length; begin = end) {
    end = begin + 1;
    const bottom = (): number => (minutes[begin] ?? 0) + Math.min(end - begin, most) * line;
    while (end < minutes.length && (minutes[end] ?? 0) < bottom()) end++;
    let pile = pileOf(begin, end);
    for (let above = piles.at(-1); above && pile.top < above.top + above.lines * line; above = piles.at(-1)) {
      piles.pop();
      pile = pileOf(above.begin, end);
    }
    piles.push(pile);
  }
  return piles;
}

/**
 * Boxes as wide as the day: each at its minute or, where another one stands, in the line below it. Of more
 * than `most` that touch, the last line counts the others.
 *
 * @param minutes in ascending order
 * @param size `line`: the minutes that a line of text covers; `tall`: those of a post with room below it
 */
export function pilesOf(
  minutes: readonly number[],
  { line, tall, most }: { line: number; tall: number; most: number },
): { boxes: readonly (Box | null)[]; crowds: readonly Crowd[] } {
  const boxes: (Box | null)[] = [];
  const crowds: Crowd[] = [];
  for (const { begin, end, top, lines } of pilesIn(minutes, { line, most })) {
    const shown = end - begin > most ? most - 1 : lines;
    const below = (minutes[end] ?? DAY_MINUTES) - (top + (lines - 1) * line);
    for (let n = begin; n < end; n++) {
      const height = n === end - 1 && shown === lines ? Math.min(tall, below) : line;
      boxes.push(n - begin < shown ? { top: top + (n - begin) * line, height } : null);
    }
    if (shown < lines) crowds.push({ top: top + shown * line, height: line, count: end - begin - shown });
  }
  return { boxes, crowds };
}

/** What `pilesOf` has for posts and for the free posting times between them. */
interface Places {
  readonly posts: readonly (Box | null)[];
  /** By their minutes. One for which a pile of posts has no line is not shown. */
  readonly slots: ReadonlyMap<number, Box>;
  readonly crowds: readonly Crowd[];
}

/** Posts, in ascending order, and free posting times, none of which covers another. */
export function placesOf(
  posts: readonly number[],
  slots: readonly number[],
  size: { line: number; tall: number; most: number },
): Places {
  const all = [
    ...posts.map((minute) => ({ minute, isFree: false })),
    ...slots.map((minute) => ({ minute, isFree: true })),
  ].toSorted((a, b) => a.minute - b.minute || Number(a.isFree) - Number(b.isFree));
  const minutes = all.map(({ minute }) => minute);
  // Where there is no room for all, posts come first.
  const left = pilesIn(minutes, size).flatMap(({ begin, end, lines }) =>
    end - begin > lines ? (all.slice(begin, end).findLast(({ isFree }) => isFree) ?? []) : [],
  );
  if (left.length) {
    const gone = new Set(left.map(({ minute }) => minute));
    return placesOf(
      posts,
      slots.filter((minute) => !gone.has(minute)),
      size,
    );
  }
  const { boxes, crowds } = pilesOf(minutes, size);
  const free = all.flatMap(({ minute, isFree }, n) => {
    const box = boxes[n];
    return isFree && box ? [[minute, box] as const] : [];
  });
  return { posts: boxes.filter((_, n) => !all[n]?.isFree), slots: new Map(free), crowds };
}
