/** What a person feels of a page in Chromium: the frames of a gesture, and the wait after a navigation. */
import type { Page } from 'playwright-core';

/** How a gesture went. */
export interface Frames {
  readonly what: string;
  readonly count: number;
  /** Milliseconds between two frames. */
  readonly median: number;
  readonly longest: number;
  /** Of twenty frames, the second longest is about this long. */
  readonly p95: number;
  /** Processor time of the page's longest task, in milliseconds: what other programs do is not in it. */
  readonly task: number;
  /** Processor time of the page in a sixtieth of a second, 95th percentile: also without other programs. */
  readonly work: number;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** When it began, in microseconds. */
  readonly ts?: number;
  /** Processor time of the thread, in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const RECORD = `(() => {
  const frames = (globalThis.benchFrames = []);
  let before = performance.now();
  const next = (now) => {
    frames.push(now - before);
    before = now;
    if (globalThis.benchFrames === frames) requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
})()`;
const STOP = `(() => { const frames = globalThis.benchFrames; globalThis.benchFrames = null; return frames.slice(1); })()`;

export async function framesOf(page: Page, what: string, act: () => Promise<void>): Promise<Frames> {
  // The first answers, and the garbage of the page before, are not part of the gesture.
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1000);
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ['toplevel'] });
  await page.evaluate(RECORD);
  await act();
  const frames = (await page.evaluate<number[]>(STOP)).toSorted((a, b) => a - b);
  const trace = await browser?.stopTracing();
  return {
    what,
    count: frames.length,
    median: frames[Math.floor(frames.length / 2)] ?? 0,
    longest: frames.at(-1) ?? 0,
    p95: p95Of(frames),
    ...(trace ? tasksIn(trace) : { task: NaN, work: NaN }),
  };
}

const p95Of = (sorted: readonly number[]): number => sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
const FRAME_US = 1_000_000 / 60;

/** Of the renderer's main threads; those of other pages are idle. */
function tasksIn(trace: Buffer): Pick<Frames, 'task' | 'work'> {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: readonly TraceEvent[] };
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name.endsWith('RunTask') && threads.has(`${pid} ${tid}`),
  );
  const byFrame = Map.groupBy(tasks, ({ ts = 0 }) => Math.floor(ts / FRAME_US));
  const sums = [...byFrame.values()].map((ones) => ones.reduce((sum, { tdur = 0 }) => sum + tdur / 1000, 0));
  return {
    task: tasks.reduce((most, { tdur = 0 }) => Math.max(most, tdur / 1000), 0),
    work: p95Of(sums.toSorted((a, b) => a - b)),
  };
}

/** A navigation until the page can be used. */
export interface Opening {
  readonly what: string;
  readonly ms: number;
}

/** @param ready what a person waits for */
export async function opening(
  page: Page,
  what: string,
  { go, ready }: { go(): Promise<unknown>; readonly ready: string },
): Promise<Opening> {
  await page.waitForLoadState('networkidle');
  const from = performance.now();
  await Promise.all([go(), page.locator(ready).first().waitFor()]);
  return { what, ms: performance.now() - from };
}
