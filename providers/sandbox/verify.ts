/** Whether a publish call with an unknown outcome took effect: searches for the post's marker. */
import type {
  Provider,
  ProviderContext,
  PublishRequest,
  SentAttempt,
  VerifyResult,
} from '../_kit/contract.ts';
import { ageMs } from '../_kit/lookup.ts';
import { call, capabilityOf, toPublished } from './api.ts';

/** For how long a key is relied on. */
const KEY_MS = 50 * 60_000;

interface Listed {
  readonly id: string;
  readonly text: string;
  readonly receivedAt: string;
}

/** The newest posts of the account. */
export const recent: NonNullable<Provider['recent']> = async (channel, ctx) => {
  const { posts } = await call<{ posts: Listed[] }>(channel, ctx, '/posts');
  return posts.map(({ id, text, receivedAt }) => ({
    id,
    url: toPublished(id, ctx).url ?? '',
    at: receivedAt,
    text,
  }));
};

export async function verify(
  request: PublishRequest,
  attempt: SentAttempt,
  ctx: ProviderContext,
): Promise<VerifyResult> {
  const capability = capabilityOf(request.channel);
  if (capability === 'none') {
    return { status: 'unknown', reason: 'the posts of this account cannot be listed' };
  }
  const { posts } = await call<{ posts: { id: string }[] }>(
    request.channel,
    ctx,
    `/posts?${new URLSearchParams({ marker: request.idempotencyKey })}`,
  );
  const found = posts[0];
  if (found) return { status: 'found', published: toPublished(found.id, ctx) };
  // Looked for first: a network that was restarted may have forgotten the key.
  const leftMs = KEY_MS - ageMs(attempt);
  if (capability === 'native_key' && leftMs > 0) {
    return {
      status: 'repeatable',
      evidence: 'not in the ledger, and the network honours the idempotency key of the first request',
      forMs: leftMs,
    };
  }
  return { status: 'absent', evidence: 'no post with this marker in the ledger' };
}
