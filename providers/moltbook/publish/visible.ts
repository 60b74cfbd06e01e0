/** Whether others see a post or a comment that was asked about. */
import type { Channel, ProviderContext } from '../../_kit/contract.ts';
import { Rejected } from '../../_kit/errors.ts';
import { call, readComments, readFeed, statusOf, type Post } from '../api.ts';

/** What is looked for; `submolt` of a post. */
export interface Wanted {
  readonly id: string;
  readonly postId: string;
  readonly kind: 'post' | 'comment';
  readonly submolt: string | null;
}

export type Visible = 'yes' | 'no' | 'failed' | 'not known';

/**
 * "Unverified content is hidden: until you verify, your post/comment won't appear in feeds". So the public
 * lists show what its own page may lack (`verification_status`). What is not in a list may be there all the
 * same: a list may be cut, or old.
 */
export const isVisible = (
  channel: Pick<Channel, 'credentials'>,
  wanted: Wanted,
  ctx: ProviderContext,
): Promise<Visible> =>
  wanted.kind === 'post' ? isPostVisible(channel, wanted, ctx) : isCommentVisible(channel, wanted, ctx);

async function isPostVisible(
  channel: Pick<Channel, 'credentials'>,
  { id, submolt }: Wanted,
  ctx: ProviderContext,
): Promise<Visible> {
  const post = await call<{ post?: Post }>(channel, ctx, `/posts/${encodeURIComponent(id)}`).then(
    (answer): Post => answer.post ?? {},
    (error: unknown): Post => {
      if (error instanceof Rejected && error.networkCode === '404') return {};
      throw error;
    },
  );
  if (post.is_deleted) return 'no';
  const status = statusOf(post);
  if (status === 'pending') return 'no';
  if (status === 'failed') return 'failed';
  if (status === 'verified') return 'yes';
  const feed = submolt ? await readFeed(channel, submolt, ctx) : [];
  return feed.some((one) => one.id === id && isOpen(statusOf(one))) ? 'yes' : 'not known';
}

async function isCommentVisible(
  channel: Pick<Channel, 'credentials'>,
  { id, postId }: Wanted,
  ctx: ProviderContext,
): Promise<Visible> {
  const { comments } = await readComments(channel, postId, ctx);
  const comment = comments.find((one) => one.id === id);
  if (!comment) return 'not known';
  const status = statusOf(comment);
  if (status === 'failed') return 'failed';
  return isOpen(status) && !comment.is_deleted ? 'yes' : 'no';
}

/** Of something in a public list. */
export const isOpen = (status: string | undefined): boolean => status !== 'pending' && status !== 'failed';
