/** Everything the database knows about one post and what it is waiting for. */
import type { AttemptPhase } from '../../../platform/attempt-phase.ts';
import { readFreeze, type FreezeState } from '../../../platform/freeze.ts';
import { inDoubt, publishesThere } from '../../../platform/published-elsewhere.ts';
import type { Reader, Statement } from '../../../platform/database.ts';
import type { PostEventKind } from '../../../platform/entities/events.ts';
import { assertOwnPost } from '../../../posts/policy.ts';
import type { HoldReason, PostState } from '../../../../temporal/contract/post-states.ts';
import { HEARTBEAT_LIMIT_SECONDS, readHeartbeat } from '../../../platform/worker-heartbeat.ts';

/** One attempt of the ledger. Dates are ISO 8601. */
export interface Attempt {
  readonly part: number;
  readonly revision: number;
  readonly phase: AttemptPhase;
  readonly tries: number;
  readonly startedAt: string;
  readonly sentAt: string | null;
  readonly settledAt: string | null;
  /** What was learned about the attempt, oldest first. */
  readonly evidence: readonly string[];
}

export interface PostFacts {
  readonly id: string;
  readonly groupId: string;
  readonly state: PostState;
  readonly publishAt: Date;
  readonly hold: HoldReason | null;
  readonly error: string | null;
  readonly url: string | null;
  readonly latenessMs: number | null;
  readonly parts: {
    readonly all: number;
    readonly published: number;
    readonly nextDelayMinutes: number | null;
  };
  readonly channel: {
    readonly name: string;
    readonly provider: string;
    readonly disconnected: boolean;
    readonly disabled: boolean;
  };
  readonly timeline: readonly {
    readonly at: Date;
    readonly kind: PostEventKind;
    readonly detail: Record<string, unknown>;
  }[];
  readonly attempts: readonly Attempt[];
  /** Messages about it that Temporal has not received, and why. */
  readonly outbox: { readonly waiting: number; readonly reason: string | null };
  readonly freeze: FreezeState | null;
  readonly organizationName: string;
  /** Which other instance publishes for its organisation. */
  readonly elsewhere: 'previous' | 'moved' | null;
  readonly workerAlive: boolean;
  readonly now: Date;
}

interface AttemptRow extends Omit<Attempt, 'evidence' | 'startedAt' | 'sentAt' | 'settledAt'> {
  readonly startedAt: number;
  readonly sentAt: number | null;
  readonly settledAt: number | null;
  readonly evidence: readonly Record<string, unknown>[];
}

const inMs = (moment: string): string => `(extract(epoch from ${moment}) * 1000)::float8`;
const ATTEMPTS: Statement = {
  name: 'explain-attempts',
  text: `
    select i.position + 1 as part, a.revision, a.phase, a.tries, a.evidence,
      ${inMs('a.started_at')} as "startedAt",
      case when not a.presumed then ${inMs('a.sent_at')} end as "sentAt",
      ${inMs('a.settled_at')} as "settledAt"
    from publish_attempt a
    join post_item i on i.id = a.post_item_id
    where i.post_id = $1
    order by i.position, a.revision`,
};
const OUTBOX: Statement = {
  name: 'explain-outbox',
  text: `
    select count(*)::int as waiting,
      (array_agg(last_error order by created_at) filter (where last_error is not null))[1] as reason
    from outbox
    where post_group_id = $1 and (post_id is null or post_id = $2)`,
};
const NOW: Statement = { name: 'explain-now', text: `select ${inMs('clock_timestamp()')} as now` };

