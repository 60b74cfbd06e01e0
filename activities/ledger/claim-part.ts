import type { Json } from '../../providers/_kit/contract.ts';
import type { PostMedia } from '../../src/entities/post.ts';
import type { Database } from '../../src/platform/database.ts';
import type { HoldReason, PostState } from '../../temporal/contract.ts';
import { CLAIM, READ } from './claim-statement.ts';

/** What was read of a part, whether or not it could be claimed. Times in milliseconds since the epoch. */
export interface ClaimRow {
  readonly claimed: boolean;
  /** Whether this claim noted the part as sent already, because nothing can fail between the two. */
  readonly markedSent: boolean;
  readonly state: PostState;
  readonly deleted: boolean;
  readonly waitMs: number;
  /** Why a due part does not leave now. */
  readonly hold: HoldReason | null;
  /** What is left of the organisation's missed window; 0 = too late to be sent unasked. */
  readonly missedInMs: number;
  /** Whether this claim found the post too late and ended it as `missed`. */
  readonly missed: boolean;
  /** Too late as well, but an earlier send of it may be out, so it is not missed. */
  readonly tooLate: boolean;
  /** A repeat is no longer harmless: the network is asked again before anything is sent. */
  readonly lookFirst: boolean;
  /** Long overdue posts of a channel leave one by one: for how long this one lets the older ones go first. */
  readonly paceMs: number;
  /** The server that the channel publishes to; empty where the network has one for all. */
  readonly host: string;
  /** Why a due part must not call the network now. `ms` from the reading on. */
  readonly wait: NetworkWait | null;
  /** Calls to this server that failed in a row. */
  readonly failures: number;
  /** Whether the server counts as away: then only the part with `probe` may call it. */
  readonly circuitOpen: boolean;
  readonly probe: boolean;
  readonly revision: number;
  readonly error: string | null;
  readonly settings: Record<string, unknown>;
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
  readonly phase: 'intent' | 'sent' | 'confirmed' | 'rejected' | null;
  readonly prepared: Json;
  /** How long `prepared` may still be sent; null = for good. */
  readonly preparedLeftMs: number | null;
  /** What earlier tries have uploaded, by name; `untilMs`: how long the network certainly has it. */
  readonly uploads: Readonly<Record<string, { readonly value: Json; readonly untilMs: number }>> | null;
  readonly providerRef: Json;
  /** Names the latest claim, and so the send that `sentAtMs` is about. */
  readonly fence: string | null;
  readonly sentAtMs: number | null;
  /**
   * When the first of identical requests was sent, while a repeat is allowed or under way. Until a look
   * proves that it is absent, the part may be out, whatever becomes of the repeat.
   */
  readonly earlierSentAtMs: number | null;
  /** When the row was read, by the database's clock: the only time that `sentAtMs` may be compared with. */
  readonly readAtMs: number;
  /**
   * When the call that began at `sentAtMs` was over; null if that is not known: a worker that was cut off may
   * still be calling.
   */
  readonly callEndedAtMs: number | null;
  /** Why a repeat was rejected. It says nothing about the earlier send. */
  readonly rejection: { code: string; message: string; networkCode: string | null } | null;
  /**
   * How often the network named a post that is recorded as another item's of the same words. It remembers
   * this item's key for that one, so the next send has another key.
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
 * @param fence.direct whether a part without media and links goes straight to `sent`, which saves a statement
 * and a commit for each post
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
  const values = [part.postId, part.position, id, attemptId, direct, callMs];
  return (await db.query<ClaimRow>(CLAIM, values))[0];
}

/** Reads a part without taking it. */
export async function readPart(
  db: Database,
  part: { postId: string; position: number },
): Promise<ClaimRow | undefined> {
  return (await db.query<ClaimRow>(READ, [part.postId, part.position]))[0];
}
