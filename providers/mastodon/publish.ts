/** The calls that publish and remove a status (docs.joinmastodon.org/methods/statuses). */
import type { Json, Provider } from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';
import { accountIdOf, accessOf, call, toPublished, type Status } from './api.ts';
import { uploadMedia } from './media.ts';

/** The final request, and the newest status before it: whatever takes effect later has a greater id. */
export interface Prepared {
  readonly [key: string]: Json;
  readonly status: string;
  readonly mediaIds: string[];
  readonly inReplyToId: string | null;
  readonly newestId: string | null;
}

/** An upper bound for the one call; the instance answers after its own database work only. */
export const PUBLISH_TIMEOUT_MS = 30_000;

/**
 * Uploads media and remembers where the account's list ends. Files of a run that is not sent are removed by
 * the instance within days.
 */
export const prepare: Provider['prepare'] = async (request, ctx) => {
  const access = accessOf(request.channel);
  const { body } = await call<Status[]>(
    access,
    ctx,
    `/api/v1/accounts/${accountIdOf(request.channel)}/statuses?limit=1`,
  );
  const mediaIds: string[] = [];
  for (const file of request.item.media) mediaIds.push(await uploadMedia(access, file, ctx));
  const prepared: Prepared = {
    status: request.item.text,
    mediaIds,
    inReplyToId: request.parent?.id ?? null,
    newestId: body[0]?.id ?? null,
  };
  return prepared;
};

/**
 * One POST. The key also goes with replies; visibility is named because other software has other defaults.
 */
export const publish: Provider['publish'] = async (request, prepared, ctx) => {
  const { status, mediaIds, inReplyToId } = prepared as Prepared;
  const { body } = await call<Status>(accessOf(request.channel), ctx, '/api/v1/statuses', {
    method: 'POST',
    headers: { 'idempotency-key': request.idempotencyKey },
    json: {
      status,
      visibility: 'public',
      ...(mediaIds.length ? { media_ids: mediaIds } : {}),
      ...(inReplyToId ? { in_reply_to_id: inReplyToId } : {}),
    },
    timeoutMs: PUBLISH_TIMEOUT_MS,
  });
  return { status: 'published', published: toPublished(body) };
};

/** Deletes the status; one that is gone already is what was wanted. */
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
