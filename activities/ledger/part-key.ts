/**
 * The send ledger: each step of a publish is one conditional statement, so that a worker that is late,
 * doubled or dead changes nothing. Each names the attempt that it is about (revision and fence), and writes
 * its line of the timeline in the same transaction.
 *
 *   claimPart    row scheduled and due → publishing; attempt `intent` with a fresh fence
 *   markSent     `intent` → `sent`, only for the holder of the fence: from here on nothing is resent blindly
 *   confirmPart  → `confirmed`, with the answer of the network; any worker that knows it may write it
 *   releasePart  back to `intent` (this send provably did not happen), and the row back to scheduled
 *   holdPart     as releasePart; the post waits until a person reconnects its channel
 *   rejectPart   → `rejected`; the row ends
 *   noteSent     a fact was learned about a part that stays `sent`
 *   allowResend  `sent` → `intent`, after a lookup on the network
 *
 * A repeat of the same request that was allowed leaves `earlier_sent_at` behind: the part may be published
 * until a look proves the opposite. Until then the row stays in publishing, and ends as published or
 * unconfirmed.
 */
import type { PartRef } from '../../temporal/contract/publish-post.ts';

/** The key of a part: its post, its position, and the revision. */
export interface PartKey {
  readonly postId: string;
  readonly itemId: string;
  readonly revision: number;
  readonly position: number;
}

/** The key of a part, by the row that was read of it. */
export const keyOf = (
  { postId, position }: PartRef,
  { itemId, revision }: Pick<PartKey, 'itemId' | 'revision'>,
): PartKey => ({ postId, itemId, revision, position });
