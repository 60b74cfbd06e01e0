import { PostEvent } from '../../platform/entities/delivery.ts';
import type { PostRow } from '../../platform/entities/post.ts';
import { changePost, type ChangeDeps, type PostChange, type PostOf } from '../change/change-post.ts';

/** Publishes a failed or missed post again (`retry`). */
export async function retryPost(context: ChangeDeps, ref: PostOf): Promise<void> {
  await changePost(context, ref, retry);
}

/**
 * Publishes a post again that failed or was missed; parts that are published stay as they are. Its new
 * revision opens a new line in the send ledger.
 */
export const retry: PostChange = {
  from: ['failed', 'partly_published', 'missed'],
  apply(tx, post, now) {
    post.publishAt = new Date(Math.max(now.getTime(), post.publishAt.getTime()));
    letGo(post, now);
    tx.create(PostEvent, { post, at: now, kind: 'retried' });
    return 'sync';
  },
};

/**
 * Schedules a post at a person's request. It stays in its request, whose run is notified, or started when it
 * is gone: a post never has two runs, because a request has one.
 */
export function letGo(post: PostRow, now: Date): void {
  Object.assign(post, { state: 'scheduled', errorCode: null, error: null, decidedAt: now });
}
