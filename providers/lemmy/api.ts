/**
 * Calls to an instance, and the parts of its answers that this provider reads (join-lemmy.org/docs,
 * "API"). Lemmy 0.19 has version 3 of the API, 1.x has version 4.
 */
import type { Channel, Json, ProviderContext, Published } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { hostIn } from '../_kit/host-of.ts';
import { callJson, type HttpCall } from '../_kit/http.ts';
import { idOf } from '../_kit/identity.ts';
import { mapFailure } from './errors.ts';
import { readDetails } from './schema.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

export type Api = 'v3' | 'v4';

/** An instance, and as whom it is called. */
export interface Site {
  readonly baseUrl: string;
  readonly api: Api;
  /** null: as nobody. */
  readonly token: string | null;
}

/** A post in the account's own list; 1.x has its numbers here, 0.19 beside it. */
export interface Post {
  readonly id: number;
  /** Its URL on the whole network. */
  readonly ap_id?: string;
  readonly name: string;
  readonly community_id: number;
  readonly url?: string | null;
  readonly body?: string | null;
  readonly thumbnail_url?: string | null;
  readonly deleted: boolean;
  readonly removed: boolean;
}

/** A comment; `path`: the ids from the first comment down to this one, after a 0. */
export interface Comment {
  readonly id: number;
  readonly ap_id?: string;
  readonly post_id: number;
  readonly content: string;
  readonly path: string;
  readonly deleted: boolean;
  readonly removed: boolean;
}

export interface PostView {
  readonly post: Post;
}

export interface CommentView {
  readonly comment: Comment;
}

/**
 * A call; `undefined` in `query` is left out. `waitMs`: how long its limit lasts, if the answer does not
 * include it.
 */
export interface ApiCall extends Pick<HttpCall, 'method' | 'json' | 'body' | 'timeoutMs'> {
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly waitMs?: number;
}

/** Calls `/api/v3` or `/api/v4`, or the URL that begins with a protocol. */
export async function call<T>(
  { baseUrl, api, token }: Site,
  ctx: ProviderContext,
  path: string,
  { query = {}, waitMs, ...init }: ApiCall = {},
): Promise<T> {
  const url = new URL(path.includes('://') ? path : `${baseUrl}/api/${api}${path}`);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const { body } = await callJson<T>(ctx.egress, url, {
    ...init,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    signal: ctx.signal,
    mapFailure: (failure) => mapFailure(failure, { now: ctx.now(), waitMs }),
  });
  return body;
}

/**
 * Which version of the API an instance has, and of Lemmy; null if no Lemmy answers there. (1.x answers to
 * version 3 too, but not to all of its calls.)
 */
export async function findApi(
  baseUrl: string,
  ctx: ProviderContext,
): Promise<{ api: Api; version: string } | null> {
  for (const api of ['v4', 'v3'] as const) {
    const version = await readVersion({ baseUrl, api, token: null }, ctx);
    if (version) return { api, version };
  }
  return null;
}

async function readVersion(site: Site, ctx: ProviderContext): Promise<string | null> {
  try {
    const body = await call<{ version?: unknown; site_view?: unknown } | null>(site, ctx, '/site');
    return body?.site_view && typeof body.version === 'string' ? body.version : null;
  } catch (error) {
    const isPage = error instanceof OutcomeUnknown && error.networkCode === null;
    if (isPage || (error instanceof Rejected && /^4\d\d$|^not_found$/.test(error.networkCode ?? ''))) {
      return null;
    }
    throw error;
  }
}

/** The account's instance; asked each time, because an instance may have been upgraded since. */
export async function openSite(
  channel: Pick<Channel, 'credentials' | 'details'>,
  ctx: ProviderContext,
): Promise<Site> {
  const { baseUrl } = readDetails(channel);
  const found = await findApi(baseUrl, ctx);
  if (!found) {
    throw new Rejected(sentence('answers_as_another', { url: baseUrl, network: 'Lemmy' }), {
      networkCode: 'no_lemmy',
    });
  }
  return siteOf(channel, found.api);
}

export const siteOf = (channel: Pick<Channel, 'credentials' | 'details'>, api: Api): Site => ({
  baseUrl: readDetails(channel).baseUrl,
  api,
  token: channel.credentials.jwt ?? '',
});

/** A post, or a comment below it. */
export interface Made {
  readonly [key: string]: Json;
  readonly post: number;
  readonly comment: number | null;
  /** The host of the instance, as it calls itself. */
  readonly server: string;
}

export function toMade(thing: Post | Comment): Made {
  const server = hostIn(thing.ap_id);
  return 'content' in thing
    ? { post: thing.post_id, comment: thing.id, server }
    : { post: thing.id, comment: null, server };
}

/** `ref` of a published part: one for each community, in the order of the settings. */
interface LemmyRef {
  readonly [key: string]: Json;
  readonly made: Made[];
}

export const madeOf = ({ ref }: Pick<Published, 'ref'>): readonly Made[] =>
  (ref as Partial<LemmyRef> | null)?.made ?? [];

/** The first community's stands for all; `ref` has the others too. */
export function toPublished(baseUrl: string, made: readonly Made[]): Published {
  const [first] = made;
  if (!first) throw new OutcomeUnknown(answeredWithout('Lemmy', 'the id of a post'));
  return {
    id: String(first.comment ?? first.post),
    url: urlOf(baseUrl, first),
    ref: { made: [...made] } satisfies LemmyRef,
  };
}

export const urlOf = (baseUrl: string, { post, comment }: Pick<Made, 'post' | 'comment'>): string =>
  comment === null ? `${baseUrl}/post/${post}` : `${baseUrl}/comment/${comment}`;

/**
 * `lemmy.example/post/7`: numbers are unique only within an instance, which uses one name in all of its URLs,
 * under any name by which it is called. Of posts of earlier versions, the name that was typed is known.
 */
export function keyOf(published: Published): string {
  const [first] = madeOf(published);
  const url = published.url ?? '';
  const kind = first
    ? first.comment === null
      ? 'post'
      : 'comment'
    : /\/comment\//.test(url)
      ? 'comment'
      : 'post';
  return `${first?.server || hostIn(url)}/${kind}/${idOf(published, /\/(?:post|comment)\/(\d+)/)}`;
}

/** The keys of what a part has become in each community. */
export const keysOf = (published: Published): readonly string[] =>
  madeOf(published).map((made) =>
    keyOf({ ...published, id: String(made.comment ?? made.post), ref: { made: [made] } }),
  );
