import type { AppContext } from '../../http/types.ts';
import type { PostOf } from './change-post.ts';
import { ApiError } from '../../platform/errors.ts';
import { idParam } from '../../platform/validation.ts';
import { sentence } from '../../platform/sentences.ts';

/**
 * The post that a request names, on the caller's behalf. If-Match (RFC 9110, section 13.1.1) makes a change
 * happen only while the post has the revision in its ETag. Handlers check the body first: a precondition is
 * evaluated where the request would succeed without it (RFC 9110, section 13.2.1).
 */
export function postOf(ctx: AppContext): PostOf {
  const post = { organizationId: ctx.state.caller.organizationId, postId: idParam(ctx.params.id) };
  const header = ctx.get('if-match').trim();
  if (!header || header === '*') return post;
  const revisions = header.split(',').map((tag) => /^"(\d{1,9})"$/.exec(tag.trim())?.[1]);
  if (revisions.some((r) => r === undefined)) {
    throw new ApiError('revision_mismatch', sentence('not_an_etag', { given: header.slice(0, 60) }));
  }
  return { ...post, revisions: revisions.map(Number) };
}
