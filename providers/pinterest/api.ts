/**
 * Calls to Pinterest's API (developers.pinterest.com/docs/api/v5), and the parts of its answers that are
 * read.
 */
import type { Channel, ProviderContext } from '../_kit/contract.ts';
import { callJson } from '../_kit/http.ts';
import { mapFailure } from './errors.ts';

const API_URL = 'https://api.pinterest.com';
const SITE_URL = 'https://www.pinterest.com';

/** The most that a list answers at once. */
export const PAGE_SIZE = 250;

/** A pin as lists show it: the fields that show whether it is ours. */
export interface Pin {
  readonly id: string;
  readonly title?: string | null;
  readonly description?: string | null;
  readonly link?: string | null;
  /** Without a zone, of UTC: `2022-10-13T01:40:29`. */
  readonly created_at?: string | null;
  readonly board_id?: string | null;
}

/** A page of a list; `bookmark` asks for the next one. */
export interface Page<T> {
  readonly items?: readonly T[];
  readonly bookmark?: string | null;
}

/** One call; null and undefined in `query` are left out. */
export interface ApiCall {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly query?: Readonly<Record<string, string | number | null | undefined>>;
  readonly json?: Readonly<Record<string, unknown>>;
  readonly timeoutMs?: number;
}

type Context = Pick<ProviderContext, 'env'>;

const overrideUrl = ({ env }: Context): string | undefined =>
  env.PINTEREST_API_URL?.trim().replace(/\/+$/, '') || undefined;

/** Where the API answers, without a trailing slash. */
export const apiUrl = (ctx: Context): string => overrideUrl(ctx) ?? API_URL;

/** Where people approve. */
export const siteUrl = (ctx: Context): string => overrideUrl(ctx) ?? SITE_URL;

/** Where people see a pin. */
export const pinUrl = (id: string): string => `${SITE_URL}/pin/${id}/`;

/**
 * Calls the API for an account.
 *
 * @throws the typed error of the answer (errors.ts)
 */
export async function call<T>(
  { credentials }: Pick<Channel, 'credentials'>,
  ctx: ProviderContext,
  path: string,
  { method = 'GET', query = {}, json, timeoutMs }: ApiCall = {},
): Promise<T> {
  const known = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  const search = known.length ? `?${new URLSearchParams(known)}` : '';
  const { body } = await callJson<T>(ctx.egress, `${apiUrl(ctx)}/v5${path}${search}`, {
    method,
    headers: { authorization: `Bearer ${credentials.accessToken ?? ''}` },
    ...(json ? { json } : {}),
    ...(timeoutMs ? { timeoutMs } : {}),
    signal: ctx.signal,
    mapFailure: (failure) => mapFailure(failure, ctx.now()),
  });
  return body;
}

/** A page of a list; `next`: what `bookmark` has to be for the following one. */
export async function readPage<T>(
  channel: Pick<Channel, 'credentials'>,
  { path, bookmark }: { readonly path: string; readonly bookmark: string | null },
  ctx: ProviderContext,
): Promise<{ items: readonly T[]; next: string | null }> {
  const query = { page_size: PAGE_SIZE, bookmark };
  const answer = await call<Page<T>>(channel, ctx, path, { query });
  return { items: answer?.items ?? [], next: answer?.bookmark || null };
}

/**
 * Everything in a list, up to a number of pages; `complete` = there was no more.
 */
export async function list<T>(
  channel: Pick<Channel, 'credentials'>,
  ctx: ProviderContext,
  path: string,
  mostPages: number,
): Promise<{ items: T[]; complete: boolean }> {
  const items: T[] = [];
  let bookmark: string | null = null;
  for (let page = 0; page < mostPages; page++) {
    const read: Awaited<ReturnType<typeof readPage<T>>> = await readPage<T>(channel, { path, bookmark }, ctx);
    items.push(...read.items);
    bookmark = read.next;
    if (!bookmark) return { items, complete: true };
  }
  return { items, complete: false };
}
