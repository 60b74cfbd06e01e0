/** Stopping v1 for one organisation: its rows, its jobs or runs, and waiting for what it is sending. */
import { setTimeout as sleep } from 'node:timers/promises';
import { counted } from '../../platform/counted.ts';
import type { Statement } from '../../platform/database.ts';
import { STOPPED_AT } from '../map/post.ts';
import type { Migration } from '../v1-source.ts';
import type { StoppedJobs } from './noted-jobs.ts';
import { notePhase, type MigratedOrganization } from './organizations.ts';
import { assertStopped } from './prove-stop.ts';
import { stopFeeds } from './stop-feeds.ts';
import { stopJobs, waitForJobs } from './stop-jobs.ts';
import { stopPlugs } from './stop-plugs.ts';
import { stopRest } from './stop-rest.ts';
import { stopRuns, waitForRuns } from './stop-runs.ts';
import { readMarks, stopV1 } from './stop-v1.ts';

/** What the operator knows of v1, and how long it is waited for. */
export interface StopOptions {
  /** How long v1 may take to publish one post, in milliseconds: it may still be sending for so long. */
  readonly graceMs: number;
  /** Its containers are stopped: nothing is written into its database. */
  readonly frozenSource: boolean;
  /** Each step, as text for a person. */
  readonly say: (line: string) => void;
  readonly signal?: AbortSignal;
}

/** What one look at v1 found and stopped, and when. */
export interface Stop {
  /** Rows of posts and series. */
  readonly stopped: number;
  /** When the last of them was stopped, by the clock of this database. */
  readonly stoppedMs: number;
  /** Null where neither its Redis nor its Temporal was given. */
  readonly jobs: StoppedJobs | null;
}

const CLOCK: Statement = {
  name: 'migrate-v1-clock',
  text: 'select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
};

/**
 * Stops what waits in v1: its rows first, since a job or run whose row is marked sends nothing more.
 * `looksAgain`: for what was added since the stop.
 */
export async function stopOnce(
  migration: Migration,
  organization: MigratedOrganization,
  options: StopOptions & { readonly looksAgain?: boolean },
): Promise<Stop> {
  const { frozenSource, signal, looksAgain = false } = options;
  const { name, stoppedMs: before } = organization;
  const say = (line: string): void => options.say(`${name}: ${line}`);
  if (before === null) await notePhase(migration.context.database, organization.id, 'stopping');
  if (frozenSource) {
    (await assertStopped(migration, organization)).forEach(say);
    return { stopped: 0, stoppedMs: before ?? (await noteStop(migration, organization)), jobs: null };
  }
  const { rows: stopped, waiting, series } = await stopV1(migration, organization);
  if (stopped || !looksAgain) {
    const marked = waiting + series ? 0 : (await readMarks(migration, organization)).stoppedPosts;
    say(
      marked
        ? `${counted(marked, 'post')} of v1 ${marked === 1 ? 'was' : 'were'} stopped before`
        : stoppedText(waiting, series),
    );
  }
  const feeds = await stopFeeds(migration, organization);
  if (feeds) say(`stopped ${feeds} feeds that post by themselves in v1`);
  const stoppedMs = before !== null && stopped === 0 ? before : await noteStop(migration, organization);
  const jobs = await stopStarted(migration, organization, { say, signal, looksAgain });
  return { stopped, stoppedMs, jobs };
}

/**
 * Takes away what v1 has started for an organisation: the jobs or runs of its posts, those that repost or
 * comment, and those that renew tokens or remind people. Its rows are stopped by then.
 */
export async function stopStarted(
  migration: Migration,
  organization: MigratedOrganization,
  options: Pick<StopOptions, 'say' | 'signal'> & { readonly looksAgain: boolean },
): Promise<StoppedJobs | null> {
  const { say, signal, looksAgain } = options;
  const jobs = await stopJobs(migration, organization);
  if (jobs && (jobs.removed || !looksAgain)) say(`removed ${jobs.removed} jobs from the queue of v1`);
  const runs = await stopRuns(migration, organization);
  if (runs && (runs.removed || !looksAgain)) say(`ended ${runs.removed} runs in the Temporal of v1`);
  const plugs = await stopPlugs(migration, organization, signal);
  if (plugs) say(`removed ${counted(plugs, 'job')} of v1 to repost or comment on published posts`);
  const rest = await stopRest(migration, organization);
  if (rest) say(`ended ${counted(rest, 'run')} of v1 to repost or comment, renew tokens, or remind people`);
  return jobs ?? runs;
}

const stoppedText = (waiting: number, series: number): string =>
  `stopped ${counted(waiting, 'waiting post')}${series ? ` and ${series} that repeat` : ''} in v1`;

async function noteStop(
  { context }: Migration,
  { id, stoppedMs: before }: MigratedOrganization,
): Promise<number> {
  const [now] = await context.database.query<{ ms: number }>(CLOCK);
  const stoppedMs = now?.ms ?? Date.now();
  await notePhase(context.database, id, 'stopping', { stoppedMs, goesOn: before !== null });
  return stoppedMs;
}

/**
 * Waits for what v1 may be sending, at most for the grace. Its queue and its runs know what that is; its
 * rows do not.
 */
export async function waitForV1(
  migration: Migration,
  organization: MigratedOrganization,
  { options, stop }: { options: StopOptions; stop: Stop },
): Promise<void> {
  const { frozenSource, graceMs, say, signal } = options;
  if (frozenSource) return;
  const { jobs, stoppedMs } = stop;
  const [now] = await migration.context.database.query<{ ms: number }>(CLOCK);
  const leftMs = Math.max(0, stoppedMs + graceMs - (now?.ms ?? Date.now()));
  const seconds = Math.ceil(leftMs / 1000);
  if (jobs?.active.length && !jobs.lost) {
    const count = jobs.active.length;
    const what = `${counted(count, 'post')} that v1 is sending`;
    say(`${organization.name}: waiting for ${what}, at most ${seconds} s`);
    const wait = migration.access.temporal ? waitForRuns : waitForJobs;
    await wait(migration, jobs.active, { waitMs: leftMs, signal });
    return;
  }
  if (leftMs > 0 && (jobs ? jobs.lost > 0 : await wasDueLately(migration, organization, stoppedMs))) {
    say(`${organization.name}: waiting ${seconds} s for what v1 may be sending`);
    await sleep(leftMs, undefined, { signal });
  }
  if (jobs?.active.length && migration.access.temporal) {
    await waitForRuns(migration, jobs.active, { waitMs: 0 });
  }
}

const DUE_LATELY = `select 1 from "Post"
  where "organizationId" = $1 and "deletedAt" = '${STOPPED_AT}' and state = 'QUEUE'
    and "publishDate" > $2::timestamp - interval '31 minutes' and "publishDate" <= $2::timestamp limit 1`;

/** Whether a post was due in the time in which v1 would be sending it. */
async function wasDueLately(
  { source }: Migration,
  { legacyId }: MigratedOrganization,
  stoppedMs: number,
): Promise<boolean> {
  const stopped = new Date(stoppedMs).toISOString().replace('Z', '');
  return (await source.query(DUE_LATELY, [legacyId, stopped])).length > 0;
}
