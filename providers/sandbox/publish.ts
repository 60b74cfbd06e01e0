import type { Channel, Json, ProviderContext, Published, PublishRequest, PublishResult, SentAttempt, VerifyResult } from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';
import { callJson } from '../_kit/http.ts';
import { baseUrl } from './auth.ts';
import { mapFailure } from './errors.ts';

/** One call is cut off after this time; the sandbox answers within milliseconds unless a fault switch says otherwise. */
export const PUBLISH_TIMEOUT_MS = 5000;
/** After this time a post that was taken is in the ledger for certain. */
export const SETTLE_MS = 6000;

const authorization = (channel: Channel): Record<string, string> => ({ authorization: `Bearer ${channel.credentials.token}` });

/** The request body; `marker` lets the post be found again. */
export async function prepare(request: PublishRequest): Promise<Json> {
  return {
    channelId: request.channel.id,
    text: request.item.text,
    media: request.item.media.map(({ url, alt, mime }) => ({ url, alt, mime })),
    inReplyTo: request.parent?.id ?? null,
    marker: request.idempotencyKey,
  };
}

export async function publish(request: PublishRequest, prepared: Json, ctx: ProviderContext): Promise<PublishResult> {
  const { body } = await callJson<{ id: string }>(ctx.egress, `${baseUrl(ctx)}/sandbox/api/posts`, {
    method: 'POST', json: prepared, headers: authorization(request.channel), timeoutMs: PUBLISH_TIMEOUT_MS, signal: ctx.signal, mapFailure,
  });
  return { status: 'published', published: published(body.id, ctx) };
}

/** Looks for the marker. The ledger is read at once, so a post that is not there after `SETTLE_MS` never was. */
export async function verify(request: PublishRequest, _attempt: SentAttempt, ctx: ProviderContext): Promise<VerifyResult> {
  const url = new URL(`${baseUrl(ctx)}/sandbox/api/posts`);
  url.searchParams.set('marker', request.idempotencyKey);
  const { body } = await callJson<{ posts: { id: string }[] }>(ctx.egress, url, { headers: authorization(request.channel), signal: ctx.signal, mapFailure });
  const found = body.posts[0];
  return found ? { status: 'found', published: published(found.id, ctx) } : { status: 'absent', evidence: 'no post with this marker in the ledger' };
}

export async function remove(channel: Channel, live: Published, ctx: ProviderContext): Promise<void> {
  await callJson(ctx.egress, `${baseUrl(ctx)}/sandbox/api/posts/${live.id}`, { method: 'DELETE', headers: authorization(channel), mapFailure }).catch((error: unknown) => {
    if (!(error instanceof Rejected && error.networkCode === 'not_found')) throw error;
  });
}

function published(id: string, ctx: ProviderContext): Published {
  return { id, url: `${baseUrl(ctx)}/sandbox#${id}`, ref: null };
}
