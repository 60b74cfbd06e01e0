/** Ways into the composer from the calendar. */
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { dayOf, instantOf, MINUTE_MS, type Day } from './clock.ts';

const HOUR_MS = 60 * MINUTE_MS;
const MORNING = 9 * 60;

/** The composer with a date, and a channel where one is known. */
export function composeAddress(ms: number, channelId?: string): string {
  const query = new URLSearchParams({ date: new Date(ms).toISOString() });
  if (channelId) query.set('channel', channelId);
  return `/compose?${query}`;
}

/** When a post that is written for a day goes out: in the morning, or in the next full hour but one. */
export function timeOn(day: Day, zone: string, now = Date.now()): number {
  const morning = instantOf(day, MORNING, zone);
  const soon = Math.ceil(now / HOUR_MS) * HOUR_MS + HOUR_MS;
  return morning > now ? morning : dayOf(soon, zone) === day ? soon : Math.ceil(now / HOUR_MS) * HOUR_MS;
}

/** Opens the composer for an instant. */
export function useCompose(): (ms: number, channelId?: string) => void {
  const navigate = useNavigate();
  return useCallback((ms, channelId) => void navigate(composeAddress(ms, channelId)), [navigate]);
}
