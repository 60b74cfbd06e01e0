/**
 * The call that publishes a post, and the one that removes it
 * (developer.wordpress.org/rest-api/reference/posts).
 */
import type { Provider, Published } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { call, siteOf, type Post, type PostRef } from './api.ts';
import type { Prepared } from './draft.ts';

/**
 * An upper bound for the one call: plug-ins do their work (mails to subscribers, pings) before the site
 * answers, within PHP's own limit.
 */
export const PUBLISH_TIMEOUT_MS = 60_000;

/**
 * Turns the draft into what it is to be, and lets the site make its slug, and so its address, from the title,
 * as it does for its own editor. Until then the post has the slug of Crier, so its slug says whether this
 * call took effect; again, it changes nothing.
 */
export const publish: Provider['publish'] = async (request, prepared, ctx) => {
  const { route, id, status } = prepared as Prepared;
  const { body } = await call<Post>(siteOf(request.channel), ctx, `${route}/${id}`, {
    method: 'POST',
    json: { status, slug: '' },
    timeoutMs: PUBLISH_TIMEOUT_MS,
  });
  if (!Number.isInteger(body?.id) || !body.status) {
    throw new OutcomeUnknown('The site answered without the id and the status of the post');
  }
  // A plug-in for editors may keep it back.
  if (body.status !== status) {
    throw new Rejected(
      `The site made the post "${body.status}" instead of "${status}"; it is at ${body.link}`,
      { networkCode: 'other_status' },
    );
  }
  return { status: 'published', published: toPublished(body, route) };
};

/** How a post is referred to later. */
export function toPublished(post: Post, route: string): Published {
  const ref: PostRef = { route, id: post.id };
  return { id: String(post.id), url: post.link || null, ref };
}

/** What the site says of a post that is not there any more. */
const GONE: ReadonlySet<string | null> = new Set(['rest_post_invalid_id', 'rest_already_trashed']);

/**
 * Moves the post to the trash, as WordPress's own button does: readers do not see it any more, and its
 * authors can take it back for 30 days. A site that keeps no trash deletes it. Its files stay in the library,
 * where other posts may use them.
 */
export const remove: NonNullable<Provider['remove']> = async (channel, published, ctx) => {
  const { route, id } = published.ref as PostRef;
  const drop = (force: boolean): Promise<unknown> =>
    call(siteOf(channel), ctx, `${route}/${id}`, { method: 'DELETE', query: force ? { force: 'true' } : {} });
  try {
    await drop(false).catch((error: unknown) => {
      if (error instanceof OutcomeUnknown && error.networkCode === 'rest_trash_not_supported') {
        return drop(true);
      }
      throw error;
    });
  } catch (error) {
    if (!(error instanceof Rejected && GONE.has(error.networkCode))) throw error;
  }
};
