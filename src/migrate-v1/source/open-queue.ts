/**
 * The queues of v1 up to v2.11.3: jobs of BullMQ on Redis. That of its posts has one for each, with the id of
 * the post; `plugs` and `internal-plugs` have what follows published posts. Opening one writes nothing.
 */
import type { Job, JobsOptions, Queue } from 'bullmq';
import { ApiError } from '../../platform/errors.ts';

/** One that waits, is delayed until its date, or is being done; v1 forgets those that have ended. */
export interface QueuedJob {
  /** The id of its post, in the queue of posts. */
  readonly id: string;
  /** Being done: locked by a process of v1, or one that died with it. */
  readonly active: boolean;
  /** Being done, or waiting again since the process that did it was lost. */
  readonly begun: boolean;
  /** When it is to run. */
  readonly dueMs: number;
  readonly as: JobAsAdded;
  /** @returns false if v1 is doing it, and nothing has changed */
  remove(): Promise<boolean>;
}

/** What it takes to add a job again. */
export interface JobAsAdded {
  readonly name: string;
  readonly data: unknown;
  readonly options: JobsOptions;
}

/** How many jobs there are. */
export interface QueueCounts {
  readonly waiting: number;
  readonly delayed: number;
  readonly active: number;
}

/** The queue. Each of these throws ApiError `invalid_request` when Redis cannot be read. */
export interface SourceQueue {
  count(): Promise<QueueCounts>;
  /** The ids of the jobs that wait or are delayed, some at a time. */
  idsOfLater(): AsyncGenerator<readonly string[]>;
  activeIds(): Promise<string[]>;
  /** The jobs with these ids that have not ended. */
  find(ids: readonly string[]): Promise<QueuedJob[]>;
  /** Does nothing if there is one already. @param delayMs until it runs */
  add(id: string, job: JobAsAdded, delayMs: number): Promise<void>;
  /** How many processes of v1 are connected to take jobs; null where Redis does not say. */
  countWorkers(): Promise<number | null>;
  /** When a job was begun or ended last, where v1 keeps that; null when none is known. */
  lastWorkMs(): Promise<number | null>;
  close(): Promise<void>;
}

const POSTS = 'post';
const LATER = ['waiting', 'prioritized', 'paused', 'delayed'] as const;
const PAGE = 1000;
/** How many of each kind are read: the newest come first. */
const LATEST = 100;
const CONNECT_MS = 10_000;
const COMMAND_MS = 30_000;

/**
 * Connects, without trying again when that fails.
 *
 * @throws ApiError `invalid_request` when Redis cannot be reached, or has no queue of v1; without its
 * password
 */
export async function openQueue(url: string): Promise<SourceQueue> {
  const { opened, isThere } = await open(url, POSTS);
  if (isThere) return opened;
  await opened.close();
  throw new ApiError('invalid_request', {
    inEnglish: `This Redis (--redis) is not one of v1: it has no queue "${POSTS}"`,
  });
}

/** One that is empty until v1 has used it. @throws ApiError `invalid_request` when Redis cannot be reached */
export const openOtherQueue = async (url: string, name: string): Promise<SourceQueue> =>
  (await open(url, name)).opened;

