/** Calls to Tumblr's API (github.com/tumblr/docs, api.md), and the parts of its answers that are read. */
import type { FormData } from 'undici';
import type { Channel, ProviderContext } from '../_kit/contract.ts';
import { OutcomeUnknown } from '../_kit/errors.ts';
import { callJson } from '../_kit/http.ts';
import { trimEndOf } from '../_kit/scan.ts';
import { mapFailure } from './errors.ts';
import { answeredWithout } from '../_kit/answered-without.ts';

const API_URL = 'https://api.tumblr.com';
const SITE_URL = 'https://www.tumblr.com';

/** The most that a list of posts answers at once. */
export const PAGE_SIZE = 20;

/** "Every application is expected to use a consistent value across requests." */
const USER_AGENT = 'Crier';

/** A block of a post as it is read again; what Tumblr added to it is left out. */
export interface SeenBlock {
  readonly type?: string;
  readonly text?: string;
  readonly alt_text?: string;
}

/** A post in a list. Ids have 64 bits: the numbers beside the strings are not exact. */
export interface Post {
  readonly id?: number | string;
  readonly id_string?: string;
  /** The id before Tumblr published it, where that was another one. */
  readonly genesis_post_id?: string;
  readonly post_url?: string;
  /** In seconds. */
  readonly timestamp?: number;
  readonly state?: string;
  readonly is_pinned?: boolean;
  readonly content?: readonly SeenBlock[];
}

/** One call; null and undefined in `query` are left out. */
export interface ApiCall {
  readonly method?: 'GET' | 'POST';
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  readonly json?: Readonly<Record<string, unknown>>;
  readonly form?: FormData;
  readonly timeoutMs?: number;
}

type Context = Pick<ProviderContext, 'env'>;

const overrideUrl = ({ env }: Context): string | undefined =>
  trimEndOf(env.TUMBLR_API_URL?.trim() ?? '', '/') || undefined;

/** Where the API answers, without a trailing slash. */
export const apiUrl = (ctx: Context): string => overrideUrl(ctx) ?? API_URL;

/** Where people approve. */
export const siteUrl = (ctx: Context): string => overrideUrl(ctx) ?? SITE_URL;

/** The same context, in which every request has Crier's user agent. */
export const named = (ctx: ProviderContext): ProviderContext => ({
  ...ctx,
  egress: {
    ...ctx.egress,
    fetch: (url, init = {}) =>
      ctx.egress.fetch(url, {
        ...init,
        headers: {
          ...Object.fromEntries(new Headers(init.headers as Record<string, string>)),
          'user-agent': USER_AGENT,
        },
      }),
  },
});

/** Where people see a post of a blog. */
export const postUrl = ({ details }: Pick<Channel, 'details'>, id: string): string =>
  `${SITE_URL}/${String(details.name ?? '')}/${id}`;

/** The exact id of a post; null if there is none. */
export function idOf({ id, id_string: exact }: Pick<Post, 'id' | 'id_string'>): string | null {
  if (exact) return exact;
  if (typeof id === 'string') return id || null;
  return Number.isSafeInteger(id) ? String(id) : null;
}

/**
 * `/blog/t:0aY0…/posts`: the blog's own id stays when its name changes. Of a channel that was copied from
 * another instance only the name is known, which Tumblr takes as well.
 */
export const blogPath = (
  { internalId, details }: Pick<Channel, 'internalId' | 'details'>,
  path: string,
): string => {
  const blog = details.name && !internalId.startsWith('t:') ? String(details.name) : internalId;
  return `/blog/${encodeURIComponent(blog)}${path}`;
};

/**
 * Calls the API for an account, and returns the `response` of the answer.
 *
 * @throws the typed error of the answer (errors.ts)
 */
export async function call<T>(
  { credentials }: Pick<Channel, 'credentials'>,
  ctx: ProviderContext,
  path: string,
  { method = 'GET', query = {}, json, form, timeoutMs }: ApiCall = {},
): Promise<T> {
  const known = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  const search = known.length ? `?${new URLSearchParams(known)}` : '';
  const { body } = await callJson<{ response?: T } | null>(
    named(ctx).egress,
    `${apiUrl(ctx)}/v2${path}${search}`,
    {
      method,
      headers: { authorization: `Bearer ${credentials.accessToken ?? ''}` },
      ...(json ? { json } : {}),
      ...(form ? { body: form } : {}),
      ...(timeoutMs ? { timeoutMs } : {}),
      signal: ctx.signal,
      mapFailure: (failure) => mapFailure(failure, ctx.now()),
    },
  );
  if (!body?.response) throw new OutcomeUnknown(answeredWithout('Tumblr', 'what was asked for'));
  return body.response;
}
