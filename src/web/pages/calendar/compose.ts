/** Ways into the composer from the calendar. */
import { now as serverNow } from '../../api/server-clock.ts';
import { createContext, use, useCallback } from 'react';
import { dayOf, instantOf, MINUTE_MS, type Day } from './clock.ts';

const HOUR_MS = 60 * MINUTE_MS;
const MORNING = 9 * 60;

/** The composer with a date, and a channel where one is known. `free`: the date is a free posting time. */
export function composeUrl(ms: number, { channelId, free }: Omit<Start, 'date'> = {}): string {
  const query = new URLSearchParams({ date: new Date(ms).toISOString() });
  if (channelId) query.set('channel', channelId);
  if (free) query.set('free', '1');
  return `/compose?${query}`;
}

/** When a post that is written for a day is published: in the morning, or in the next full hour but one. */
export function timeOn(day: Day, zone: string, now = serverNow()): number {
  const morning = instantOf(day, MORNING, zone);
  const soon = Math.ceil(now / HOUR_MS) * HOUR_MS + HOUR_MS;
  return morning > now ? morning : dayOf(soon, zone) === day ? soon : Math.ceil(now / HOUR_MS) * HOUR_MS;
}

/** Where a post begins that is written from the calendar. */
export interface Start {
  readonly date: string;
  readonly channelId?: string | undefined;
  /** Whether the date is a free posting time. */
  readonly free?: boolean | undefined;
}

/** The start in a link to the composer; null for any other element. */
export function startOf(element: Element): Start | null {
  const url = element.closest('a')?.getAttribute('href') ?? '';
  const query = new URLSearchParams(url.split('?')[1]);
  const date = query.get('date');
  return url.startsWith('/compose?') && date !== null
    ? { date, channelId: query.get('channel') ?? undefined, free: query.has('free') }
    : null;
}

/** Opens the composer: over the calendar, and on a phone in its place. */
export const Compose = createContext<(start: Start) => void>(() => undefined);

/** Opens the composer for an instant. */
export function useCompose(): (ms: number) => void {
  const open = use(Compose);
  return useCallback((ms) => open({ date: new Date(ms).toISOString() }), [open]);
}