async function open(url: string, name: string): Promise<{ opened: SourceQueue; isThere: boolean }> {
  if (!/^rediss?:\/\//.test(url) || !URL.canParse(url)) {
    throw new ApiError('invalid_request', {
      inEnglish: 'The URL of the Redis of v1 (--redis) must begin with redis:// or rediss://',
    });
  }
  // Few need it, and it takes a fifth of a second.
  const { Queue } = await import('bullmq');
  const queue = new Queue(name, {
    connection: {
      url,
      retryStrategy: () => null,
      maxRetriesPerRequest: 0,
      connectTimeout: CONNECT_MS,
      commandTimeout: COMMAND_MS,
    },
    // Its settings in Redis are v1's.
    skipMetasUpdate: true,
    skipVersionCheck: true,
  });
  queue.on('error', () => undefined); // the command that is under way says so itself
  const opened = sourceQueueOf(queue);
  try {
    const meta = await answer(queue.getMeta());
    return { opened, isThere: meta.maxLenEvents !== undefined || meta.version !== undefined };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

function sourceQueueOf(queue: Queue): SourceQueue {
  return {
    async count() {
      const counts = await answer(queue.getJobCounts(...LATER, 'active'));
      const countOf = (...states: string[]): number =>
        states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
      return {
        waiting: countOf('waiting', 'prioritized', 'paused'),
        delayed: countOf('delayed'),
        active: countOf('active'),
      };
    },
    async *idsOfLater() {
      for (const type of LATER) {
        for (let from = 0; ; from += PAGE) {
          // Redis calls waiting jobs otherwise than the rest of the library does.
          const state = type === 'waiting' ? 'wait' : type;
          const ids = await answer(queue.getRanges([state], from, from + PAGE - 1));
          if (ids.length) yield ids;
          if (ids.length < PAGE) break;
        }
      }
    },
    activeIds: () => answer(queue.getRanges(['active'], 0, -1)),
    async find(ids) {
      const found = await answer(Promise.all(ids.map((id) => findJob(queue, id))));
      return found.filter((job) => job !== null);
    },
    async add(id, { name, data, options }, delayMs) {
      await answer(queue.add(name, data, { ...options, jobId: id, delay: delayMs }));
    },
    async countWorkers() {
      const workers = await answer(queue.getWorkers());
      // Where the list of clients is forbidden, the library answers with a remark instead.
      return workers.every((worker) => 'addr' in worker) ? workers.length : null;
    },
    async lastWorkMs() {
      const jobs = await answer(queue.getJobs(['active', 'completed', 'failed'], 0, LATEST));
      // A job may be gone between the list and the look at it.
      const times = jobs.flatMap((job) => [job?.processedOn ?? 0, job?.finishedOn ?? 0]);
      return Math.max(0, ...times) || null;
    },
    close: () => queue.close().catch(() => queue.disconnect()),
  };
}

async function findJob(queue: Queue, id: string): Promise<QueuedJob | null> {
  const job = (await queue.getJob(id)) as Job | undefined;
  const state = job ? await job.getState() : 'unknown';
  if (!job || !['active', ...LATER].includes(state)) return null;
  const { timestamp: _, delay, ...options } = job.opts;
  const active = state === 'active';
  return {
    id,
    active,
    // One that failed is delayed until its next try.
    begun: active || (state !== 'delayed' && job.attemptsStarted + job.stalledCounter > 0),
    dueMs: job.timestamp + (delay ?? 0),
    as: { name: job.name, data: job.data, options },
    remove: () => answer(removeJob(queue, job)),
  };
}

async function removeJob(queue: Queue, job: Job): Promise<boolean> {
  try {
    // One script looks at the lock and removes.
    await job.remove();
    return true;
  } catch (error) {
    const state = await queue.getJobState(job.id ?? '');
    if (state === 'active') return false;
    if (state === 'unknown') return true;
    throw error;
  }
}

/** Nothing answers at the URL. */
export class QueueUnreachable extends ApiError {}

/** What the operating system says of a URL at which nothing answers. */
const UNREACHABLE = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'];

async function answer<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    const message = messageOf(error);
    const Refusal = UNREACHABLE.includes(message) ? QueueUnreachable : ApiError;
    // Without the cause: it may hold the command that was sent, which is the one with the password.
    const fix = /CERT|ISSUER/.test(message)
      ? '. NODE_EXTRA_CA_CERTS names a file with the certificates that are trusted beside the usual ones'
      : '';
    throw new Refusal('invalid_request', {
      inEnglish: `The Redis of v1 (--redis) cannot be read: ${message}${fix}`,
    });
  }
}

/**
 * The code of the connection, or the first word of what Redis said: some of them repeat the whole command.
 */
function messageOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? /^[A-Z]{3,}/.exec(message)?.[0] ?? 'no connection';
}
