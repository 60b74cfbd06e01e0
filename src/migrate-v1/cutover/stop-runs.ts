/** The runs of v1 in its Temporal: ended after its rows were marked, and started again by a rollback. */
import { setTimeout as sleep } from 'node:timers/promises';
import { postOfRun, type PostRun, type RunAsStarted, type SourceTemporal } from '../source/open-temporal.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import { STOPPED_AT } from '../map/post.ts';
import type { Migration } from '../v1-source.ts';
import type { MigratedOrganization } from './organizations.ts';
import {
  forgetJobs,
  noteDatesInDoubt,
  noteJobs,
  readNotedJobs,
  type NotedJob,
  type StoppedJobs,
} from './noted-jobs.ts';
import { withTemporal } from './with-temporal.ts';

const POST_OF_RUN = `p.id, p.state::text, coalesce(p."intervalInDays", 0) > 0 as "isSeries",
    (extract(epoch from p."publishDate") * 1000)::float8 as "dueMs"`;
// What may still be sent by a run: posts that wait, threads between two parts, later dates of series, and
// posts of which a try has failed, whose run tries them up to four times more (post.workflow.v1.0.1.ts to
// v1.0.5.ts). What v1 has not begun is ended; the others are waited for, and then ended as well. v1 leaves
// the run of a first part that was taken off a thread, or moved down (v2.12.0 to v2.23.0: createOrUpdatePost
// and startWorkflow), and of what was deleted before its search attributes were known: such a run is listed
// as open ($2), and sends what it has read (post.workflow.v1.0.1.ts to v1.0.4.ts).
const RUNS = `select ${POST_OF_RUN}
  from "Post" p
  where p."organizationId" = $1 and (p."parentPostId" is null
    and (p."deletedAt" = '${STOPPED_AT}' and p.state = 'QUEUE'
      or p.state = 'ERROR' and p."deletedAt" is null and p."updatedAt" > now() at time zone 'UTC' - interval '1 day'
      or p.state = 'PUBLISHED' and p."intervalInDays" > 0
      or p.state = 'PUBLISHED' and exists (select 1 from "Post" c where c."parentPostId" = p.id and c.state = 'QUEUE'))
    or p.id = any($2) and (p."parentPostId" is not null or p.state in ('QUEUE', 'DRAFT')))`;

interface PostOfRun {
  readonly id: string;
  readonly state: string;
  readonly isSeries: boolean;
  readonly dueMs: number;
}

const find = (temporal: SourceTemporal, posts: readonly PostOfRun[]): Promise<PostRun[]> =>
  temporal.find(
    posts.map(({ id }) => id),
    posts.flatMap(({ id, isSeries }) => (isSeries ? [id] : [])),
  );

/**
 * Ends the runs of what waits in an organisation, after noting them here; one that was asked to send is
 * left. May be repeated. Null without its Temporal.
 *
 * @throws ApiError `invalid_request` when that cannot be reached
 */
export async function stopRuns(
  migration: Migration,
  organization: MigratedOrganization,
): Promise<StoppedJobs | null> {
  return withTemporal(migration, async (temporal) => {
    const open = (await temporal.listOpen()).flatMap((workflowId) => postOfRun(workflowId) ?? []);
    const posts = await migration.source.query<PostOfRun>(RUNS, [organization.legacyId, open]);
    const postOf = new Map(posts.map((post) => [post.id, post]));
    const runs = await find(temporal, posts);
    await note(migration, organization, { runs, postOf });
    const waiting = runs.filter(({ begun }) => !begun);
    await noteDatesInDoubt(migration, datesOf(waiting, posts));
    const late = await endAll(waiting);
    await note(migration, organization, { runs: late.map((run) => ({ ...run, begun: true })), postOf });
    await noteDatesInDoubt(migration, datesOf(late, posts));
    const active = [...new Set(runs.flatMap(({ id, begun }) => (begun ? [id] : [])))];
    return { removed: waiting.length - late.length, active, lost: late.length };
  });
}

/** @returns those that were asked to send just before they ended: what they began goes on without them */
async function endAll(runs: readonly PostRun[]): Promise<PostRun[]> {
  const late: PostRun[] = [];
  await inParallel(runs, AT_ONCE, async (run) => {
    if (await run.end()) late.push(run);
  });
  return late;
}

const AT_ONCE = 20;
const LOOK_MS = 1000;
const POSTS = `select ${POST_OF_RUN} from "Post" p where p.id = any($1)`;
const STILL_WAITS = `${POSTS}
  and (p.state in ('QUEUE', 'ERROR') or p."intervalInDays" > 0
    or exists (select 1 from "Post" c where c."parentPostId" = p.id and c.state = 'QUEUE'))`;

