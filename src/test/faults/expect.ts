/** What a fault expects of its posts once nothing moves any more, in addition to the checker. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxCall } from '../../../providers/_networks/sandbox/call.ts';
import type { Json } from '../../../providers/_kit/contract.ts';
import type { PostState } from '../../../temporal/contract/post-states.ts';
import type { Statement } from '../../platform/database.ts';
import { eventually } from '../instance.ts';
import type { Submission } from './client.ts';
import { openRuns } from './facts.ts';
import type { World } from './world.ts';

const STATES: Statement = {
  name: 'faults-states',
  text: 'select id as "postId", state, error_code as code, error from post where id = any($1)',
};
const EVENTS: Statement = {
  name: 'faults-events',
  text: 'select post_id as "postId", at, detail from post_event where kind = $1 order by id',
};
const NOTIFIED: Statement = {
  name: 'faults-notified',
  text: 'select post_id as "postId" from notification where kind = $1',
};

/** An entry of a timeline. */
export interface EventFact {
  readonly postId: string;
  readonly at: Date;
  readonly detail: Record<string, Json>;
}

/** Every entry of this kind, of all posts. */
export function eventsOf({ instance }: World, kind: string): Promise<EventFact[]> {
  return instance.context.database.query<EventFact>(EVENTS, [kind]);
}

/** A network has a post a moment before its row shows it; a busy machine gets its time. */
const NOTED_MS = 30_000;

interface StateFact {
  readonly postId: string;
  readonly state: PostState;
  readonly code: string | null;
  readonly error: string | null;
}

/** Each post ended in this state, and failed ones with this code. */
export async function mustEndAs(
  world: World,
  submissions: readonly Submission[],
  state: PostState,
  code: string | null = null,
): Promise<void> {
  const { database } = world.instance.context;
  const read = () => database.query<StateFact>(STATES, [submissions.map((s) => s.postId)]);
  const end = Date.now() + NOTED_MS;
  let rows = await read();
  while (rows.some((row) => row.state === 'publishing') && Date.now() < end) {
    await sleep(250);
    rows = await read();
  }
  for (const { token, postId } of submissions) {
    const row = rows.find((r) => r.postId === postId);
    world.must(
      row?.state === state && (row.code ?? null) === code,
      `${token} was to end as ${state}${code ? ` (${code})` : ''} and is ${row?.state} (${row?.code}: ${row?.error})`,
    );
  }
}

/** Groups of the posts that wait for another day; the others may be published while we look. */
const WAITING_GROUPS: Statement = {
  name: 'faults-waiting-groups',
  text: "select distinct post_group_id as id from post where state = 'scheduled' and publish_at > now() + interval '1 day'",
};
/** One pass of the reconciler and the time to come back. */
const CYCLE_MS = 90_000;

/** Within one pass of the reconciler since this moment, each post that waits for another day has a run. */
export async function mustHaveRuns(world: World, sinceMs: number): Promise<void> {
  const rows = await world.instance.context.database.query<{ id: string }>(WAITING_GROUPS);
  const waiting = rows.map(({ id }) => id);
  await eventually(
    'each waiting post has a run',
    async () => (await openRuns(world.instance, waiting).catch(() => [])).length === waiting.length,
    CYCLE_MS + 60_000,
  );
  const ms = Date.now() - sinceMs;
  world.must(ms < CYCLE_MS, `each had a run after ${ms} ms`);
}

/** The timeline of each post has exactly this many entries of this kind. */
export async function mustSay(
  world: World,
  submissions: readonly Submission[],
  kind: string,
  times = 1,
): Promise<void> {
  const events = await eventsOf(world, kind);
  for (const { token, postId } of submissions) {
    const found = events.filter((e) => e.postId === postId).length;
    world.must(
      found === times,
      `the timeline of ${token} was to say ${kind} ${times} times and says it ${found} times`,
    );
  }
}

/**
 * The timelines together have as many entries of this kind as there are posts: a second send may have met
 * what was meant for a first.
 */
export async function mustSayTogether(
  world: World,
  submissions: readonly Submission[],
  kind: string,
): Promise<void> {
  const ids = new Set(submissions.map(({ postId }) => postId));
  const found = (await eventsOf(world, kind)).filter((e) => ids.has(e.postId)).length;
  world.must(
    found === submissions.length,
    `${submissions.length} timelines were to say ${kind} once each and say it ${found} times together`,
  );
}

/** People were notified about each post, once. */
export async function mustNotify(
  world: World,
  submissions: readonly Submission[],
  kind: string,
): Promise<void> {
  const notified = await world.instance.context.database.query<{ postId: string }>(NOTIFIED, [kind]);
  for (const { token, postId } of submissions) {
    const found = notified.filter((t) => t.postId === postId).length;
    world.must(found === 1, `${token} was to bring one notification "${kind}" and brought ${found}`);
  }
}

/** Publish calls of an account, one list for each post, oldest first. */
export async function callsOfEachPost({ network }: World, account: string): Promise<SandboxCall[][]> {
  const calls = (await network.calls()).filter((c) => c.account === account && c.marker);
  return [...Map.groupBy(calls, (c) => c.marker).values()];
}
