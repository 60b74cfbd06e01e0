/** The calls that publish and delete a status (docs.joinmastodon.org/methods/statuses). */
import type { Provider } from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';
import { accessOf, call, toPublished, type Status } from './api.ts';
import type { Prepared } from './prepare.ts';
import { statusSettings } from './schema.ts';
import { PUBLISH_TIMEOUT_MS } from './rules.ts';

/** One POST. Replies carry the key and the settings too. */
export const publish: Provider['publish'] = async (request, prepared, ctx) => {
  const { status, mediaIds, inReplyToId, poll, quote } = prepared as Prepared;
  const { body } = await call<Status>(accessOf(request.channel), ctx, '/api/v1/statuses', {
    method: 'POST',
    headers: { 'idempotency-key': request.idempotencyKey },
    json: {
      status,
      ...statusSettings(request.settings),
      ...(mediaIds.length ? { media_ids: mediaIds } : {}),
      ...(poll ? { poll } : {}),
      ...(quote ? { quoted_status_id: quote } : {}),
      ...(inReplyToId ? { in_reply_to_id: inReplyToId } : {}),
    },
    timeoutMs: PUBLISH_TIMEOUT_MS,
  });
  return { status: 'published', published: toPublished(body) };
};

/** Deletes the status; it may already be gone. */
export const remove: NonNullable<Provider['remove']> = async (channel, published, ctx) => {
  try {
    await call(accessOf(channel), ctx, `/api/v1/statuses/${encodeURIComponent(published.id)}`, {
      method: 'DELETE',
    });
  } catch (error) {
    if (error instanceof Rejected && error.networkCode === '404') return;
    throw error;
  }
};
