import type { Json } from '../../providers/_kit/contract.ts';
import type { PostMedia } from '../../src/platform/entities/post.ts';
import type { Database } from '../../src/platform/database.ts';
import type { HoldReason, PostState } from '../../temporal/contract/post-states.ts';
import type { AttemptPhase } from '../../src/platform/attempt-phase.ts';
import { CLAIM, READ } from './claim-statement.ts';
import { takeTurn } from './take-turn.ts';
import type { Rejection } from './reject-part.ts';

/**
 * The state of a part, by its rows:
 *   claimed     it is taken, under the fence that was given; with `phase` `sent`, it is also recorded as sent
 *   cancelled   its post was deleted, or moved back to the drafts
 *   missed      its post is too late, now or before, and was not sent
 *   published   it is published
 *   ended       its post has ended otherwise
 *   sent        its call is under way, or its outcome is unknown
 *   processing  the network has accepted it, and is still at work
 *   not_next    the part before it is not published, or no longer: another item has its post
 *   not_due     its date has not come (`waitMs`)
 *   unusable    its channel is disabled or deleted
 *   held        it waits for its channel, or for the end of a freeze (`hold`)
 *   too_late    too late as well, but an earlier send of it may be published, so it is not missed
 *   barred      its network must not be called now (`wait`), or another part is checking whether it answers
 *   look_first  a repeat is no longer harmless: the network is asked again before anything is sent
 *   turn        long overdue posts of a channel leave one by one: others go first, for `turnMs`
 *   busy        another worker holds it at this moment
 * For a part that was only read, `late`, `probe` and `take` are what a claim would depend on.
 */
export type Verdict =
  | 'claimed'
  | 'cancelled'
  | 'missed'
  | 'published'
  | 'ended'
  | 'sent'
  | 'processing'
  | 'not_next'
  | 'not_due'
  | 'unusable'
  | 'held'
  | 'too_late'
  | 'barred'
  | 'look_first'
  | 'turn'
  | 'busy'
  | 'late'
  | 'probe'
  | 'take';

/**
 * The row of a part as it was read, whether or not it could be claimed. Times in milliseconds since the
 * epoch.
 */
export interface ClaimRow {
  readonly verdict: Verdict;
  readonly state: PostState;
  readonly deleted: boolean;
  readonly waitMs: number;
  /** What keeps the part from leaving when it is due. */
  readonly hold: HoldReason | null;
  /** What is left of the organisation's missed window; 0 = too late to be sent unasked. */
  readonly missedInMs: number;
  /** With the verdict `turn`: for how long older posts of the channel go first. */
  readonly turnMs?: number;
  /** The server that the channel publishes to; empty where the network has one for all. */
  readonly host: string;
  /** Why a due part must not call the network now. `ms` from the reading on. */
  readonly wait: NetworkWait | null;
  /** Calls to this server that failed in a row. */
  readonly failures: number;
  /** Whether this part is the one that tries a server which counts as away. */
  readonly probe: boolean;
  readonly revision: number;
  readonly error: string | null;
  readonly settings: Record<string, unknown>;
  /** Its links are made short before it is sent. */
  readonly shortLink: boolean;
  readonly organizationId: string;
  readonly itemId: string;
  readonly content: string;
  readonly media: PostMedia[];
  readonly published: {
    readonly id: string;
    readonly url: string | null;
    readonly latenessMs: number | null;
    readonly nextDelayMs: number | null;
  } | null;
  readonly phase: AttemptPhase | null;
  /** Not sent by this instance: the one that it was restored from may have. */
  readonly presumed: boolean;
  /** How often a look has allowed another send; of one that another instance may have made, too. */
  readonly resends: number;
  /** Sent at an earlier revision; a look or a person found that it did not arrive. */
  readonly sentInDoubt: boolean;
  /** Looks for this send that the network did not answer. */
  readonly failedLooks: number;
  readonly prepared: Json;
  /** How long `prepared` may still be sent; null = without a limit. */
  readonly preparedLeftMs: number | null;
  /** What earlier tries have uploaded, by name; `untilMs`: how long the network certainly has it. */
  readonly uploads: Readonly<Record<string, { readonly value: Json; readonly untilMs: number }>> | null;
  readonly providerRef: Json;
  /** Names the latest claim, and so the send that `sentAtMs` is about. */
  readonly fence: string | null;
  readonly sentAtMs: number | null;
  /**
   * When the first of identical requests was sent, while a repeat is allowed or under way. Until a look
   * proves that it is absent, the part may be published, regardless of the repeat.
   */
  readonly earlierSentAtMs: number | null;
  /** When the row was read, by the database's clock: the only time that `sentAtMs` may be compared with. */
  readonly readAtMs: number;
  /**
   * When the call that began at `sentAtMs` was over; null if that is not known: a worker that was cut off may
   * still be calling.
   */
  readonly callEndedAtMs: number | null;
  /** Why a repeat was rejected. This does not concern the earlier send. */
  readonly rejection: Rejection | null;
  /**
   * How often the network named a post that is recorded as another item's with the same text. The network
   * remembers this item's key for that post, so the next send has another key.
   */
  readonly notOurs: number;
  readonly root: PublishedPart | null;
  readonly parent: PublishedPart | null;
  readonly channel: {
    readonly id: string;
    readonly internalId: string;
    readonly name: string;
    readonly profile: string | null;
    readonly details: Record<string, Json>;
    readonly credentials: string;
    readonly credentialsVersion: number;
    readonly unusable: 'channel_disabled' | 'channel_deleted' | null;
  };
}

/**
 * The network asked the channel to wait (`limit`), its server does not answer (`server`), or its token could
 * not be renewed (`credentials`).
 */
export interface NetworkWait {
  readonly for: 'limit' | 'server' | 'credentials';
  readonly ms: number;
  /** How many due posts waited for the same when it was learned. */
  readonly waiting: number;
  readonly reason: string;
}

/** An earlier part of the thread, as the network knows it. */
interface PublishedPart {
  readonly id: string;
  readonly url: string | null;
  readonly ref: Json;
}

/**
 * Tries to take a part for sending. Undefined when the post does not exist.
 *
 * @param fence.direct whether a part without media and without links to change goes straight to `sent`, which
 * saves a statement and a commit for each post
 * @param fence.callMs how long its call may take: for so long, nobody else tries a server that is away
 */
export async function claimPart(
  db: Database,
  part: { postId: string; position: number },
  {
    id,
    attemptId,
    direct,
    callMs = 60_000,
  }: { id: string; attemptId: string; direct: boolean; callMs?: number },
): Promise<ClaimRow | undefined> {
  const claim = async (hadTurn: boolean): Promise<Read | undefined> => {
    const values = [part.postId, part.position, id, attemptId, direct, callMs, hadTurn];
    return (await db.query<Read>(CLAIM, values))[0];
  };
  const row = await claim(false);
  if (row?.verdict !== 'backlog') return row as ClaimRow | undefined;
  const turnMs = await takeTurn(db, part.postId);
  return turnMs > 0 ? { ...row, verdict: 'turn', turnMs } : ((await claim(true)) as ClaimRow | undefined);
}

/** A row as the claim reads it: of a backlog, the turn is still to be taken. */
type Read = Omit<ClaimRow, 'verdict'> & { readonly verdict: Verdict | 'backlog' };

/** Reads a part without taking it. */
export async function readPart(
  db: Database,
  part: { postId: string; position: number },
): Promise<ClaimRow | undefined> {
  return (await db.query<ClaimRow>(READ, [part.postId, part.position]))[0];
}
