/**
 * The process for pictures: does one job after the other on files that strangers sent, and is ended by
 * whoever asked when a job takes too long, and by its watch when it takes too much memory. It is given
 * none of the variables of the environment that its parent has.
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
// A key that is pressed in a terminal reaches all its processes; the one that asked says when it is over.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
// An exit would wait for the threads of the image library.
process.once('disconnect', () => (isAtWork ? process.kill(process.pid, 'SIGKILL') : process.exit()));
watch.once('online', () => say({ value: 'ready', rss: 0 }));
