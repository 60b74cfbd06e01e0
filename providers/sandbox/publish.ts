import type {
  Capability,
  Channel,
  Json,
  ProviderContext,
  Published,
  PublishRequest,
  PublishResult,
  SentAttempt,
  VerifyResult,
} from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { callJson } from '../_kit/http.ts';
import { baseUrl } from './auth.ts';
import { Duplicate, mapFailure } from './errors.ts';

/**
 * One call is cut off after this time; the sandbox answers within milliseconds unless a fault switch says
 * otherwise.
 */
export const PUBLISH_TIMEOUT_MS = 5000;
/** After this time a post that was taken is in the ledger for certain. */
export const SETTLE_MS = 6000;

const authorization = (channel: Channel): Record<string, string> => ({
  authorization: `Bearer ${channel.credentials.token}`,
});

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

/**
 * Sends the request, with its key for accounts that honour one. A duplicate of an earlier send of the same
 * part is linked to that one.
 */
export async function publish(
  request: PublishRequest,
  prepared: Json,
  ctx: ProviderContext,
): Promise<PublishResult> {
  const { channel, idempotencyKey } = request;
  const headers = {
    ...authorization(channel),
    ...(capabilityOf(channel) === 'native_key' ? { 'idempotency-key': idempotencyKey } : {}),
  };
  try {
    const { body } = await callJson<{ id?: unknown }>(ctx.egress, `${baseUrl(ctx)}/sandbox/api/posts`, {
      method: 'POST',
      json: prepared,
      headers,
      timeoutMs: PUBLISH_TIMEOUT_MS,
      signal: ctx.signal,
      mapFailure,
    });
    if (typeof body?.id !== 'string') {
      throw new OutcomeUnknown('The network answered without the id of the post');
    }
    return { status: 'published', published: published(body.id, ctx) };
  } catch (error) {
    if (error instanceof Duplicate) return ownDuplicate(request, error, ctx);
    throw error;
  }
}

/** Reads the post that the network calls the first one: it is this part when it carries its marker. */
async function ownDuplicate(
  { channel, idempotencyKey }: PublishRequest,
  duplicate: Duplicate,
  ctx: ProviderContext,
): Promise<PublishResult> {
  if (capabilityOf(channel) === 'none') {
    throw new OutcomeUnknown(
      `${duplicate.message}, and whether an earlier try made that one cannot be seen`,
      { networkCode: 'duplicate' },
    );
  }
  const { body } = await callJson<{ marker: string }>(
    ctx.egress,
    `${baseUrl(ctx)}/sandbox/api/posts/${duplicate.firstId}`,
    { headers: authorization(channel), signal: ctx.signal, mapFailure },
  );
  if (body.marker !== idempotencyKey) throw duplicate;
  return { status: 'published', published: published(duplicate.firstId, ctx) };
}

/** What an account can rely on; accounts of an earlier version can be looked up. */
export function capabilityOf({ details }: Pick<Channel, 'details'>): Capability {
  return details.capability === 'native_key' || details.capability === 'none' ? details.capability : 'lookup';
}

/**
 * Looks for the marker. The ledger is read at once, so a post that is not there after `SETTLE_MS` never was.
 */
export async function verify(
  request: PublishRequest,
  _attempt: SentAttempt,
  ctx: ProviderContext,
): Promise<VerifyResult> {
  const capability = capabilityOf(request.channel);
  if (capability === 'native_key') {
    return { status: 'repeatable', evidence: 'the network honours the idempotency key of the first request' };
  }
  if (capability === 'none') {
    return { status: 'unknown', reason: 'the posts of this account cannot be listed' };
  }
  const url = new URL(`${baseUrl(ctx)}/sandbox/api/posts`);
  url.searchParams.set('marker', request.idempotencyKey);
  const { body } = await callJson<{ posts: { id: string }[] }>(ctx.egress, url, {
    headers: authorization(request.channel),
    signal: ctx.signal,
    mapFailure,
  });
  const found = body.posts[0];
  return found
    ? { status: 'found', published: published(found.id, ctx) }
    : { status: 'absent', evidence: 'no post with this marker in the ledger' };
}

/** Takes a post out of the sandbox; one that is gone already is no error. */
export async function remove(channel: Channel, live: Published, ctx: ProviderContext): Promise<void> {
  await callJson(ctx.egress, `${baseUrl(ctx)}/sandbox/api/posts/${live.id}`, {
    method: 'DELETE',
    headers: authorization(channel),
    mapFailure,
  }).catch((error: unknown) => {
    if (!(error instanceof Rejected && error.networkCode === 'not_found')) throw error;
  });
}

function published(id: string, ctx: ProviderContext): Published {
  return { id, url: `${baseUrl(ctx)}/sandbox#${id}`, ref: null };
}
