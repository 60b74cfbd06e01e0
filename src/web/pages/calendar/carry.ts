/** Moving a post with the keyboard: pick it up, carry it with the arrow keys, drop it. */
import { useCallback, useEffect, useLayoutEffect, useState, type KeyboardEvent } from 'react';
import { strings } from '../../strings/index.ts';
import { toClock } from '../../format/zone.ts';
import { addDays, dayOf, instantOf, minuteOf, MINUTE_MS, type Day } from './clock.ts';
import { whyFixed, type Entry, type Placed } from './entries.ts';
import type { View } from './grid.ts';
import type { Moves } from './moves.ts';
import { momentText } from './words.ts';

const text = strings.calendar.move;

/** A post that is being carried, and where it is now. */
export interface Carry {
  readonly key: string;
  readonly entry: Entry;
  readonly ms: number;
  /** What the clock is meant to show there, also where it skips that: "2031-03-30T02:30". */
  readonly asked: string;
}

const QUARTER = { minutes: 15, days: 0 };
const DAY = { minutes: 0, days: 1 };
const WEEK = { minutes: 0, days: 7 };

/**
 * Where an arrow key leads; null for any other key. A day later is the same time by the clock: the one that
 * was asked for, or a post that is carried across the day on which the clock skips it would come out an hour
 * later.
 */
export function carriedTo(
  { ms, asked }: Pick<Carry, 'ms' | 'asked'>,
  key: string,
  { view, zone }: { view: View; zone: string },
): Pick<Carry, 'ms' | 'asked'> | null {
  const vertical = view === 'month' ? WEEK : QUARTER;
  const steps: Readonly<Record<string, readonly [typeof DAY, number]>> = {
    ArrowLeft: [DAY, -1],
    ArrowRight: [DAY, 1],
    ArrowUp: [vertical, -1],
    ArrowDown: [vertical, 1],
  };
  const step = steps[key];
  if (!step) return null;
  const [{ minutes, days }, sign] = step;
  if (minutes) {
    const later = ms + sign * minutes * MINUTE_MS;
    return { ms: later, asked: toClock(new Date(later).toISOString(), zone) };
  }
  const [from = '', time = ''] = asked.split('T');
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const day = addDays(from, sign * days);
  return { ms: instantOf(day, hour * 60 + minute, zone), asked: `${day}T${time}` };
}

type KeyPress = Pick<globalThis.KeyboardEvent, 'key' | 'preventDefault' | 'stopPropagation'>;

interface CarryOptions {
  readonly view: View;
  readonly zone: string;
  readonly moves: Moves;
  find(key: string): Placed | undefined;
  /** Shows the day that a carried post has come to. */
  showDay(day: Day): void;
}

/** `onKeyDown` belongs on what surrounds the posts; they carry their key as `data-post`. */
export function useCarry({ view, zone, moves, find, showDay }: CarryOptions) {
  const [carry, setCarry] = useState<Carry | null>(null);
  const words = (ms: number): string => momentText(dayOf(ms, zone), minuteOf(ms, zone));
  // A post that comes to another day, or on another page of the calendar, is another element.
  useLayoutEffect(() => focusPost(carry?.key));

  const end = useCallback((key: string): void => {
    setCarry(null);
    requestAnimationFrame(() => focusPost(key));
  }, []);

  const pickUp = (event: KeyboardEvent, { key, entry, ms }: Placed): void => {
    event.preventDefault();
    const reason = whyFixed(entry);
    if (reason) {
      moves.say(reason);
      return;
    }
    setCarry({ key, entry, ms, asked: toClock(entry.publishDate, zone) });
    moves.say(text.pickedUp(entry.firstLine || strings.calendar.noText));
  };

  const whileCarrying = (event: KeyPress, carried: Carry): void => {
    const { key, entry, ms, asked } = carried;
    const next = carriedTo(carried, event.key, { view, zone });
    if (next !== null) {
      setCarry({ key, entry, ...next });
      moves.say(words(next.ms));
      showDay(dayOf(next.ms, zone));
    } else if (event.key === 'Enter' || event.key === ' ') {
      end(key);
      void moves.move(entry, ms, asked).then(() => focusPost(key));
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      end(key);
      moves.say(text.cancelled(words(Date.parse(entry.publishDate))));
      showDay(dayOf(Date.parse(entry.publishDate), zone));
    } else return;
    if (event.key !== 'Tab') event.preventDefault();
    event.stopPropagation();
  };

  // On the document: while the calendar turns to another week, the post is not there to have the focus.
  useEffect(() => {
    if (!carry) return undefined;
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey) whileCarrying(event, carry);
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (carry || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.target instanceof HTMLElement ? event.target.dataset.post : undefined;
    const placed = key === undefined ? undefined : find(key);
    if (placed && (event.key === ' ' || event.key.toLowerCase() === 'm')) pickUp(event, placed);
  };
  return { carry, onKeyDown, drop: () => setCarry(null) };
}

/** Only where nothing else has the focus: the person may have gone on. */
function focusPost(key: string | undefined): void {
  if (key === undefined) return;
  const focused = document.activeElement;
  const isElsewhere = focused instanceof HTMLElement && focused !== document.body && !focused.dataset.post;
  if (isElsewhere) return;
  document.querySelector<HTMLElement>(`[data-post="${CSS.escape(key)}"]`)?.focus();
}
