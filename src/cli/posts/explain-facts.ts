/** Everything the database knows about one post and what it is waiting for. */
import type { Context } from '../../context.ts';
import { readFreeze, type FreezeState } from '../../platform/freeze.ts';
import type { Statement } from '../../platform/database.ts';
import { PostEvent, type PostEventKind } from '../../entities/delivery.ts';
import { Post } from '../../entities/post.ts';
import { assertOwnPost } from '../../posts/policy.ts';
import type { HoldReason, PostState } from '../../../temporal/contract.ts';
import { HEARTBEAT_LIMIT_SECONDS, readHeartbeat } from '../../platform/worker-heartbeat.ts';

/** One attempt of the ledger. Dates are ISO 8601. */
export interface Attempt {
  readonly part: number;
  readonly revision: number;
  readonly phase: 'intent' | 'sent' | 'confirmed' | 'rejected';
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
      ${inMs('a.sent_at')} as "sentAt",
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

/**
 * Also finds a cancelled post.
 *
 * @throws ApiError `post_not_found`, `foreign_resource`
 */
export async function gatherFacts(
  context: Pick<Context, 'database'>,
  of: { organizationId: string; postId: string },
): Promise<PostFacts> {
  const { database } = context;
  const em = database.fork();
  const post = await em.findOne(Post, { id: of.postId }, { populate: ['integration', 'postGroup', 'items'] });
  if (post?.state !== 'cancelled' || post.organization !== of.organizationId) {
    assertOwnPost(of.organizationId, post, of.postId);
  }
  const [timeline, attempts, outbox, freeze, heartbeatAge, clock] = await Promise.all([
    em.fork().find(PostEvent, { post: of.postId }, { orderBy: { id: 'asc' } }),
    database.query<AttemptRow>(ATTEMPTS, [of.postId]),
    database.query<{ waiting: number; reason: string | null }>(OUTBOX, [post.postGroup.id, of.postId]),
    readFreeze(database, { organizationId: of.organizationId }),
    readHeartbeat(database),
    database.query<{ now: number }>(NOW),
  ]);
  const items = post.items.getItems();
  const next = items.find((item) => !item.publishedAt);
  return {
    id: post.id,
    groupId: post.postGroup.id,
    state: post.state,
    publishAt: post.publishAt,
    hold: post.hold ?? null,
    error: post.error ?? null,
    url: post.releaseUrl ?? null,
    latenessMs: post.latenessMs ?? null,
    parts: {
      all: items.length,
      published: items.filter((item) => item.publishedAt).length,
      nextDelayMinutes: next && next.position > 0 ? next.delayMinutes : null,
    },
    channel: {
      name: post.integration.name,
      provider: post.integration.provider,
      disconnected: post.integration.refreshNeeded,
      disabled: post.integration.disabled,
    },
    timeline,
    attempts: attempts.map(presentAttempt),
    outbox: outbox[0] ?? { waiting: 0, reason: null },
    freeze: freeze ?? null,
    workerAlive: heartbeatAge !== null && heartbeatAge <= HEARTBEAT_LIMIT_SECONDS,
    now: new Date(clock[0]?.now ?? Date.now()),
  };
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
