/** Taking a published post down on its network, then deleting it here. */
import { FINAL_STATES, type PostState } from '../../../temporal/contract/post-states.ts';
import { askNetwork } from '../../channels/ask-network.ts';
import type { Context } from '../../platform/context.ts';
import { Post, type PostRow } from '../../platform/entities/post.ts';
import { ApiError } from '../../platform/errors.ts';
import { changedMeanwhile, type PostOf } from './change-post.ts';
import { deletePost } from './delete-post.ts';
import { assertOwnPost, tooLate } from '../policy.ts';
import { sentence } from '../../platform/sentences.ts';
import type { Sentence } from '../../../providers/_kit/sentences/fill.ts';

const ENDED: readonly PostState[] = FINAL_STATES;

/** What of a post decides whether it can be taken down. */
interface OutPost {
  readonly state: PostState;
  readonly integration: { readonly provider: string };
  readonly items: readonly { readonly releaseId?: string | null }[];
}

/** Whether something of a post that has ended is published, and can be taken down by us. */
export function isRemovable({ providers }: Pick<Context, 'providers'>, post: OutPost): boolean {
  const canRemove = providers.get(post.integration.provider)?.remove !== undefined;
  return canRemove && ENDED.includes(post.state) && post.items.some(isKnown);
}

/**
 * Takes every published part down on the network, the last one first, and then deletes the post. When the
 * network refuses or does not answer, the post stays, and the same request can be sent again: what is already
 * down is not missed. A post of which nothing is published is only deleted.
 *
 * @returns the state in which it ended
 * @throws ApiError as `deletePost` and `askNetwork`; `removal_unsupported` when the network cannot remove
 * posts, or the ids of the post there are not known; `post_locked` while a part is on its way
 */
export async function removeAtNetwork(context: Context, ref: PostOf): Promise<PostState> {
  const post = await context.database
    .fork()
    .findOne(Post, { id: ref.postId }, { populate: ['integration', 'items'] });
  if (post && !post.deletedAt) {
    assertOwnPost(ref.organizationId, post, ref.postId);
    if (ref.revisions && !ref.revisions.includes(post.revision)) throw changedMeanwhile(post.revision);
    await takeDown(context, post);
  }
  return deletePost(context, ref, true);
}

async function takeDown(context: Context, post: PostRow): Promise<void> {
  const out = post.items.getItems().filter(({ publishedAt }) => publishedAt);
  if (!out.length) return;
  if (!ENDED.includes(post.state)) throw tooLate(post.state);
  const { integration } = post;
  const provider = context.providers.get(integration.provider);
  const remove = provider?.remove?.bind(provider);
  if (!provider || !remove) {
    throw unsupported(sentence('removal_not_offered', { network: provider?.name ?? integration.provider }));
  }
  if (!out.every(isKnown)) throw unsupported(sentence('removal_id_not_known'));
  await askNetwork(context, provider, integration.id, async (channel, network) => {
    for (const { releaseId, releaseUrl, ref } of out.toReversed()) {
      const published = { id: releaseId ?? '', url: releaseUrl ?? null, ref: ref ?? null };
      await remove(channel, published, network);
    }
  });
}

/** Existing clients write `missing` for an id that they could not learn. */
const isKnown = ({ releaseId }: { releaseId?: string | null }): boolean =>
  Boolean(releaseId) && releaseId !== 'missing';

const unsupported = (why: Sentence): ApiError => new ApiError('removal_unsupported', why);