// Also a post that was deleted, as a cancelled one is.
const POST: Statement = {
  name: 'explain-post',
  text: `
    select p.id, p.organization_id as organization, o.name as "organizationName", p.post_group_id as "groupId", p.state, p.hold, p.error,
      p.release_url as url, p.lateness_ms as "latenessMs", ${inMs('p.publish_at')} as "publishMs",
      ${inMs('p.deleted_at')} as "deletedMs",
      json_build_object('name', c.name, 'provider', c.provider, 'disconnected', c.refresh_needed,
        'disabled', c.disabled) as channel,
      case when o.moved_at is not null then 'moved' when ${publishesThere('o.id')} and not ${inDoubt('o.id')} then 'previous' end as elsewhere,
      (select json_build_object('all', count(*), 'published', count(i.published_at)) from post_item i
        where i.post_id = p.id) as parts,
      (select json_build_object('position', i.position, 'delayMinutes', i.delay_minutes) from post_item i
        where i.post_id = p.id and i.published_at is null order by i.position limit 1) as next
    from post p
    join organization o on o.id = p.organization_id
    join integration c on c.id = p.integration_id
    where p.id = $1`,
};
const TIMELINE: Statement = {
  name: 'explain-timeline',
  text: `select ${inMs('at')} as "atMs", kind, detail from post_event where post_id = $1 order by id`,
};

type PostRow = Pick<
  PostFacts,
  | 'id'
  | 'groupId'
  | 'state'
  | 'hold'
  | 'error'
  | 'url'
  | 'latenessMs'
  | 'channel'
  | 'organizationName'
  | 'elsewhere'
> & {
  readonly organization: string;
  readonly publishMs: number;
  readonly deletedMs: number | null;
  readonly parts: { readonly all: number; readonly published: number };
  readonly next: { readonly position: number; readonly delayMinutes: number } | null;
};
type EventRow = Omit<PostFacts['timeline'][number], 'at'> & { readonly atMs: number };

/**
 * Also finds a cancelled post.
 *
 * @throws ApiError `post_not_found`, `foreign_resource`
 */
export async function gatherFacts(
  { database }: { readonly database: Reader },
  ref: { organizationId: string; postId: string },
): Promise<PostFacts> {
  const post = await readOwn(database, ref);
  const { organization, publishMs, deletedMs: _, parts, next, ...rest } = post;
  const [timeline, attempts, outbox, freeze, heartbeatAge, clock] = await Promise.all([
    database.query<EventRow>(TIMELINE, [ref.postId]),
    database.query<AttemptRow>(ATTEMPTS, [ref.postId]),
    database.query<{ waiting: number; reason: string | null }>(OUTBOX, [post.groupId, ref.postId]),
    readFreeze(database, { organizationId: organization }),
    readHeartbeat(database),
    database.query<{ now: number }>(NOW),
  ]);
  return {
    ...rest,
    publishAt: new Date(publishMs),
    parts: { ...parts, nextDelayMinutes: next && next.position > 0 ? next.delayMinutes : null },
    timeline: timeline.map(({ atMs, ...line }) => ({ ...line, at: new Date(atMs) })),
    attempts: attempts.map(presentAttempt),
    outbox: outbox[0] ?? { waiting: 0, reason: null },
    freeze: freeze ?? null,
    workerAlive: heartbeatAge !== null && heartbeatAge <= HEARTBEAT_LIMIT_SECONDS,
    now: new Date(clock[0]?.now ?? Date.now()),
  };
}

async function readOwn(
  database: Reader,
  { organizationId, postId }: { organizationId: string; postId: string },
): Promise<PostRow> {
  const [row] = await database.query<PostRow>(POST, [postId]);
  const post = row ? { ...row, deletedAt: row.deletedMs === null ? null : new Date(row.deletedMs) } : null;
  if (post?.state !== 'cancelled' || post.organization !== organizationId) {
    assertOwnPost(organizationId, post, postId);
  }
  return post;
}

function presentAttempt({ startedAt, sentAt, settledAt, evidence, ...rest }: AttemptRow): Attempt {
  return {
    ...rest,
    startedAt: new Date(startedAt).toISOString(),
    sentAt: iso(sentAt),
    settledAt: iso(settledAt),
    evidence: evidence.map(describeEvidence),
  };
}

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** A reason, the network's message, or a person's decision. */
function describeEvidence(evidence: Record<string, unknown>): string {
  if (evidence.by === 'person') return `a person decided: ${String(evidence.decision)}`;
  const text = evidence.reason ?? evidence.message ?? evidence.evidence ?? JSON.stringify(evidence);
  return evidence.networkCode ? `${String(text)} (${String(evidence.networkCode)})` : String(text);
}
