/** What can be read of an account's own posts and comments. */
import type { Channel, ProviderContext } from '../../_kit/contract.ts';
import { isBefore, readSince, type Listed } from '../../_kit/lookup.ts';
import { authorOf, call, inPath } from '../api.ts';

const PAGE = 100;
const MAX_PAGES = 5;
/** LinkedIn's clock and ours may differ. */
const SKEW_MS = 5 * 60_000;

export const isPage = (channel: Pick<Channel, 'details'>): boolean =>
  authorOf(channel).startsWith('urn:li:organization:');

/** The compared fields of a post or comment of the account. */
export interface Entry {
  readonly id: string;
  readonly text: string;
  readonly media: readonly string[];
  /** The question of its poll. */
  readonly question?: string | undefined;
  /** Whose comment it is; of a post, the author that was asked for. */
  readonly author: string | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt?: number | undefined;
}

interface Post {
  readonly id: string;
  readonly commentary?: string;
  readonly createdAt?: number;
  readonly content?: {
    readonly media?: { readonly id?: string };
    readonly poll?: { readonly question?: string };
    readonly multiImage?: { readonly images?: readonly { readonly id?: string }[] };
  };
}

interface Comment {
  readonly id: string;
  readonly actor?: string;
  readonly message?: { readonly text?: string };
  readonly created?: { readonly time?: number };
}

/** The first page of `post`'s comments, or of the account's own posts, newest first. */
export const listEntries = async (
  channel: Channel,
  post: string | null,
  ctx: ProviderContext,
): Promise<readonly Entry[]> => (await readPage(channel, { post, from: null }, ctx)).items;

/**
 * What was posted, or commented by anybody, since the call: of posts, back to those that were `known` before
 * it. LinkedIn does not document in which order it lists comments.
 */
export function listSince(
  channel: Channel,
  { post, known, sentAt }: { post: string | null; known: readonly string[]; sentAt: Date },
  ctx: ProviderContext,
): Promise<Listed<Entry>> {
  const before = new Set(known);
  return readSince<Entry>({
    read: (from) => readPage(channel, { post, from }, ctx),
    isBefore: ({ id, createdAt }) => before.has(id) || isBefore(createdAt, sentAt, SKEW_MS),
    ...(post ? { madeAt: ({ createdAt }: Entry) => createdAt ?? 0 } : {}),
    mostPages: MAX_PAGES,
  });
}

/** A page may be shorter than it was asked to be, so only an empty one is certainly the last. */
async function readPage(
  channel: Channel,
  { post, from }: { post: string | null; from: string | null },
  ctx: ProviderContext,
): Promise<{ items: readonly Entry[]; next: string | null }> {
  const start = Number(from ?? 0);
  const items = await (post ? readComments(channel, { post, start }, ctx) : readPosts(channel, start, ctx));
  return { items, next: items.length ? String(start + items.length) : null };
}

async function readComments(
  channel: Channel,
  { post, start }: { post: string; start: number },
  ctx: ProviderContext,
): Promise<Entry[]> {
  const path = `/rest/socialActions/${inPath(post)}/comments`;
  const { body } = await call<{ elements?: Comment[] }>(channel, ctx, path, {
    query: { start, count: PAGE },
    about: 'comments',
  });
  return (body?.elements ?? []).map(({ id, actor, message, created }) => ({
    id,
    author: actor,
    text: message?.text ?? '',
    media: [],
    createdAt: created?.time,
  }));
}

async function readPosts(channel: Channel, start: number, ctx: ProviderContext): Promise<Entry[]> {
  const author = authorOf(channel);
  const { body } = await call<{ elements?: Post[] }>(channel, ctx, '/rest/posts', {
    query: { q: 'author', author, start, count: PAGE, sortBy: 'CREATED' },
    restliMethod: 'FINDER',
  });
  return (body?.elements ?? []).map(({ id, commentary = '', content, createdAt }) => ({
    id,
    author,
    createdAt,
    text: commentary,
    question: content?.poll?.question,
    media: [content?.media, ...(content?.multiImage?.images ?? [])].flatMap((one) => one?.id ?? []),
  }));
}
