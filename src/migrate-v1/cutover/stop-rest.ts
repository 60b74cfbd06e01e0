/**
 * What v1 has running in its Temporal beside what sends posts; each would act on a network, or write to
 * people, after Crier has taken over:
 *
 * - A run of a published post goes on with its plugs: the channel reposts or comments on it when it is liked
 *   enough (after 6, 18 and 36 hours), and other channels do (after a delay that was chosen). No row is read
 *   that could stop it, a deleted channel or a plug that was switched off included (v2.12.0 to v2.23.0: each
 *   `post.workflow.v1.0.*.ts`; `integration.service.ts`, processPlugs and processInternalPlug). A network
 *   that refuses the token makes v1 renew it.
 * - `refresh_<channel>` renews the token of Threads, Instagram and, until v2.16.0, Whop when it expires (from
 *   v2.13.0 on: `refresh.token.workflow.ts`, `refreshCron`).
 * - `streak_<organisation>` asks people, 22 hours after the last post, to schedule one in v1 (from v2.13.0
 *   on: `streak.workflow.ts`).
 *
 * Left are the mails about what v1 has published, within the hour, and what reads its rows again: feeds
 * (stop-feeds.ts) and `missing-post-workflow`.
 */
import { randomBytes } from 'node:crypto';
import { inParallel } from '../../platform/in-parallel.ts';
import { isRecord } from '../map/values.ts';
import { postOfRun, type OpenRun, type RunAsStarted } from '../source/open-temporal.ts';
import type { Migration } from '../v1-source.ts';
import { noteJobs, readNotedJobs, type NotedJob } from './noted-jobs.ts';
import type { MigratedOrganization } from './organizations.ts';
import { withTemporal } from './with-temporal.ts';

/** What it takes to start one again. */
interface RestAsStarted extends RunAsStarted {
  readonly workflowId: string;
  /** The series whose next date it begins with. */
  readonly series?: { readonly id: string; readonly everyMs: number };
}

/** A run of the organisation. */
interface OurRun {
  readonly workflowId: string;
  /** The post that v1 has begun; null for any other. */
  readonly postId: string | null;
  /** Between two dates of a series; null for any other. */
  readonly everyMs: number | null;
}

const DAY_MS = 86_400_000;
const AT_ONCE = 20;
const CHANNEL = 'refresh_';
const ORGANIZATION = 'streak_';
const POSTS = `select id, "intervalInDays" * ${DAY_MS}::float8 as "everyMs" from "Post"
  where "organizationId" = $1 and state <> 'QUEUE' and id = any($2)`;
const CHANNELS = `select id from "Integration" where "organizationId" = $1 and id = any($2)`;

/**
 * Ends it; what a rollback is to start again is noted first. May be repeated.
 *
 * @returns how many runs were ended; null without its Temporal
 * @throws ApiError `invalid_request` when that cannot be reached
 */
export function stopRest(migration: Migration, organization: MigratedOrganization): Promise<number | null> {
  return withTemporal(migration, async (temporal) => {
    const ours = await ourRuns(migration, organization, await temporal.listOpen());
    const found: { one: OurRun; run: OpenRun }[] = [];
    await inParallel(ours, AT_ONCE, async (one) => {
      const run = await temporal.read(one.workflowId);
      // What sends a post is stopped, or waited for, as such (stop-runs.ts).
      if (run && (one.postId === null || run.allSent || run.isToBegin)) found.push({ one, run });
    });
    await noteJobs(
      migration,
      organization,
      found.flatMap(({ one, run }) => againOf(one, run) ?? []),
    );
    await inParallel(found, AT_ONCE, ({ run }) => run.end());
    return found.length;
  });
}

async function ourRuns(
  { source }: Migration,
  { legacyId }: MigratedOrganization,
  open: readonly string[],
): Promise<OurRun[]> {
  const runsOf = Map.groupBy(open, (workflowId) => postOfRun(workflowId) ?? '');
  const posts = await source.query<{ id: string; everyMs: number | null }>(POSTS, [
    legacyId,
    [...runsOf.keys()],
  ]);
  const channels = await source.query<{ id: string }>(CHANNELS, [
    legacyId,
    open.flatMap((id) => (id.startsWith(CHANNEL) ? [id.slice(CHANNEL.length)] : [])),
  ]);
  const others = [...channels.map(({ id }) => CHANNEL + id), ORGANIZATION + legacyId];
  return [
    ...posts.flatMap(({ id, everyMs }) =>
      (runsOf.get(id) ?? []).map((workflowId) => ({ workflowId, postId: id, everyMs })),
    ),
    ...open
      .filter((workflowId) => others.includes(workflowId))
      .map((workflowId) => ({ workflowId, postId: null, everyMs: null })),
  ];
}

/**
 * How a rollback goes on: the renewals as they were, a series with its next date. A run of a published post
 * cannot be started again: v1 takes it for one that was posted already.
 */
function againOf({ workflowId, postId, everyMs }: OurRun, run: OpenRun): NotedJob<RestAsStarted> | null {
  if (postId === null) {
    if (!workflowId.startsWith(CHANNEL)) return null;
    return { id: workflowId, as: { ...run.as, workflowId }, dueMs: Date.now(), begun: false };
  }
  if (!everyMs || everyMs < 0 || run.hasRepeated) return null;
  const [input] = run.as.args;
  const as = {
    ...run.as,
    workflowId: `post_${postId}_${randomBytes(5).toString('hex')}`,
    args: [{ ...(isRecord(input) ? input : {}), postNow: true }],
    series: { id: postId, everyMs },
  };
  return { id: workflowId, as, dueMs: run.allSent ? run.startsMs + everyMs : run.startsMs, begun: false };
}

const GOES_ON = `select id from "Post" where id = any($1) and "deletedAt" is null and state = 'PUBLISHED' and "intervalInDays" > 0`;

/** Starts again what was ended, before `restartRuns` forgets it. May be repeated. */
export async function restartRest(migration: Migration, organization: MigratedOrganization): Promise<void> {
  if (!migration.access.temporal) return;
  const noted = (await readNotedJobs<RestAsStarted>(migration, organization)).filter(
    ({ id, as }) => as.series || id.startsWith(CHANNEL),
  );
  if (!noted.length) return;
  await withTemporal(migration, async (temporal) => {
    const ids = noted.flatMap(({ as }) => (as.series ? [as.series.id] : []));
    const goOn = new Set((await migration.source.query<{ id: string }>(GOES_ON, [ids])).map(({ id }) => id));
    await inParallel(noted, AT_ONCE, async ({ id, as, delayMs }) => {
      if (!as.series) await temporal.start(id, as);
      else if (goOn.has(as.series.id)) await temporal.start(id, as, nextDate(delayMs, as.series.everyMs));
    });
  });
}

/** In milliseconds from now: a date that came while v1 was stopped is left out. */
const nextDate = (delayMs: number, everyMs: number): number =>
  delayMs > 0 ? delayMs : delayMs + (Math.floor(-delayMs / everyMs) + 1) * everyMs;
