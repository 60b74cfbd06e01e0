/** What can be read of an account's own posts and comments. */
import type { Channel, ProviderContext } from '../../_kit/contract.ts';
import { authorOf, call, inPath } from './api.ts';

/** How many entries a look reads. */
export const PAGE = 100;

export const isPage = (channel: Pick<Channel, 'details'>): boolean =>
  authorOf(channel).startsWith('urn:li:organization:');

/** A post or a comment of the account, as far as it is compared. */
export interface Entry {
  readonly id: string;
  readonly text: string;
  readonly media: readonly string[];
  /** Milliseconds since 1970; missing of comments. */
  readonly createdAt?: number | undefined;
}

interface Post {
  readonly id: string;
  readonly commentary?: string;
  readonly createdAt?: number;
  readonly content?: {
    readonly media?: { readonly id?: string };
    readonly multiImage?: { readonly images?: readonly { readonly id?: string }[] };
  };
}

interface Comment {
  readonly id: string;
  readonly actor?: string;
  readonly message?: { readonly text?: string };
}

/** The newest of a page's posts, or of its comments on a post; newest first. */
export async function listEntries(
  channel: Channel,
  post: string | null,
  ctx: ProviderContext,
): Promise<Entry[]> {
  const author = authorOf(channel);
  if (post) {
    const path = `/rest/socialActions/${inPath(post)}/comments`;
    const { body } = await call<{ elements?: Comment[] }>(channel, ctx, path, {
      query: { start: 0, count: PAGE },
    });
    return (body?.elements ?? [])
      .filter(({ actor }) => actor === author)
      .map(({ id, message }) => ({ id, text: message?.text ?? '', media: [] }));
  }
  const { body } = await call<{ elements?: Post[] }>(channel, ctx, '/rest/posts', {
    query: { q: 'author', author, count: PAGE, sortBy: 'CREATED' },
    restliMethod: 'FINDER',
  });
  return (body?.elements ?? []).map(({ id, commentary = '', content, createdAt }) => ({
    id,
    createdAt,
    text: commentary,
    media: [content?.media, ...(content?.multiImage?.images ?? [])].flatMap((one) => one?.id ?? []),
  }));
}
