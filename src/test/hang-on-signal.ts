/**
 * Preloaded by a process that is to hang (`NODE_OPTIONS=--require …`, which threads follow too): SIGUSR2
 * blocks its main thread permanently. What it does every minute it does every second, in each thread, so that
 * no test waits.
 */
import { isMainThread } from 'node:worker_threads';

const usual = globalThis.setInterval;
globalThis.setInterval = ((act: () => void, ms = 0) => usual(act, ms / 60)) as typeof setInterval;
if (isMainThread) {
  process.on('SIGUSR2', () => {
    for (;;);
  });
}
