import { MISSING } from '../../../providers/_kit/identity.ts';
import { POST_STATES } from '../../../temporal/contract/post-states.ts';
import { PostEvent } from '../../platform/entities/delivery.ts';
import { PostItem } from '../../platform/entities/post.ts';
import { ApiError } from '../../platform/errors.ts';
import { changePost, type ChangeDeps, type PostOf } from './change-post.ts';

/**
 * Records which post on the network a published post is, when the network did not name it.
 *
 * @throws ApiError `release_id_known` for a post that is not published, or has an id; `post_not_found`,
 * `foreign_resource`
 */
export async function setReleaseId(context: ChangeDeps, ref: PostOf, releaseId: string): Promise<void> {
  await changePost(context, ref, {
    from: POST_STATES,
    // A post that may be published is refused below, with a code of its own.
    orIf: () => Promise.resolve(true),
    async apply(tx, post, now) {
      if (!['published', 'partly_published'].includes(post.state) || post.releaseId !== MISSING) {
        throw new ApiError('release_id_known');
      }
      post.releaseId = releaseId;
      await tx.nativeUpdate(PostItem, { post: post.id, position: 0 }, { releaseId });
      tx.create(PostEvent, { post, at: now, kind: 'identified', detail: { releaseId } });
      return 'none' as const;
    },
  });
}
