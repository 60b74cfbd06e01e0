/** The calls that publish and delete a post (developer.wordpress.org/rest-api/reference/posts). */
import type { Provider, Published } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { call, selfOf, siteOf, type Post, type PostRef } from './api.ts';
import type { Prepared } from './prepare.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { PUBLISH_TIMEOUT_MS } from './rules.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

/**
 * Publishes the draft with its slug, and so its URL: the chosen one, or the one that the site makes from the
 * title. Until then the post has Crier's slug, which shows whether this call took effect. Repeating it
 * changes nothing.
 */
export const publish: Provider['publish'] = async (request, prepared, ctx) => {
  const { route, id, status, slug = '' } = prepared as Prepared;
  const { body } = await call<Post>(siteOf(request.channel), ctx, `${route}/${id}`, {
    method: 'POST',
    json: { status, slug },
    timeoutMs: PUBLISH_TIMEOUT_MS,
  });
  if (!Number.isInteger(body?.id) || !body.status) {
    throw new OutcomeUnknown(answeredWithout('The site', 'the id and the status of the post'));
  }
  // An editorial plugin may hold it back.
  if (body.status !== status) {
    throw new Rejected(
      sentence('other_status', {
        who: 'The site',
        status: body.status,
        wanted: status,
        url: String(body.link),
      }),
      { networkCode: 'other_status' },
    );
  }
  return { status: 'published', published: toPublished(body, route) };
};

export function toPublished(post: Post, route: string): Published {
  const ref: PostRef = { route, id: post.id, self: selfOf(post) };
  return { id: String(post.id), url: post.link || null, ref };
}

/** Codes for a post that no longer exists. */
const GONE: ReadonlySet<string | null> = new Set(['rest_post_invalid_id', 'rest_already_trashed']);

/**
 * Moves the post to the trash, like WordPress's own button: readers no longer see it, and authors can restore
 * it for 30 days. A site without trash deletes it. Its files stay in the library, where other posts may use
 * them.
 */
export const remove: NonNullable<Provider['remove']> = async (channel, published, ctx) => {
  const { route, id } = published.ref as PostRef;
  const trash = (force: boolean): Promise<unknown> =>
    call(siteOf(channel), ctx, `${route}/${id}`, { method: 'DELETE', query: force ? { force: 'true' } : {} });
  try {
    await trash(false).catch((error: unknown) => {
      if (error instanceof OutcomeUnknown && error.networkCode === 'rest_trash_not_supported') {
        return trash(true);
      }
      throw error;
    });
  } catch (error) {
    if (!(error instanceof Rejected && GONE.has(error.networkCode))) throw error;
  }
};