/**
 * Ends when these runs have, or at the latest after `waitMs`: then those whose post v1 has not noted as
 * sent are ended, so that none is tried once more.
 */
export async function waitForRuns(
  migration: Migration,
  ids: readonly string[],
  { waitMs, signal }: { waitMs: number; signal?: AbortSignal | undefined },
): Promise<void> {
  const until = performance.now() + waitMs;
  await withTemporal(migration, async (temporal) => {
    const sending = await migration.source.query<PostOfRun>(POSTS, [ids]);
    while (performance.now() < until) {
      if (!(await find(temporal, sending)).length) return;
      await sleep(Math.min(LOOK_MS, Math.max(0, until - performance.now())), undefined, { signal });
    }
    const unsent = await migration.source.query<PostOfRun>(STILL_WAITS, [ids]);
    const runs = await find(temporal, unsent);
    await noteDatesInDoubt(migration, datesOf(runs, unsent));
    await endAll(runs);
  });
}

/** The series of which a run is there for a later date, and whose row says nothing of that one. */
function datesOf(runs: readonly PostRun[], posts: readonly PostOfRun[]): string[] {
  const published = new Set(posts.flatMap(({ id, state }) => (state === 'PUBLISHED' ? [id] : [])));
  return runs.flatMap(({ id, isRepetition }) => (isRepetition && published.has(id) ? [id] : []));
}

const GOES_ON = `select id, state = 'QUEUE' as waits from "Post" where id = any($1) and "deletedAt" is null
  and (state = 'QUEUE' or state = 'PUBLISHED' and "intervalInDays" > 0)`;

/**
 * Starts the runs again whose posts wait in v1 again, as v1 had started them, and forgets them. May be
 * repeated.
 */
export async function restartRuns(migration: Migration, organization: MigratedOrganization): Promise<void> {
  if (!migration.access.temporal) return;
  const noted = await readNotedJobs<RunAsStarted>(migration, organization);
  if (!noted.length) return;
  await withTemporal(migration, async (temporal) => {
    const posts = await migration.source.query<{ id: string; waits: boolean }>(GOES_ON, [
      noted.map(({ id }) => id),
    ]);
    const waits = new Map(posts.map((post) => [post.id, post.waits]));
    // Of a series, the run of a later date has sent it by now, or nobody knows.
    for (const { id, as, begun } of noted) {
      if (waits.has(id) && (waits.get(id) || !begun)) await temporal.start(id, as);
    }
  });
  await forgetJobs(migration, organization);
}

/**
 * Notes which runs of a stopped v1 were asked to send, as their posts may be published; nothing is changed
 * there.
 */
export async function noteRuns(migration: Migration, organization: MigratedOrganization): Promise<void> {
  await withTemporal(migration, async (temporal) => {
    const posts = await migration.source.query<PostOfRun>(WAITING, [organization.legacyId]);
    const postOf = new Map(posts.map((post) => [post.id, post]));
    const runs = (await find(temporal, posts)).filter(({ begun, isRepetition }) => begun || isRepetition);
    await note(migration, organization, { runs, postOf });
    await noteDatesInDoubt(migration, datesOf(runs, posts));
  });
}

const WAITING = `select ${POST_OF_RUN} from "Post" p
  where p."organizationId" = $1 and p."parentPostId" is null and p."deletedAt" is null
    and (p.state = 'QUEUE' or p.state = 'PUBLISHED' and p."intervalInDays" > 0)`;

/** How many processes of v1 take tasks; null when that is not known. */
export function countRunWorkers(migration: Migration): Promise<number | null> {
  return withTemporal(migration, (temporal) => temporal.countWorkers());
}

async function note(
  migration: Migration,
  organization: MigratedOrganization,
  { runs, postOf }: { runs: readonly PostRun[]; postOf: ReadonlyMap<string, PostOfRun> },
): Promise<void> {
  // Of a post with two, the one that can be started again is kept; either may have sent it.
  const rows = new Map<string, NotedJob<RunAsStarted>>();
  for (const { id, as, begun } of runs.toSorted((a, b) => Number(b.begun) - Number(a.begun))) {
    const dueMs = postOf.get(id)?.dueMs ?? 0;
    rows.set(id, { id, as, dueMs, begun: begun || (rows.get(id)?.begun ?? false) });
  }
  await noteJobs(migration, organization, [...rows.values()]);
}
