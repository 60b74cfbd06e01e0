/**
 * The cutover of one organisation, in phases that are kept in its row: v1 is told to stop, what it was
 * sending is waited for, what it sent is read, and then Crier takes over. It may be interrupted anywhere and
 * repeated.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Statement } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { BEGIN, copyBatch, type Place } from '../copy/run-pass.ts';
import { testChannels } from '../copy/test-channels.ts';
import { STOPPED } from '../map/post.ts';
import type { Migration } from '../v1-source.ts';
import { lookAtNetworks } from './look-at-networks.ts';
import { notePhase, type MigratedOrganization } from './organizations.ts';
import { assertQueueQuiet, stopJobs, waitForJobs, type StoppedJobs } from './stop-jobs.ts';
import { stopV1 } from './stop-v1.ts';
import type { OverdueRule } from '../../posts/overdue-rule.ts';
import { takeOver, type TakenOver } from './take-over.ts';

/** What the operator chose. */
export interface CutoverOptions {
  readonly overdue: OverdueRule;
  /** How long v1 may take to publish one post, in milliseconds: it may still be sending for so long. */
  readonly graceMs: number;
  /** Its containers are stopped: nothing is written into its database. */
  readonly frozenSource: boolean;
  /** Each step, in words for a person. */
  readonly say: (line: string) => void;
  readonly signal?: AbortSignal;
}

/** v1 looked at posts 15 to 30 minutes after their date once more, so one of that time may be under way. */
const LATE_REPAIR_MS = 30 * 60_000;

/**
 * Cuts one organisation over.
 *
 * @returns what Crier took over; null when it publishes for the organisation already
 * @throws ApiError `invalid_request` when v1 cannot be stopped, or is still working although it should be
 * frozen; nothing was sent twice, and the cutover goes on when it is repeated
 */
export async function cutOver(
  migration: Migration,
  organization: MigratedOrganization,
  options: CutoverOptions,
): Promise<TakenOver | null> {
  if (organization.publishes === 'crier') return null;
  const { database } = migration.context;
  const { id, name } = organization;
  // Whatever v1 was given after the first stop is stopped and waited for as well.
  let stop = await stopOnce(migration, organization, options);
  do {
    await notePhase(database, id, 'waiting');
    await waitForV1(migration, organization, { options, stop });
    await notePhase(database, id, 'looking');
    stop = await stopOnce(migration, { ...organization, stoppedMs: stop.stoppedMs }, options);
  } while (stop.stopped > 0);
  options.say(`${name}: reading what v1 has sent and changed until now`);
  await copyRest(migration, organization, options.signal);
  await testChannels(migration, id);
  const doubt = { stoppedMs: stop.stoppedMs, doubtMs: LATE_REPAIR_MS };
  const looked = await lookAtNetworks(migration, organization, { doubt, signal: options.signal });
  const taken = await takeOver(database, id, { rule: options.overdue, doubtMs: LATE_REPAIR_MS, looked });
  if (taken) {
    options.say(
      `${name}: Crier publishes now. ${taken.waiting} posts wait, ${taken.overdue} were overdue, ${taken.found} were found at their network, ${taken.doubtful} need a look`,
    );
  }
  return taken;
}

const CLOCK: Statement = {
  name: 'migrate-v1-clock',
  text: 'select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
};

interface Stop {
  /** Posts. */
  readonly stopped: number;
  /** When the last of them was stopped, by the clock of this database. */
  readonly stoppedMs: number;
  /** Null where v1 has no Redis, or none was given. */
  readonly jobs: StoppedJobs | null;
}

