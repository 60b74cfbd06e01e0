/**
 * What follows published posts in v1 up to v2.11.3: jobs of the queues `plugs` (the channel reposts or
 * comments on its post when that is liked enough, up to three looks, six hours apart) and `internal-plugs`
 * (other channels do, after a delay that was chosen). No row that is marked stops them: v1 reads the plug
 * and its channels by their ids alone, and a channel whose token has expired gets a new one (v1.15.2,
 * v1.65.7, v2.11.3: `posts.service.ts`, checkPlugs and checkInternalPlug; `integration.service.ts`,
 * processPlugs and processInternalPlug; `plugs.controller.ts`). From v2.12.0 on: stop-rest.ts.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isRecord } from '../map/values.ts';
import { openOtherQueue, type JobAsAdded, type SourceQueue } from '../source/open-queue.ts';
import { has } from '../source/version.ts';
import type { Migration } from '../v1-source.ts';
import { noteJobs, readNotedJobs } from './noted-jobs.ts';
import type { MigratedOrganization } from './organizations.ts';

const QUEUES = ['plugs', 'internal-plugs'] as const;
const BATCH = 200;
const LOOK_MS = 500;
/** A plug is a call or two to a network. */
const WAIT_MS = 30_000;
const OURS = 'select id from "Plugs" where "organizationId" = $1';

interface PlugAsAdded extends JobAsAdded {
  readonly queue: string;
}

/**
 * Removes the jobs of an organisation, after noting them here. One that is being done is waited for, as it
 * adds the one of the next look. May be repeated.
 *
 * @returns how many were removed; null without a Redis
 * @throws ApiError `invalid_request` when Redis cannot be reached
 */
export async function stopPlugs(
  migration: Migration,
  organization: MigratedOrganization,
  signal?: AbortSignal,
): Promise<number | null> {
  const { source, access } = migration;
  if (!access.redis || !has(source.shape, 'Plugs')) return null;
  const { legacyId } = organization;
  const plugs = new Set((await source.query<{ id: string }>(OURS, [legacyId])).map(({ id }) => id));
  const isOurs = (job: JobAsAdded): boolean => {
    const { orgId, plugId } = payloadOf(job);
    return orgId === legacyId || (typeof plugId === 'string' && plugs.has(plugId));
  };
  let removed = 0;
  for (const name of QUEUES) {
    await withOther(access.redis, name, async (queue) => {
      const until = performance.now() + WAIT_MS;
      for (;;) {
        const { gone, active } = await removeFrom(queue, { migration, organization, name, isOurs });
        removed += gone;
        if (!active || performance.now() > until) return;
        await sleep(LOOK_MS, undefined, { signal });
      }
    });
  }
  return removed;
}

async function removeFrom(
  queue: SourceQueue,
  target: {
    migration: Migration;
    organization: MigratedOrganization;
    name: string;
    isOurs: (job: JobAsAdded) => boolean;
  },
): Promise<{ gone: number; active: number }> {
  const ids = await queue.activeIds();
  for await (const later of queue.idsOfLater()) ids.push(...later);
  let [gone, active] = [0, 0];
  for (let from = 0; from < ids.length; from += BATCH) {
    const jobs = (await queue.find(ids.slice(from, from + BATCH))).filter(({ as }) => target.isOurs(as));
    const noted = jobs.filter((job) => !job.active);
    await noteJobs<PlugAsAdded>(
      target.migration,
      target.organization,
      noted.map(({ id, as, dueMs }) => ({
        id: `${target.name}/${id}`,
        as: { ...as, queue: target.name },
        dueMs,
        begun: false,
      })),
    );
    for (const job of jobs) {
      if (!job.active && (await job.remove())) gone++;
      else active++;
    }
  }
  return { gone, active };
}

/** Adds them again, before `restartJobs` forgets them. May be repeated. */
export async function restartPlugs(migration: Migration, organization: MigratedOrganization): Promise<void> {
  const { redis } = migration.access;
  if (!redis) return;
  const noted = await readNotedJobs<PlugAsAdded>(migration, organization);
  for (const name of QUEUES) {
    const jobs = noted.filter(({ as }) => as.queue === name);
    if (!jobs.length) continue;
    await withOther(redis, name, async (queue) => {
      for (const { id, as, delayMs } of jobs) {
        const { queue: _, ...job } = as;
        await queue.add(id.slice(name.length + 1), job, Math.max(0, Math.ceil(delayMs)));
      }
    });
  }
}

/** v1 wraps what a job is about (`bull-mq-transport-new/client.ts`). */
function payloadOf({ data }: JobAsAdded): Readonly<Record<string, unknown>> {
  const payload = isRecord(data) ? data.payload : undefined;
  return isRecord(payload) ? payload : {};
}

async function withOther(
  url: string,
  name: string,
  work: (queue: SourceQueue) => Promise<void>,
): Promise<void> {
  const queue = await openOtherQueue(url, name);
  try {
    await work(queue);
  } finally {
    await queue.close();
  }
}
