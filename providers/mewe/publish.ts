/** The call that makes a post, on the timeline or in a group. */
import type { Channel, Provider } from '../_kit/contract.ts';
import { call } from './api.ts';
import type { Prepared } from './prepare.ts';
import { PUBLISH_TIMEOUT_MS } from './rules.ts';

/** A post has a URL of its own only in the app. */
const SITE_URL = 'https://mewe.com';

/**
 * MeWe may answer 204, without the id of the post: then the post gets a name of ours, and its URL is that of
 * the place where it is shown.
 */
export const publish: Provider['publish'] = async ({ channel, idempotencyKey }, stored, ctx) => {
  const { group, text, photos } = stored as Prepared;
  const place = group === null ? '/api/dev/me/post' : `/api/dev/group/${encodeURIComponent(group)}/post`;
  const made = await call<{ postId?: string; id?: string }>(channel, ctx, place, {
    method: 'POST',
    json: { text, ...(photos.length ? { uploadedPhotoIds: photos } : {}) },
    timeoutMs: PUBLISH_TIMEOUT_MS,
  });
  const id = made?.postId || made?.id || idempotencyKey;
  return { status: 'published', published: { id, url: placeUrl(channel, group), ref: null } };
};

function placeUrl({ details }: Pick<Channel, 'details'>, group: string | null): string | null {
  if (group !== null) return `${SITE_URL}/group/${encodeURIComponent(group)}`;
  return details.handle ? `${SITE_URL}/${encodeURIComponent(String(details.handle))}/posts` : null;
}
