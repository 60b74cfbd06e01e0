/**
 * Ends its process when that takes more memory than it may, or when its parent is gone. A thread of its own,
 * because a parser that never returns lets nothing else in its thread run.
 */
import { workerData } from 'node:worker_threads';

const LOOK_MS = 25;
const { maxBytes, parent } = workerData as { maxBytes: number; parent: number };

setInterval(() => {
  if (process.memoryUsage.rss() > maxBytes || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, LOOK_MS);
