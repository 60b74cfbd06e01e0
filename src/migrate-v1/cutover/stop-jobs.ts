/** The jobs of v1's queue on Redis: removed after its rows were marked, and added again by a rollback. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../../platform/errors.ts';
import { QueueUnreachable, openQueue, type JobAsAdded, type SourceQueue } from '../source/open-queue.ts';
import type { Migration } from '../v1-source.ts';
import { forgetJobs, noteJobs, readNotedJobs, type StoppedJobs } from './noted-jobs.ts';
import type { MigratedOrganization } from './organizations.ts';
import { StillWorks } from './still-works.ts';

const STOPPED = 'select legacy_id as id from v1_stopped_post where source_id = ? and organization_id = ?';
const BATCH = 200;

/**
 * Removes the jobs of what waits in an organisation, after noting them here. May be repeated. Null without a
 * Redis.
 *
 * @throws ApiError `invalid_request` when Redis cannot be reached
 */
export async function stopJobs(
  migration: Migration,
  organization: MigratedOrganization,
): Promise<StoppedJobs | null> {
  return withQueue(migration, async (queue) => {
    const active: string[] = [];
    let [removed, lost] = [0, 0];
    const posts = await stoppedPosts(migration, organization);
    for (let from = 0; from < posts.length; from += BATCH) {
      const jobs = await queue.find(posts.slice(from, from + BATCH));
      await noteJobs(migration, organization, jobs);
      for (const job of jobs) {
        if (job.active || !(await job.remove())) active.push(job.id);
        else {
          removed++;
          if (job.begun) lost++;
        }
      }
    }
    return { removed, active, lost };
  });
}

/**
 * Before anything is stopped: v1 would not send a post that came due while its row was marked in vain.
 *
 * @throws ApiError `invalid_request` when Redis cannot be reached, with what to type
 */
export async function assertQueueAnswers(migration: Migration): Promise<void> {
  try {
    await withQueue(migration, () => Promise.resolve());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError(error.code, {
      inEnglish:
        `${error.message}. v1 was not stopped: repeat this when its Redis answers, or repeat "copy" with another --redis. ` +
        'If it is gone permanently, repeat this with --without-redis',
      cause: error,
    });
  }
}

/** Ends when v1 has done these jobs, or at the latest after `waitMs`. */
export async function waitForJobs(
  migration: Migration,
  ids: readonly string[],
  { waitMs, signal }: { waitMs: number; signal?: AbortSignal },
): Promise<void> {
  const until = performance.now() + waitMs;
  await withQueue(migration, async (queue) => {
    while (performance.now() < until) {
      if (!(await queue.find(ids)).some(({ active }) => active)) return;
      await sleep(Math.min(LOOK_MS, until - performance.now()), undefined, { signal });
    }
  });
}

const LOOK_MS = 1000;
const GOES_ON = `select id, (extract(epoch from "publishDate" - now() at time zone 'UTC') * 1000)::float8 as "delayMs",
    state = 'QUEUE' as waits
  from "Post" where id = any($1) and "deletedAt" is null and (state = 'QUEUE' or "intervalInDays" > 0)`;

/** Adds the jobs again whose posts wait in v1 (again), and forgets them. May be repeated. */
export async function restartJobs(migration: Migration, organization: MigratedOrganization): Promise<void> {
  const { source, access } = migration;
  if (!access.redis) return;
  const jobs = await readNotedJobs<JobAsAdded>(migration, organization);
  if (!jobs.length) return;
  await withQueue(migration, async (queue) => {
    for (let from = 0; from < jobs.length; from += BATCH) {
      const some = jobs.slice(from, from + BATCH);
      const posts = await source.query<{ id: string; delayMs: number; waits: boolean }>(GOES_ON, [
        some.map(({ id }) => id),
      ]);
      const postOf = new Map(posts.map((post) => [post.id, post]));
      for (const { id, as, delayMs } of some) {
        const post = postOf.get(id);
        // The date of a post may have been changed while it was a draft.
        if (post) await queue.add(id, as, Math.max(0, Math.ceil(post.waits ? post.delayMs : delayMs)));
      }
    }
  });
  await forgetJobs(migration, organization);
}

/** The ids of what was stopped, whose jobs are not to run. */
async function stoppedPosts(
  { context, sourceId }: Migration,
  { id }: MigratedOrganization,
): Promise<string[]> {
  const stopped = await context.database.fork().execute<{ id: string }[]>(STOPPED, [sourceId, id]);
  return stopped.map((post) => post.id);
}

/** Null without a Redis. */
async function withQueue<T>(
  { access: { redis } }: Migration,
  work: (queue: SourceQueue) => Promise<T>,
): Promise<T | null> {
  if (!redis) return null;
  const queue = await openQueue(redis);
  try {
    return await work(queue);
  } finally {
    await queue.close();
  }
}

const OF_ORGANIZATION = `select id from "Post" where id = any($1) and "organizationId" = $2`;

/**
 * Looks whether a v1 that is to be stopped still works on its queue. The jobs that it was doing when it was
 * stopped are noted, as their posts may be published.
 *
 * @returns false when its Redis cannot be reached: it may be stopped too
 * @throws ApiError `invalid_request` if v1 still works
 */
export async function assertQueueQuiet(
  migration: Migration,
  organization: MigratedOrganization,
  quietMs: number,
): Promise<boolean> {
  try {
    await withQueue(migration, async (queue) => {
      const active = await queue.activeIds();
      const sign = await signOfWork(queue, { active: active.length, quietMs });
      if (sign) throw new StillWorks(sign);
      const parameters = [active, organization.legacyId];
      const ids = (await migration.source.query<{ id: string }>(OF_ORGANIZATION, parameters)).map(
        ({ id }) => id,
      );
      await noteJobs(migration, organization, await queue.find(ids));
    });
    return true;
  } catch (error) {
    if (error instanceof QueueUnreachable) return false;
    throw error;
  }
}

async function signOfWork(
  queue: SourceQueue,
  { active, quietMs }: { active: number; quietMs: number },
): Promise<string | null> {
  const workers = await queue.countWorkers();
  if (workers) {
    return `${workers} of its workers ${workers === 1 ? 'is' : 'are'} connected to its queue on Redis`;
  }
  const lastMs = await queue.lastWorkMs();
  const agoMs = lastMs === null ? Infinity : Date.now() - lastMs;
  if (agoMs <= quietMs) return `it began or ended a job on Redis ${Math.round(agoMs / 1000)} s ago`;
  // Nobody is connected: a process that has died left them.
  return workers === null && active > 0 ? `${active} jobs on Redis are being done` : null;
}
