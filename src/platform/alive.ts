/**
 * A sign of life: a serving process reports every few seconds that it does not hang, to the supervisor that
 * started it, or, where there is none (in a container), to a thread of its own. If either hears nothing for a
 * minute, it ends the process, so that it is started again: one whose event loop is blocked answers nobody,
 * and no signal but SIGKILL ends it.
 */
import { Worker } from 'node:worker_threads';

const EVERY_MS = 5000;
/** A process that has kept silent for longer hangs. */
export const HANGS_AFTER_MS = 60_000;

/**
 * Counts silence in ticks of its own, so that a machine that slept is not taken for a process that hangs. As
 * text, which takes 10 MB less than a module: the thread would load what strips the types.
 */
const THREAD = `
const { signs, tickMs } = require('node:worker_threads').workerData;
let last = 0;
let silentTicks = 0;
setInterval(() => {
  const now = Atomics.load(signs, 0);
  silentTicks = now === last ? silentTicks + 1 : 0;
  last = now;
  if (silentTicks <= 10) return;
  require('node:fs').writeSync(2, 'The main thread has not paused for ' + tickMs / 100 + ' s: this process hangs, and is ended\\n');
  process.kill(process.pid, 'SIGKILL');
}, tickMs);
`;

/** Reports to the supervisor, if there is one. */
export function sayAlive(): void {
  if (process.connected) process.send?.('alive');
}

/**
 * Makes a function that says so at most every few seconds, for a start that takes long.
 *
 * @returns the function, which may be called at any rate
 */
export function sayingAlive(): () => void {
  let lastMs = 0;
  return () => {
    if (performance.now() < lastMs + EVERY_MS) return;
    lastMs = performance.now();
    sayAlive();
  };
}

/** Starts the watch that ends this process when it hangs. Call the result when the process stops. */
export function keepSayingAlive(): () => void {
  const signs = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { signs, tickMs: HANGS_AFTER_MS / 10 };
  const thread = process.send ? undefined : new Worker(THREAD, { eval: true, workerData });
  thread?.unref();
  const say = (): void => {
    Atomics.add(signs, 0, 1);
    sayAlive();
  };
  say();
  const saying = setInterval(say, EVERY_MS);
  return () => {
    clearInterval(saying);
    void thread?.terminate();
  };
}
