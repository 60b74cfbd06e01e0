/** Whether a publish call with an unknown outcome took effect: reads the very post that it named. */
import type { Provider } from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';
import { call, siteOf, type Post } from './api.ts';
import type { Prepared } from './draft.ts';
import { toPublished } from './publish.ts';

/**
 * The call gives the post another slug, so its slug tells. Never `absent`: a post that still is our draft may
 * be published again and again and stays one post. What a person did to it meanwhile, a person decides.
 */
export const verify: Provider['verify'] = async (request, attempt, ctx) => {
  const { route, id, status, marker } = attempt.prepared as Prepared;
  const post = await read(`${route}/${id}`, request, ctx);
  if (!post) {
    return {
      status: 'unknown',
      reason: `The site has no post ${id} any more: it was deleted, as a draft or after it was published`,
    };
  }
  if (post.status === 'trash') {
    return {
      status: 'unknown',
      reason: `The post ${id} is in the trash of the site: a person put it there, as a draft or after it was published`,
    };
  }
  if (post.slug.startsWith(marker)) {
    return {
      status: 'repeatable',
      evidence: `The post ${id} is still a draft; the same request publishes this very post`,
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
