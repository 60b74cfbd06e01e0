/** Calls to Reddit's API, and the parts of its answers that this provider reads (reddit.com/dev/api). */
import type { Channel, ProviderContext, Published } from '../_kit/contract.ts';
import { OutcomeUnknown } from '../_kit/errors.ts';
import { callJson, type HttpAnswer } from '../_kit/http.ts';
import { idOf } from '../_kit/identity.ts';
import { mapCodes, mapFailure, type CodedErrors } from './errors.ts';
import { answeredWithout } from '../_kit/answered-without.ts';

const API_URL = 'https://oauth.reddit.com';
const SITE_URL = 'https://www.reddit.com';

/** Who calls: the account's token, and its name for the `User-Agent`. */
export interface Access {
  readonly token: string;
  readonly username: string | null;
}

/** One call. `form` and `json` make it a POST; null and undefined in `form` and `query` are left out. */
export interface ApiCall {
  readonly query?: Readonly<Record<string, string | number | null | undefined>>;
  readonly form?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  readonly json?: Readonly<Record<string, unknown>>;
  readonly timeoutMs?: number;
}

/** A submission in a listing; with `raw_json=1` no character of a text is escaped. */
export interface Post {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly subreddit: string;
  readonly is_self: boolean;
  readonly selftext: string;
  readonly url: string;
  readonly permalink: string;
  /** Of a crosspost: the name of the other post. */
  readonly crosspost_parent?: string | null;
  /** In seconds. */
  readonly created_utc?: number;
  /** The pictures of a gallery, by the ids of their uploads. */
  readonly media_metadata?: Readonly<Record<string, unknown>> | null;
}

/** A comment in a listing, or as the call that made it answers. */
export interface Comment {
  readonly id: string;
  readonly name: string;
  readonly body: string;
  readonly parent_id: string;
  readonly permalink?: string;
}

/** A page of things. `after`: the name of the last one, for the next page. */
export interface Listing<T> {
  readonly data: {
    readonly children: readonly { readonly kind: string; readonly data: T }[];
    readonly after: string | null;
  };
}

/**
 * Reddit throttles calls that do not identify themselves (github.com/reddit-archive/reddit/wiki/API, "Rules":
 * platform, app, version, and the account behind it).
 */
export const userAgent = (username: string | null): string =>
  `web:crier:v2${username ? ` (by /u/${username})` : ''}`;

/** Where the API answers, without a trailing slash. */
export const apiUrl = (ctx: Pick<ProviderContext, 'env'>): string => overrideUrl(ctx) ?? API_URL;

/** Where people approve, and tokens are issued. */
export const siteUrl = (ctx: Pick<ProviderContext, 'env'>): string => overrideUrl(ctx) ?? SITE_URL;

const overrideUrl = ({ env }: Pick<ProviderContext, 'env'>): string | undefined =>
  env.REDDIT_API_URL?.trim().replace(/\/+$/, '') || undefined;

export function accessOf({ credentials, details }: Pick<Channel, 'credentials' | 'details'>): Access {
  return { token: credentials.token ?? '', username: usernameOf({ details }) };
}

/** The account's name, which the URLs of its listings contain. */
export const usernameOf = ({ details }: Pick<Channel, 'details'>): string => String(details.username ?? '');

/**
 * Calls the API for an account.
 *
 * @throws the typed error of the answer, also of one with HTTP 200 that carries `json.errors` (errors.ts)
 */
export async function call<T>(
  access: Access,
  ctx: ProviderContext,
  path: string,
  { query, form, json, timeoutMs }: ApiCall = {},
): Promise<HttpAnswer<T>> {
  const url = `${apiUrl(ctx)}${path}?${toForm({ ...query, raw_json: 1 })}`;
  const answer = await callJson<T & { json?: CodedErrors }>(ctx.egress, url, {
    method: form || json ? 'POST' : 'GET',
    headers: {
      authorization: `bearer ${access.token}`,
      'user-agent': userAgent(access.username),
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(form ? { body: toForm(form) } : {}),
    ...(json ? { json } : {}),
    ...(timeoutMs ? { timeoutMs } : {}),
    signal: ctx.signal,
    mapFailure: (failure) => mapFailure(failure, ctx.now()),
  });
  const failed = answer.body?.json;
  if (failed?.errors?.length) throw mapCodes(failed, ctx.now());
  return answer;
}

/** What a call with `api_type=json` answers in `json.data`. */
export async function callForData<T>(
  access: Access,
  ctx: ProviderContext,
  path: string,
  options: ApiCall,
): Promise<T> {
  const { body } = await call<{ json?: { data?: T } }>(access, ctx, path, options);
  if (!body?.json?.data) throw new OutcomeUnknown(answeredWithout('Reddit', 'data'));
  return body.json.data;
}

function toForm(values: NonNullable<ApiCall['form']>): string {
  const known = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)] as [string, string]],
  );
  return new URLSearchParams(known).toString();
}

/** A thing that Crier has made on Reddit: `t3_…` of a submission or `t1_…` of a comment, and its URL. */
export interface Made {
  readonly name: string;
  readonly url: string | null;
}

/** `ref` of a published part: one name for each subreddit, in the order of the settings. */
export interface RedditRef {
  readonly [key: string]: string[];
  readonly names: string[];
}

/** The first subreddit's stands for all; `ref` has the others too. */
export function toPublished(made: readonly Made[]): Published {
  const [first] = made;
  if (!first) throw new OutcomeUnknown(answeredWithout('Reddit', 'the id of a post'));
  return {
    id: first.name.replace(/^t\d_/, ''),
    url: first.url,
    ref: { names: made.map(({ name }) => name) } satisfies RedditRef,
  };
}

/** The names of the submissions or comments of a published part. */
export const namesOf = ({ ref }: Pick<Published, 'ref'>): readonly string[] =>
  (ref as Partial<RedditRef> | null)?.names ?? [];

/** A permalink is given without its host. */
export const absolute = (permalink: string | undefined): string | null =>
  permalink ? new URL(permalink, SITE_URL).href : null;

/** `t3_…` of a submission, `t1_…` of a comment, which may have the same number. */
export const keyOf = (published: Published): string => {
  const known = namesOf(published)[0];
  if (known) return known;
  const id = idOf(published, /\/comments\/(\w+)/);
  return /^(t\d_|https?:)/.test(id) ? id : `t3_${id}`;
};
