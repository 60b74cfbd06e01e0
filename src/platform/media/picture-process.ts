/**
 * A child process that does jobs on untrusted files (process/main.ts): with limits of time and memory, so
 * that neither a parser that never ends nor one that takes all memory holds up or ends the process that asks.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { tmpdir } from 'node:os';
import { asError, type Answer, type Job } from './picture-jobs.ts';

export interface PictureLimits {
  /** Milliseconds that one job may take. */
  readonly ms: number;
  /** Bytes of memory that the process may have, while it does a job. */
  readonly bytes: number;
}

/**
 * The process ended before it had an answer: the job took too long or too much memory, or broke the parser.
 */
export class PictureLost extends Error {}

const START_MS = 30_000;
/** A process that nobody needs gives its memory back. */
const IDLE_MS = 10_000;
/** A process that needed this much for a job keeps it, and is ended after it. */
const LARGE_BYTES = 300 * 1024 * 1024;
/** The index of a film of nine hours; pictures are beside the heap. */
const HEAP_MB = 512;

/**
 * Does one job at a time: the caller sees to that. `moreMs`: milliseconds that it may take beyond the usual.
 */
export type DoJob = (job: Job, moreMs?: number) => Promise<unknown>;

export function createPictureProcess({ ms, bytes }: PictureLimits): DoJob {
  let idle: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;

  const take = async (): Promise<ChildProcess> => {
    clearTimeout(timer);
    const kept = idle && !hasEnded(idle) ? idle : undefined;
    const child = kept ?? (await start(bytes));
    idle = undefined;
    child.ref();
    child.channel?.ref();
    return child;
  };
  const giveBack = (child: ChildProcess): void => {
    if (hasEnded(child)) return;
    idle = child;
    timer = setTimeout(() => {
      idle = undefined;
      if (!hasEnded(child)) child.disconnect();
    }, IDLE_MS).unref();
    // An idle one keeps nobody from ending.
    child.unref();
    child.channel?.unref();
  };

  return async (job, moreMs = 0) => {
    const child = await take();
    const answer = await ask(child, job, ms + moreMs);
    if (answer.rss <= LARGE_BYTES) giveBack(child);
    else if (!hasEnded(child)) child.disconnect();
    if ('failure' in answer) throw asError(answer.failure);
    return answer.value;
  };
}

/** @throws Error when it cannot be started: that is no fault of a file */
async function start(bytes: number): Promise<ChildProcess> {
  const cache = getCompileCacheDir();
  const child = fork(new URL('./process/main.ts', import.meta.url), [String(bytes)], {
    execArgv: [`--max-old-space-size=${HEAP_MB}`, '--disable-warning=ExperimentalWarning'],
    // The allocator of glibc keeps what it frees, for each thread.
    env: { MALLOC_ARENA_MAX: '2', TMPDIR: tmpdir(), ...(cache ? { NODE_COMPILE_CACHE: cache } : {}) },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // A caller that waits for an answer gets errors; without this, one that comes later would end this process.
  child.on('error', () => undefined);
  await answerOf(child, START_MS).catch((cause: unknown) => {
    throw new Error('The process for pictures could not be started', { cause });
  });
  return child;
}

const hasEnded = ({ connected, exitCode, signalCode }: ChildProcess): boolean =>
  !connected || exitCode !== null || signalCode !== null;

function ask(child: ChildProcess, job: Job, ms: number): Promise<Answer> {
  const answer = answerOf(child, ms);
  // A process that has just ended does not report it again.
  child.send(job, (error) => error && child.emit('error', error));
  return answer;
}

/** @throws PictureLost when the process ends first, or is ended because the time is over */
function answerOf(child: ChildProcess, ms: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, ms);
    const ended = (code: number | null, signal: NodeJS.Signals | null): void => {
      settle();
      reject(new PictureLost(isLate ? `no answer within ${ms} ms` : `ended with ${signal ?? code}`));
    };
    const failed = (error: Error): void => {
      settle();
      reject(error);
    };
    const answered = (answer: Answer): void => {
      settle();
      resolve(answer);
    };
    const settle = (): void => {
      clearTimeout(late);
      child.off('message', answered).off('error', failed).off('exit', ended);
    };
    child.on('message', answered).on('error', failed).on('exit', ended);
  });
}
