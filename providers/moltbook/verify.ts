/**
 * Whether a call with an unknown outcome took effect: looks for the words among the newest posts of the
 * submolt and of the agent, or among the comments of the post.
 *
 * A post that was asked a question whose code got lost with the answer can never be verified: it is hidden
 * for good, so it is not found, and another one may be sent.
 */
import type { Channel, Provider, ProviderContext, SentAttempt, VerifyResult } from '../_kit/contract.ts';
import { postUrl, readComments, readFeed, readOwn, statusOf, type Comment, type Post } from './api.ts';
import type { Prepared } from './prepare.ts';
import { ANSWERED_WITHIN_MS } from './publish.ts';
import { isOpen, isVisible } from './publish/visible.ts';
import { sameText } from './text.ts';

/** How far Moltbook's clock may be from ours. */
const CLOCKS_MS = 10 * 60_000;
/** Until nothing that is hidden now can become visible any more. */
const LATE_MS = ANSWERED_WITHIN_MS + 60_000;

type Reads = { readonly channel: Channel; readonly attempt: SentAttempt; readonly ctx: ProviderContext };

/** Never `repeatable`: Moltbook has no key that would make a repeat safe. */
export const verify: Provider['verify'] = ({ channel }, attempt, ctx) => {
  const prepared = attempt.prepared as Prepared;
  const reads = { channel, attempt, ctx };
  return prepared.kind === 'post' ? findPost(reads, prepared) : findComment(reads, prepared);
};

const found = (id: string, postId: string): VerifyResult => ({
  status: 'found',
  published: { id, url: postUrl(postId), ref: { postId } },
  byWords: true,
});

/** Ours by its author and time, and not another item's; an answer that leaves these out does not decide. */
function mayBeOurs({ channel, attempt }: Reads, item: Post | Comment, postId: string): boolean {
  const author = item.author?.name ?? channel.internalId;
  const at = Date.parse(item.created_at ?? '');
  if (!item.id || author !== channel.internalId) return false;
  if (at < attempt.sentAt.getTime() - CLOCKS_MS) return false;
  return !attempt.isTaken?.({ id: item.id, url: postUrl(postId) });
}

async function findPost(
  reads: Reads,
  { submolt, title, content }: Extract<Prepared, { kind: 'post' }>,
): Promise<VerifyResult> {
  const { channel, ctx } = reads;
  const isOurs = (post: Post): boolean =>
    sameText(post.title, title) && sameText(post.content, content) && mayBeOurs(reads, post, post.id ?? '');
  const feed = await readFeed(channel, submolt, ctx);
  const shown = feed.find((post) => isOurs(post) && isOpen(statusOf(post)));
  if (shown?.id) return found(shown.id, shown.id);
  const own = await readOwn(channel, ctx);
  if (!own) return { status: 'unknown', reason: 'Moltbook does not list the posts of the agent' };
  for (const { id = '' } of own.filter(isOurs)) {
    const seen = await isVisible(channel, { id, postId: id, kind: 'post', submolt }, ctx);
    if (seen === 'yes') return found(id, id);
    if (seen === 'not known') {
      return {
        status: 'unknown',
        reason: `Moltbook has ${postUrl(id)}, but does not say whether it shows it`,
      };
    }
  }
  return {
    status: 'absent',
    evidence: `Neither m/${submolt} nor the agent's own ${own.length} newest posts show it`,
    afterMs: LATE_MS,
  };
}

async function findComment(
  reads: Reads,
  { postId, parent, content }: Extract<Prepared, { kind: 'comment' }>,
): Promise<VerifyResult> {
  const { comments, complete } = await readComments(reads.channel, postId, reads.ctx);
  const shown = comments.find(
    (comment) =>
      sameText(comment.content, content) &&
      (comment.parent_id ?? null) === parent &&
      isOpen(statusOf(comment)) &&
      mayBeOurs(reads, comment, postId),
  );
  if (shown?.id) return found(shown.id, postId);
  if (!complete) {
    return { status: 'unknown', reason: 'Moltbook lists only some of the comments; look at the post' };
  }
  return {
    status: 'absent',
    evidence: `None of the post's ${comments.length} comments is this one`,
    afterMs: LATE_MS,
  };
}

/** The agent's newest posts. */
export const recent: NonNullable<Provider['recent']> = async (channel, ctx) =>
  ((await readOwn(channel, ctx)) ?? []).flatMap(({ id, created_at: at, title, content }) =>
    id ? [{ id, url: postUrl(id), at, text: `${title ?? ''}\n${content ?? ''}` }] : [],
  );
