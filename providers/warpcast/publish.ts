/** The calls that make and delete casts (docs.neynar.com/reference/publish-cast, delete-cast). */
import { createHash } from 'node:crypto';
import type { Provider, ProviderContext, PublishRequest } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { publishSteps } from '../_kit/publish-steps.ts';
import { call, fidOf, hashesOf, toPublished } from './api.ts';
import type { Prepared } from './prepare.ts';
import { findMade } from './verify.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { PUBLISH_TIMEOUT_MS } from './rules.ts';

const CALL_MS = 30_000;

const KEY_LENGTH = 16;

/** The key of the `n`th cast of a part: 16 characters, as Neynar advises (description, `Idem`). */
const keyFor = ({ idempotencyKey }: PublishRequest, n: number): string =>
  createHash('sha256').update(`${idempotencyKey}:${n}`).digest('base64url').slice(0, KEY_LENGTH);

/** One cast for each channel, each with a key of its own. */
export const publish: Provider['publish'] = async (request, stored, ctx) => {
  const prepared = stored as Prepared;
  const made = await publishSteps<string>({
    steps: prepared.parents.length || prepared.channels.length,
    noun: 'casts',
    findMade: async () =>
      (await findMade(request, { prepared, isTaken: await request.readTaken?.() }, ctx)).made,
    send: (n) => cast(request, { prepared, n }, ctx),
    callMs: CALL_MS,
    timeoutMs: PUBLISH_TIMEOUT_MS,
  });
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
  if (!answer?.cast?.hash) throw new OutcomeUnknown(answeredWithout('Neynar', 'the hash of the cast'));
  return answer.cast.hash;
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

/** Neynar's message for a hash that it does not know. */
const GONE = /cast not found|HTTP 404/i;
