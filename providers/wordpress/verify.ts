/** Whether a publish call with an unknown outcome took effect: reads the post with its id. */
import type { Provider } from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';
import { call, siteOf, type Post } from './api.ts';
import type { Prepared } from './prepare.ts';
import { toPublished } from './publish.ts';

/**
 * The call changes the post's slug, so the slug decides. Never `absent`: while it is still our draft, it can
 * be published any number of times and stays one post. If a person has changed it, a person decides.
 */
export const verify: Provider['verify'] = async (request, attempt, ctx) => {
  const { route, id, status, marker } = attempt.prepared as Prepared;
  const post = await read(`${route}/${id}`, request, ctx);
  if (!post) {
    return {
      status: 'unknown',
      reason: `The site no longer has post ${id}: it was deleted, as a draft or after it was published`,
    };
  }
  if (post.status === 'trash') {
    return {
      status: 'unknown',
      reason: `Post ${id} is in the trash: a person moved it there, as a draft or after it was published`,
    };
  }
  if (post.slug.startsWith(marker)) {
    return {
      status: 'repeatable',
      evidence: `Post ${id} is still a draft; the same request publishes this same post`,
    };
  }
  if (post.status !== status) {
    return {
      status: 'unknown',
      reason: `The site has the post as "${post.status}" instead of "${status}": ${post.link}`,
    };
  }
  return { status: 'found', published: toPublished(post, route) };
};

async function read(
  route: string,
  request: Parameters<Provider['verify']>[0],
  ctx: Parameters<Provider['verify']>[2],
): Promise<Post | null> {
  try {
    return (await call<Post>(siteOf(request.channel), ctx, route, { query: { context: 'edit' } })).body;
  } catch (error) {
    if (error instanceof Rejected && error.networkCode === 'rest_post_invalid_id') return null;
    throw error;
  }
}
