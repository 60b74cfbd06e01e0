/** The calls that publish and delete a post. */
import type {
  Channel,
  Json,
  ProviderContext,
  Published,
  PublishRequest,
  PublishResult,
} from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { call, capabilityOf, toPublished } from './api.ts';
import { Duplicate } from './errors.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { PUBLISH_TIMEOUT_MS } from './rules.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/**
 * Sends the request, with its key for accounts that honour one. If it is a duplicate of an earlier attempt
 * for the same part, that one is returned.
 */
export async function publish(
  request: PublishRequest,
  prepared: Json,
  ctx: ProviderContext,
): Promise<PublishResult> {
  const { channel, idempotencyKey } = request;
  try {
    const body = await call<{ id?: unknown }>(channel, ctx, '/posts', {
      method: 'POST',
      json: prepared,
      headers: capabilityOf(channel) === 'native_key' ? { 'idempotency-key': idempotencyKey } : {},
      timeoutMs: PUBLISH_TIMEOUT_MS,
    });
    if (typeof body?.id !== 'string') {
      throw new OutcomeUnknown(answeredWithout('The network', 'the id of the post'));
    }
    return { status: 'published', published: toPublished(body.id, ctx) };
  } catch (error) {
    if (error instanceof Duplicate) return resolveDuplicate(request, error, ctx);
    throw error;
  }
}

/** Reads the post that came first: if it carries our marker, it is this part. */
async function resolveDuplicate(
  { channel, idempotencyKey }: PublishRequest,
  duplicate: Duplicate,
  ctx: ProviderContext,
): Promise<PublishResult> {
  if (capabilityOf(channel) === 'none') {
    throw new OutcomeUnknown(sentence('sandbox_duplicate', { why: duplicate.said }), {
      networkCode: 'duplicate',
      cause: duplicate,
    });
  }
  const { marker } = await call<{ marker: string }>(channel, ctx, `/posts/${duplicate.firstId}`);
  if (marker !== idempotencyKey) throw duplicate;
  return { status: 'published', published: toPublished(duplicate.firstId, ctx) };
}

/** Deletes the post; it may already be gone. */
export async function remove(channel: Channel, published: Published, ctx: ProviderContext): Promise<void> {
  await call(channel, ctx, `/posts/${published.id}`, { method: 'DELETE' }).catch((error: unknown) => {
    if (!(error instanceof Rejected && error.networkCode === 'not_found')) throw error;
  });
}
