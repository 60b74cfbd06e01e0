/** Calls to DEV (Forem's API v1), and the parts of its answers that are read. */
import type { Channel, Json, ProviderContext, Published } from '../_kit/contract.ts';
import { OutcomeUnknown } from '../_kit/errors.ts';
import { callJson, type HttpCall } from '../_kit/http.ts';
import { mapFailure } from './errors.ts';
import { answeredWithout } from '../_kit/answered-without.ts';

const HOME = 'https://dev.to';
/** Selects version 1 (developers.forem.com/api/v1). Requests without a `User-Agent` are refused. */
const HEADERS = { accept: 'application/vnd.forem.api-v1+json', 'user-agent': 'Crier/2' } as const;

type Keyed = Pick<Channel, 'credentials'>;

/** The owner of a key. */
export interface User {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly profile_image: string | null;
}

/** An article as its author writes it, and as it is answered to them. */
export interface Article {
  readonly id: number;
  readonly url: string;
  readonly published_at: string | null;
  /** Absent where it is published in the author's own name. */
  readonly organization?: { readonly username: string; readonly name: string };
}

/** An article in the list of one's own. */
export interface OwnArticle extends Article {
  readonly published: boolean;
  readonly page_views_count: number;
  readonly public_reactions_count: number;
  readonly comments_count: number;
}

/** What a published article is found by later: its number at DEV. */
export interface Ref {
  readonly [key: string]: Json;
  readonly id: number;
}

/** Calls the API with a person's key. `path` begins with a slash; encode foreign parts. */
export async function call<T>(
  { credentials }: Keyed,
  ctx: ProviderContext,
  path: string,
  options: HttpCall = {},
): Promise<T> {
  const base = (ctx.env.DEVTO_URL || HOME).replace(/\/+$/, '');
  const { body } = await callJson<T>(ctx.egress, `${base}/api${path}`, {
    signal: ctx.signal,
    mapFailure: (failure) => mapFailure(failure, ctx.now()),
    ...options,
    headers: { ...HEADERS, 'api-key': credentials.apiKey ?? '' },
  });
  return body;
}

/** Writes an article: a new one, or the one with this id. */
export function writeArticle(
  channel: Keyed,
  ctx: ProviderContext,
  { id, article, timeoutMs }: { id?: number; article: Json; timeoutMs?: number },
): Promise<Article> {
  return call<Article>(channel, ctx, id === undefined ? '/articles' : `/articles/${id}`, {
    method: id === undefined ? 'POST' : 'PUT',
    json: { article },
    ...(timeoutMs ? { timeoutMs } : {}),
  });
}

const PAGE = 100;
const MAX_PAGES = 10;
/** The list has the whole text of each article, of up to 800 KiB. */
const MAX_BYTES = 64 * 1024 ** 2;

/** A page of one's own articles: drafts first, then by the time of publication, newest first. */
export const ownArticles = (
  channel: Keyed,
  ctx: ProviderContext,
  { list, page = 1, size = PAGE }: { list: 'all' | 'published'; page?: number; size?: number },
): Promise<readonly OwnArticle[]> =>
  call<readonly OwnArticle[]>(channel, ctx, `/articles/me/${list}?page=${page}&per_page=${size}`, {
    maxBytes: MAX_BYTES,
  });

/** One of the person's own newest 1,000 articles; only the list has drafts and views. */
export async function findOwn(
  channel: Keyed,
  ctx: ProviderContext,
  id: number,
): Promise<OwnArticle | undefined> {
  for (let page = 1; page <= MAX_PAGES; page++) {
    const articles = await ownArticles(channel, ctx, { list: 'all', page });
    const found = articles.find((article) => article.id === id);
    // A page may be shorter than it was asked to be.
    if (found || !articles.length) return found;
  }
  return undefined;
}

/** A 2xx answer without an id proves nothing about the article. */
export function toPublished({ id, url }: Pick<Article, 'id' | 'url'>): Published {
  if (!Number.isInteger(id)) throw new OutcomeUnknown(answeredWithout('DEV', 'the number of the article'));
  const ref: Ref = { id };
  return { id: String(id), url: url || null, ref };
}
