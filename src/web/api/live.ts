/**
 * Changes as they happen: one stream of server-sent events for the page, while something on it wants to know.
 * Without the stream the page asks from time to time, as often as the caller of `useLive` asks.
 */
import { useEffect, useSyncExternalStore } from 'react';
import type { Query } from '@tanstack/react-query';
import { queryClient } from './client.ts';
import { concerns, type Change } from './concerns.ts';
import { API_ORIGIN } from './origin.ts';

const EVENTS_URL = `${API_ORIGIN}/api/events`;
/** While changes arrive, one that got lost is seen after this time at the latest. */
const LIVE_MS = 60_000;
/** Changes of this long are read together. */
const GATHER_MS = 200;
/** A tab that nobody sees gives its connection back: browsers have six for each server. */
const HIDDEN_MS = 20_000;
/** From one page to the next, the stream stays. */
const LINGER_MS = 2000;
/** A refused stream is asked for again, each time after twice the pause. */
const AGAIN_MS = 5000;
const LONGEST_PAUSE_MS = 120_000;

/** What only we know, and no network has to be asked for. */
const isOurs = ({ queryKey }: Query): boolean => !/^\/(analytics|auth)\b/.test(String(queryKey[1]));

let source: EventSource | undefined;
let isLive = false;
let wanted = 0;
let failures = 0;
let later: ReturnType<typeof setTimeout> | undefined;
let gathering: ReturnType<typeof setTimeout> | undefined;
let changes: Change[] = [];
let everything = false;
const listeners = new Set<() => void>();

function setLive(live: boolean): void {
  if (isLive === live) return;
  isLive = live;
  for (const listener of listeners) listener();
}

function refreshSoon(): void {
  gathering ??= setTimeout(() => {
    const [read, all] = [changes, everything];
    [gathering, changes, everything] = [undefined, [], false];
    const predicate = ({ queryKey }: Query): boolean => read.some((change) => concerns(change, queryKey));
    void queryClient.invalidateQueries({ predicate: all ? isOurs : predicate });
  }, GATHER_MS);
}

function readEverything(): void {
  everything = true;
  refreshSoon();
}

function onChange({ data }: MessageEvent<string>): void {
  changes.push(...(JSON.parse(data) as Change[]));
  refreshSoon();
}

/** The browser asks again by itself, unless the answer was a refusal. */
function onError(): void {
  setLive(false);
  // The stream is the first to break when the server stops: a call finds out at once.
  void queryClient.refetchQueries({ queryKey: ['get', '/status'] });
  if (source?.readyState !== EventSource.CLOSED) return;
  close();
  later = setTimeout(open, Math.min(AGAIN_MS * 2 ** failures++, LONGEST_PAUSE_MS));
}

function open(): void {
  clearTimeout(later);
  if (source || wanted === 0 || document.hidden) return;
  source = new EventSource(EVENTS_URL, { withCredentials: true });
  source.addEventListener('ready', () => {
    failures = 0;
    // Changes between reading the page and now did not arrive; what is asked for from now on has them.
    if (!isLive) void queryClient.invalidateQueries({ predicate: isOurs });
    setLive(true);
  });
  source.addEventListener('change', onChange);
  source.addEventListener('missed', readEverything);
  source.addEventListener('error', onError);
}

function close(): void {
  clearTimeout(later);
  source?.close();
  source = undefined;
  setLive(false);
}

document.addEventListener('visibilitychange', () => {
  clearTimeout(later);
  if (document.hidden) later = setTimeout(close, HIDDEN_MS);
  else open();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens the stream before there is a page, so that pages read everything once. */
export function openAhead(): void {
  wanted += 1;
  open();
  release();
}

function release(): void {
  wanted -= 1;
  if (wanted === 0) later = setTimeout(close, LINGER_MS);
}

/** Whether changes arrive as they happen. Keeps the stream open while the component is shown. */
export function useIsLive(): boolean {
  useEffect(() => {
    wanted += 1;
    clearTimeout(later);
    open();
    return release;
  }, []);
  return useSyncExternalStore(subscribe, () => isLive);
}

/** For `refetchInterval`: rarely while changes arrive, otherwise every `askEveryMs`. */
export function useLive(askEveryMs: number): number {
  return useIsLive() ? LIVE_MS : askEveryMs;
}
