import type { Context } from '../context.ts';
import { Outbox, PostEvent } from '../entities/delivery.ts';
import { PostGroup, type PostRow } from '../entities/post.ts';
import type { EntityManager } from '../platform/database.ts';
import { changePost, relayAfter, type PostChange, type PostOf } from './change-post.ts';

/** Publishes a failed or missed post again (`retry`). */
export async function retryPost(context: Context, of: PostOf): Promise<void> {
  await changePost(context, of, retry);
}

/**
 * Publishes a post again that failed or was missed; parts that are published stay as they are. Its new
 * revision opens a new line in the send ledger.
 */
export const retry: PostChange = {
  from: ['failed', 'partly_published', 'missed'],
  apply(tx, post, now) {
    post.publishAt = new Date(Math.max(now.getTime(), post.publishAt.getTime()));
    startAnew(tx, post, now);
    tx.create(PostEvent, { post, at: now, kind: 'retried' });
    return 'start';
  },
};

/**
 * Schedules a post in a group of its own, and so gives it a new run: the old one may have ended, or still
 * wait for other targets.
 */
export function startAnew(tx: EntityManager, post: PostRow, now: Date): void {
  Object.assign(post, { state: 'scheduled', errorCode: null, error: null, decidedAt: now });
  post.postGroup = tx.create(PostGroup, {
    organization: post.organization,
    creationMethod: 'API',
    createdAt: now,
  });
  tx.create(Outbox, {
    kind: 'start_group',
    postGroup: post.postGroup,
    createdAt: now,
    availableAt: relayAfter(now),
  });
}
