/**
 * The process for pictures: does one job after the other on untrusted files, and is ended by its parent when
 * a job takes too long, and by its watch when it takes too much memory. It gets none of its parent's
 * environment variables.
 */
import { Worker } from 'node:worker_threads';
import type { Answer, Job } from '../picture-jobs.ts';
import { asFailure } from '../picture-jobs.ts';
import { doJob } from './do-job.ts';

const [maxBytes] = process.argv.slice(2).map(Number);
const watch = new Worker(new URL('./watch-memory.ts', import.meta.url), {
  workerData: { maxBytes, parent: process.ppid },
});
watch.unref();

let isAtWork = false;

const say = (answer: Answer): void => {
  isAtWork = false;
  process.send?.(answer);
};

process.on('message', (job: Job) => {
  isAtWork = true;
  const rss = (): number => process.memoryUsage.rss();
  doJob(job).then(
    (value) => say({ value, rss: rss() }),
    (error: unknown) => say({ failure: asFailure(error), rss: rss() }),
  );
});
// A key that is pressed in a terminal reaches all its processes; the parent decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
// An exit would wait for the threads of the image library.
process.once('disconnect', () => (isAtWork ? process.kill(process.pid, 'SIGKILL') : process.exit()));
watch.once('online', () => say({ value: 'ready', rss: 0 }));
