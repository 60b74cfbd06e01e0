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
import { stopV1 } from './stop-v1.ts';
import { takeOver, type OverdueRule, type TakenOver } from './take-over.ts';

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
    const waitMs = options.frozenSource ? 0 : await graceLeft(migration, { organization, options, ...stop });
    await notePhase(database, id, 'waiting');
    if (waitMs > 0) {
      options.say(`${name}: waiting ${Math.ceil(waitMs / 1000)} s for what v1 may be sending`);
      await sleep(waitMs, undefined, { signal: options.signal });
    }
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

/** Stops what waits in v1. @returns how many posts, and when the last of them was stopped */
async function stopOnce(
  migration: Migration,
  organization: MigratedOrganization,
  options: CutoverOptions,
): Promise<{ stopped: number; stoppedMs: number }> {
  const { database } = migration.context;
  const { stoppedMs: before } = organization;
  if (before === null) await notePhase(database, organization.id, 'stopping');
  let stopped = 0;
  if (options.frozenSource) await assertQuiet(migration);
  else {
    stopped = await stopV1(migration, organization);
    options.say(`${organization.name}: stopped ${stopped} waiting posts in v1`);
  }
  if (before !== null && stopped === 0) return { stopped, stoppedMs: before };
  const [now] = await database.query<{ ms: number }>(CLOCK);
  const stoppedMs = now?.ms ?? Date.now();
  await notePhase(database, organization.id, 'stopping', { stoppedMs });
  return { stopped, stoppedMs };
}

const DUE_LATELY = `select 1 from "Post"
  where "organizationId" = $1 and "deletedAt" is null and state = 'DRAFT' and error = $2
    and "publishDate" > $3::timestamp - interval '31 minutes' and "publishDate" <= $3::timestamp limit 1`;

/** Nothing is waited for when no post was due in the time in which v1 would be sending it. */
async function graceLeft(
  { source, context }: Migration,
  of: { organization: MigratedOrganization; stoppedMs: number; options: CutoverOptions },
): Promise<number> {
  const { organization, stoppedMs, options } = of;
  const stopped = new Date(stoppedMs).toISOString().replace('Z', '');
  const due = await source.query(DUE_LATELY, [organization.legacyId, STOPPED, stopped]);
  if (!due.length) return 0;
  const [now] = await context.database.query<{ ms: number }>(CLOCK);
  return Math.max(0, stoppedMs + options.graceMs - (now?.ms ?? Date.now()));
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
