/**
 * Calls to the APIs of Google Business Profile, and the parts of their answers that are read. Posts are still
 * in version 4 of the Google My Business API; accounts, locations and numbers have APIs of their own
 * (developers.google.com/my-business).
 */
import type { Channel, ProviderContext, Published } from '../_kit/contract.ts';
import { OutcomeUnknown } from '../_kit/errors.ts';
import { callJson } from '../_kit/http.ts';
import { idOf } from '../_kit/identity.ts';
import { googleUrl } from '../_shared/oauth/google.ts';
import { mapFailure } from './errors.ts';
import { answeredWithout } from '../_kit/answered-without.ts';

/** The variable with the URL of a server in place of Google's, for tests. */
export const API = { urlVariable: 'GOOGLE_GMB_API_URL' } as const;

/** The server of Google's that answers. */
const HOSTS = {
  posts: 'mybusiness.googleapis.com',
  accounts: 'mybusinessaccountmanagement.googleapis.com',
  locations: 'mybusinessbusinessinformation.googleapis.com',
  numbers: 'businessprofileperformance.googleapis.com',
} as const;

/** `accounts.locations.localPosts`: the fields that show whether a post is ours, and its outcome. */
export interface LocalPost {
  /** `accounts/…/locations/…/localPosts/…` */
  readonly name?: string;
  readonly summary?: string;
  readonly state?: 'LOCAL_POST_STATE_UNSPECIFIED' | 'REJECTED' | 'LIVE' | 'PROCESSING';
  readonly searchUrl?: string;
  readonly createTime?: string;
  readonly topicType?: string;
  readonly event?: { readonly title?: string };
  readonly media?: readonly unknown[];
}

interface ApiCall {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** Each value of a list is a parameter of its own. */
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly json?: unknown;
  readonly timeoutMs?: number;
}

/**
 * Calls one of the APIs for an account.
 *
 * @throws the typed error of the answer (errors.ts)
 */
export async function call<T>(
  { credentials }: Pick<Channel, 'credentials'>,
  ctx: ProviderContext,
  [api, path]: readonly [keyof typeof HOSTS, string],
  { method = 'GET', query = {}, json, timeoutMs }: ApiCall = {},
): Promise<T> {
  const url = new URL(`${googleUrl(API, ctx, HOSTS[api])}/${path}`);
  for (const [name, values] of Object.entries(query)) {
    for (const value of [values].flat()) url.searchParams.append(name, value);
  }
  const { body } = await callJson<T>(ctx.egress, url, {
    method,
    headers: { authorization: `Bearer ${credentials.accessToken ?? ''}` },
    ...(json === undefined ? {} : { json }),
    ...(timeoutMs ? { timeoutMs } : {}),
    signal: ctx.signal,
    mapFailure: (failure) => mapFailure(failure, ctx.now()),
  });
  return body;
}

/** The location that a channel is: `accounts/…/locations/…`. */
export const placeOf = ({ details }: Pick<Channel, 'details'>): string => String(details.place ?? '');

/** Without the URL of the post, people are led to the profile. */
export function toPublished({ name, searchUrl }: LocalPost): Published {
  if (!name) throw new OutcomeUnknown(answeredWithout('Google', 'the name of the post'));
  const location = /\/locations\/([^/]+)/.exec(name)?.[1] ?? '';
  return { id: name, url: searchUrl ?? `https://business.google.com/locations/${location}`, ref: { name } };
}

/** A page of the location's posts, newest first; `next`: the token of the following one. */
export async function readPage(
  channel: Pick<Channel, 'credentials' | 'details'>,
  { size, token }: { readonly size: number; readonly token: string | null },
  ctx: ProviderContext,
): Promise<{ items: readonly LocalPost[]; next: string | null }> {
  const { localPosts = [], nextPageToken } = await call<{
    localPosts?: readonly LocalPost[];
    nextPageToken?: string;
  }>(channel, ctx, ['posts', `v4/${placeOf(channel)}/localPosts`], {
    query: { pageSize: String(size), ...(token ? { pageToken: token } : {}) },
  });
  return { items: localPosts, next: nextPageToken || null };
}

/**
 * `locations/…/localPosts/…`: several accounts may manage a location, and the name begins with the one that
 * asks.
 */
export const keyOf = (published: Published): string => idOf(published).replace(/^accounts\/[^/]+\//, '');
