/** The ends of a part that is not published: a person must decide, or nothing was published. */
import type { PostState } from '../temporal/contract/post-states.ts';
import type { PartOutcome } from '../temporal/contract/publish-post.ts';
import type { ActivityDeps } from './deps.ts';
import { noteSent } from './ledger/note-sent.ts';
import type { PartKey } from './ledger/part-key.ts';
import { inEnglish, type Words } from '../providers/_kit/sentences/fill.ts';
import { sentence } from '../src/platform/sentences.ts';

/** The network named a post that a lookup has found to be another item's: one of the two is not published. */
export const POST_OF_ANOTHER = sentence('post_of_another');

/**
 * Leaves a post to a person, who alone can find out what happened to it; nothing is sent again until then.
 * When the row is no longer as it was read, it is claimed again, which shows what happened to it.
 */
export async function unconfirmed(
  deps: ActivityDeps,
  key: PartKey,
  fence: string | null,
  why: Words,
): Promise<PartOutcome> {
  const explanation = sentence('look_at_the_account', { why });
  const error = { code: 'outcome_unknown', message: explanation.message };
  const reason = inEnglish(why);
  const noted = await noteSent(deps.database, key, fence, {
    kind: 'unconfirmed',
    state: 'unconfirmed',
    error,
    detail: { part: key.position + 1, reason, explanation },
  });
  return noted ? { status: 'unconfirmed', reason } : { status: 'retry' };
}

/** The outcome of a rejection; undefined when it was not about the row as it is now. */
export function endedOutcome(state: PostState | undefined, reason: string): PartOutcome {
  if (state === undefined) return { status: 'retry' };
  return { status: state === 'partly_published' ? state : 'failed', reason };
}