/** Stops what waits in v1: its rows first, since a job whose post does not wait is passed over. */
async function stopOnce(
  migration: Migration,
  organization: MigratedOrganization,
  { frozenSource, say }: CutoverOptions,
): Promise<Stop> {
  const { name, stoppedMs: before } = organization;
  if (before === null) await notePhase(migration.context.database, organization.id, 'stopping');
  if (frozenSource) {
    await assertQuiet(migration);
    if (!(await assertQueueQuiet(migration, organization, QUIET_MS))) {
      say(`${name}: the Redis of v1 does not answer, so only its database was looked at`);
    }
    return { stopped: 0, stoppedMs: before ?? (await noteStop(migration, organization)), jobs: null };
  }
  const stopped = await stopV1(migration, organization);
  say(`${name}: stopped ${stopped} waiting posts in v1`);
  const stoppedMs = before !== null && stopped === 0 ? before : await noteStop(migration, organization);
  const jobs = await stopJobs(migration, organization);
  if (jobs) say(`${name}: removed ${jobs.removed} jobs from the queue of v1`);
  return { stopped, stoppedMs, jobs };
}

async function noteStop({ context }: Migration, { id }: MigratedOrganization): Promise<number> {
  const [now] = await context.database.query<{ ms: number }>(CLOCK);
  const stoppedMs = now?.ms ?? Date.now();
  await notePhase(context.database, id, 'stopping', { stoppedMs });
  return stoppedMs;
}

/** Waits for what v1 may be sending, at most for the grace. Its queue knows what that is; its rows do not. */
async function waitForV1(
  migration: Migration,
  organization: MigratedOrganization,
  { options, stop }: { options: CutoverOptions; stop: Stop },
): Promise<void> {
  const { frozenSource, graceMs, say, signal } = options;
  if (frozenSource) return;
  const { jobs, stoppedMs } = stop;
  const [now] = await migration.context.database.query<{ ms: number }>(CLOCK);
  const leftMs = Math.max(0, stoppedMs + graceMs - (now?.ms ?? Date.now()));
  const seconds = Math.ceil(leftMs / 1000);
  if (jobs?.active.length && !jobs.lost) {
    const count = jobs.active.length;
    const what = `${count} ${count === 1 ? 'post' : 'posts'} that v1 is sending`;
    say(`${organization.name}: waiting for ${what}, at most ${seconds} s`);
    await waitForJobs(migration, jobs.active, { waitMs: leftMs, signal });
  } else if (leftMs > 0 && (jobs ? jobs.lost > 0 : await wasDueLately(migration, organization, stoppedMs))) {
    say(`${organization.name}: waiting ${seconds} s for what v1 may be sending`);
    await sleep(leftMs, undefined, { signal });
  }
}

const DUE_LATELY = `select 1 from "Post"
  where "organizationId" = $1 and "deletedAt" is null and state = 'DRAFT' and error = $2
    and "publishDate" > $3::timestamp - interval '31 minutes' and "publishDate" <= $3::timestamp limit 1`;

/** Whether a post was due in the time in which v1 would be sending it. */
async function wasDueLately(
  { source }: Migration,
  { legacyId }: MigratedOrganization,
  stoppedMs: number,
): Promise<boolean> {
  const stopped = new Date(stoppedMs).toISOString().replace('Z', '');
  return (await source.query(DUE_LATELY, [legacyId, STOPPED, stopped])).length > 0;
}

const LAST_CHANGE = `select floor(extract(epoch from max("updatedAt")) * 1000)::float8 as last,
    floor(extract(epoch from now() at time zone 'UTC') * 1000)::float8 as now from "Post"`;
const QUIET_MS = 120_000;

/** A v1 that is stopped changes nothing. @throws ApiError `invalid_request` if it has just done so */
async function assertQuiet({ source }: Migration): Promise<void> {
  const [row] = await source.query<{ last: number | null; now: number }>(LAST_CHANGE);
  if (!row?.last || row.now - row.last > QUIET_MS) return;
  throw new ApiError('invalid_request', {
    message: `v1 is still working: it changed a post ${Math.round((row.now - row.last) / 1000)} s ago. Stop its containers, wait two minutes, and repeat this`,
  });
}

/** Everything of the organisation, compared record by record. */
async function copyRest(
  migration: Migration,
  { legacyId }: MigratedOrganization,
  signal?: AbortSignal,
): Promise<void> {
  for (let place: Place | null = BEGIN; place;) {
    signal?.throwIfAborted();
    place = (await copyBatch(migration, place, { organization: legacyId })).next;
  }
}
