/** Calls to one site, and the parts of its answers that this provider reads. */
import type { Channel, Json, ProviderContext, Published } from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';
import { callJson, type HttpAnswer, type HttpCall } from '../_kit/http.ts';
import { idOf } from '../_kit/identity.ts';
import { mapFailure } from './errors.ts';
import { readDetails } from './schema.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** The site to call, and the user. */
export interface Site {
  readonly restRoot: string;
  readonly username: string;
  /** An application password; spaces in it do not matter. */
  readonly password: string;
}

/** The fields of a post, of any type, that are read. */
export interface Post {
  readonly id: number;
  readonly status: string;
  /** Empty for a draft without one. */
  readonly slug: string;
  readonly link: string;
  readonly featured_media?: number;
  readonly categories?: readonly number[];
  readonly tags?: readonly number[];
  readonly author?: number;
  /** Missing where the type of post has none. */
  readonly excerpt?: { readonly raw?: string };
  /** Fields of plugins that are open to the API. PHP shows none as a list. */
  readonly meta?: Readonly<Record<string, unknown>> | readonly unknown[];
  readonly _links?: Readonly<Record<string, unknown>>;
}

export function selfOf({ _links: links }: Pick<Post, '_links'>): string | null {
  const [self] = (links?.self ?? []) as readonly { href?: string }[];
  return self?.href ?? null;
}

/** A query; `undefined` is omitted. */
export type Query = Readonly<Record<string, string | number | undefined>>;

/** URL of a route (`/wp/v2/posts`) below a REST root of either form. */
export function routeUrl(restRoot: string, route: string, query: Query = {}): URL {
  const url = new URL(`${restRoot}${route}`);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}

/** Calls the site as its user and maps its errors. */
export function call<T>(
  site: Site,
  ctx: ProviderContext,
  route: string,
  { query, ...options }: HttpCall & { query?: Query } = {},
): Promise<HttpAnswer<T>> {
  return callJson<T>(ctx.egress, routeUrl(site.restRoot, route, query), {
    signal: ctx.signal,
    mapFailure: (failure) => mapFailure(failure, ctx.now()),
    ...options,
    headers: {
      authorization: `Basic ${Buffer.from(`${site.username}:${site.password}`).toString('base64')}`,
      ...options.headers,
    },
  });
}

export function siteOf(channel: Pick<Channel, 'credentials' | 'details'>): Site {
  const { username = '', password = '' } = channel.credentials;
  return { restRoot: readDetails(channel.details).restRoot, username, password };
}

/**
 * `ref` of a published post; `route`: that of its collection; `self`: its URL in the API, as the site gives
 * it, or null.
 */
export interface PostRef {
  readonly [key: string]: Json;
  readonly route: string;
  readonly id: number;
  readonly self: string | null;
}

/**
 * Numbers are unique only within a site, and sites may share a host: the URL that the site itself gives the
 * post in its API decides, under any name of the site. Posts of earlier versions go by their
 * page.
 */
export function keyOf(published: Published): string {
  const { self } = (published.ref ?? {}) as Partial<PostRef>;
  return (self ?? published.url ?? idOf(published)).replace(/^https?:\/\//, '');
}

/** A type of posts (developer.wordpress.org/rest-api/reference/post-types). */
interface PostType {
  readonly name: string;
  readonly rest_base: string;
  readonly rest_namespace?: string;
}

/**
 * Types that the user may write, by name, without WordPress's internal ones. Fails without valid credentials.
 */
export async function listPostTypes(site: Site, ctx: ProviderContext): Promise<[string, PostType][]> {
  const { body } = await call<Record<string, PostType>>(site, ctx, '/wp/v2/types', {
    query: { context: 'edit' },
  });
  return Object.entries(body).filter(([name]) => name !== 'attachment' && !/^(wp|nav)_/.test(name));
}

/**
 * The route of a type's posts (`/wp/v2/posts`), by the type's name or its REST base.
 *
 * @throws Rejected with the available types
 */
export async function findPostType(
  site: Site,
  type: string,
  ctx: ProviderContext,
): Promise<{ route: string }> {
  const types = await listPostTypes(site, ctx);
  const found =
    types.find(([name]) => name === type) ?? types.find(([, { rest_base: base }]) => base === type);
  if (!found) {
    const available = types.map(([name]) => name).join(', ') || 'none';
    throw new Rejected(sentence('wordpress_no_such_type', { type, available }), {
      networkCode: 'unknown_type',
    });
  }
  const { rest_namespace: namespace = 'wp/v2', rest_base: base } = found[1];
  return { route: `/${namespace}/${base}` };
}
