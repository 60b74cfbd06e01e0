/**
 * How many posts Instagram takes from an account within a period (developers.facebook.com: Instagram
 * Platform, IG User Content Publishing Limit). The guide "Content Publishing" has 100, the examples 50, older
 * texts 25, so that each account is asked. Stories and carousels count as one.
 */
import type { Channel, Json, PostLimit, ProviderContext } from '../../_kit/contract.ts';
import { ProviderError } from '../../_kit/errors.ts';
import { callsOf, type Login } from '../api.ts';

const USUAL = { posts: 100, seconds: 86_400 } as const;

interface Usage {
  readonly config?: { readonly quota_total?: number; readonly quota_duration?: number };
}

/** The limit of an account for its details; nothing if Instagram does not say. */
export async function readLimit(
  login: Login,
  account: Pick<Channel, 'internalId' | 'credentials'>,
  ctx: ProviderContext,
): Promise<Record<string, Json>> {
  try {
    const path = `/${account.internalId}/content_publishing_limit`;
    const query = { fields: 'config,quota_usage' };
    const { data } = await callsOf(login, account, ctx)<{ data?: readonly Usage[] }>(path, { query });
    const { quota_total: posts, quota_duration: seconds } = data?.[0]?.config ?? {};
    return posts && seconds ? { postLimit: { posts, seconds } } : {};
  } catch (error) {
    // The limit is for planning: an account can be used without.
    if (error instanceof ProviderError) return {};
    throw error;
  }
}

/** The limit of a channel; the usual one for those that were connected before it was asked for. */
export function limitOf({ details }: Pick<Channel, 'details'>): PostLimit {
  const { posts, seconds } = (details.postLimit ?? USUAL) as
    | typeof USUAL
    | { posts: number; seconds: number };
  return { posts, of: 'account', within: { hours: seconds / 3600 }, eachPart: false };
}
