/** The calls that make and delete casts (docs.neynar.com/reference/publish-cast, delete-cast). */
import { createHash } from 'node:crypto';
import type { Provider, ProviderContext, PublishRequest } from '../_kit/contract.ts';
import { OutcomeUnknown, RateLimited, Rejected, resetOf } from '../_kit/errors.ts';
import { call, fidOf, hashesOf, toPublished } from './api.ts';
import type { Prepared } from './prepare.ts';
import { findMade } from './verify.ts';

const CALL_MS = 30_000;
/** Upper bound for the casts in all channels; what is left then goes on after a look at what is out. */
export const PUBLISH_TIMEOUT_MS = 4 * 60_000;

const KEY_LENGTH = 16;

/** The key of the `n`th cast of a part: 16 characters, as Neynar advises (description, `Idem`). */
const keyFor = ({ idempotencyKey }: PublishRequest, n: number): string =>
  createHash('sha256').update(`${idempotencyKey}:${n}`).digest('base64url').slice(0, KEY_LENGTH);

/**
 * One cast for each channel, each with a key of its own. A failure after the first has succeeded is an
 * unknown outcome of the whole: `verify` finds how many are out, and a repeat, which looks first, goes on
 * with the next.
 */
export const publish: Provider['publish'] = async (request, stored, ctx) => {
  const prepared = stored as Prepared;
  const steps = prepared.parents.length || prepared.channels.length;
  const before = steps > 1 ? (await findMade(request, { prepared }, ctx)).made : [];
  const made: string[] = [...before];
  const beginMs = ctx.now().getTime();
  while (made.length < steps) {
    if (made.length && ctx.now().getTime() - beginMs > PUBLISH_TIMEOUT_MS - CALL_MS) {
      throw new OutcomeUnknown(`${made.length} of ${steps} casts are out; the others follow`);
    }
    const place = { out: made.length, steps, isRepeat: before.length === made.length };
    const hash = await cast(request, { prepared, n: made.length }, ctx).catch((error: unknown) => {
      throw afterSome(error, place);
    });
    made.push(hash);
  }
  return { status: 'published', published: toPublished(request.channel, made) };
};

async function cast(
  request: PublishRequest,
  { prepared, n }: { prepared: Prepared; n: number },
  ctx: ProviderContext,
): Promise<string> {
  const { channel } = request;
  const { text, embeds, channels, parents } = prepared;
  const answer = await call<{ cast?: { hash?: string } }>(channel, ctx, 'cast/', {
    method: 'POST',
    json: {
      signer_uuid: channel.credentials.signerUuid,
      idem: keyFor(request, n),
      ...(text ? { text } : {}),
      ...(embeds.length ? { embeds: embeds.map((url) => ({ url })) } : {}),
      ...(channels[n] ? { channel_id: channels[n] } : {}),
      ...(parents[n] ? { parent: parents[n], parent_author_fid: fidOf(channel) } : {}),
    },
    timeoutMs: CALL_MS,
  });
  if (!answer?.cast?.hash) throw new OutcomeUnknown('Neynar answered without the hash of the cast');
  return answer.cast.hash;
}

/** What a failure means where earlier casts of the same part are out. */
function afterSome(
  error: unknown,
  { out, steps, isRepeat }: { out: number; steps: number; isRepeat: boolean },
): unknown {
  if (!out || !(error instanceof Error)) return error;
  const message = `${out} of ${steps} casts are out. ${error.message}`;
  // Of a repeat that added nothing: going on is of no use, so a person decides.
  if (error instanceof Rejected && isRepeat) {
    return new Rejected(message, { networkCode: error.networkCode, cause: error });
  }
  const unknown = new OutcomeUnknown(message, {
    networkCode: error instanceof RateLimited ? error.networkCode : null,
    cause: error,
  });
  unknown.resetAt = resetOf(error);
  return unknown;
}

/** Deletes the cast in each channel; resolves for one that is gone already too. */
export const remove: NonNullable<Provider['remove']> = async (channel, published, ctx) => {
  for (const hash of hashesOf(published)) {
    await call(channel, ctx, 'cast/', {
      method: 'DELETE',
      json: { signer_uuid: channel.credentials.signerUuid, target_hash: hash },
    }).catch((error: unknown) => {
      if (!(error instanceof Rejected && GONE.test(error.message))) throw error;
    });
  }
};

/** Neynar's words for a hash that it does not know. */
const GONE = /cast not found|HTTP 404/i;
