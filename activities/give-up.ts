/** When retries are used up, the ledger decides whether the part has failed or is unconfirmed. */
import { phaseMayBeOut } from '../src/platform/attempt-phase.ts';
import type { Statement } from '../src/platform/database.ts';
import type { PartOutcome, PartRef } from '../temporal/contract/publish-post.ts';
import type { ActivityDeps } from './deps.ts';
import { readPart } from './ledger/claim-part.ts';
import { keyOf } from './ledger/part-key.ts';
import { rejectPart } from './ledger/reject-part.ts';
import { outcomeOfPublished } from './row-outcome.ts';
import { endedOutcome, unconfirmed } from './unconfirmed.ts';
import type { Sentence } from '../providers/_kit/sentences/fill.ts';
import { sentence } from '../src/platform/sentences.ts';
import { messageOf } from '../src/platform/reason-of.ts';

/** Why the last try sent nothing: the network, or what the post needs before (a service for its links). */
const LAST: Statement = {
  name: 'give-up-last',
  text: `select detail ->> 'reason' as reason, detail -> 'explanation' as explanation
    from post_event
    where post_id = $1 and kind = 'will_retry'
    order by id desc
    limit 1`,
};

/**
 * Ends a part that could not be published (`failed`), or whose outcome stays unknown (`unconfirmed`): also
 * one of which an earlier send may be published, although the last one provably is not.
 */
export async function giveUp(deps: ActivityDeps, part: PartRef): Promise<PartOutcome> {
  const row = await readPart(deps.database, part);
  if (!row || row.deleted || row.state === 'cancelled') return { status: 'cancelled' };
  if (row.published) return outcomeOfPublished(row);
  const key = keyOf(part, row);
  if (phaseMayBeOut(row.phase)) {
    return unconfirmed(deps, key, row.fence, sentence('network_could_not_say'));
  }
  const [last] = await deps.database.query<{ reason: string; explanation: Sentence | null }>(LAST, [
    part.postId,
  ]);
  const said = last
    ? sentence('nothing_sent_in_time', { why: last.explanation ?? last.reason })
    : sentence('network_not_reached_in_time');
  const ended = await rejectPart(deps.database, key, row.fence, { code: 'gave_up', ...messageOf(said) });
  return endedOutcome(ended, said.message);
}
