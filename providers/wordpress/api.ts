/** Calls to one site, and what of its answers this provider reads. */
import type { Channel, Json, ProviderContext } from '../_kit/contract.ts';
import { callJson, type HttpAnswer, type HttpCall } from '../_kit/http.ts';
import { mapFailure } from './errors.ts';
import { readDetails } from './schema.ts';

/** Where to call and as whom. */
export interface Site {
  readonly restRoot: string;
  readonly username: string;
  /** An application password; blanks in it do not matter. */
  readonly password: string;
}

/** The parts of a post (of any type) that are read. */
export interface Post {
  readonly id: number;
  readonly status: string;
  /** Empty for a draft that was given none. */
  readonly slug: string;
  readonly link: string;
  readonly featured_media?: number;
  readonly categories?: readonly number[];
  readonly tags?: readonly number[];
  readonly _links?: Readonly<Record<string, unknown>>;
}

/** A query: `undefined` is left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

/** Address of a route (`/wp/v2/posts`) under a REST root of either form. */
export function routeUrl(restRoot: string, route: string, query: Query = {}): URL {
  const url = new URL(`${restRoot}${route}`);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}

/** Calls the site as its user and maps its refusals. */
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

/** The site of a connected channel. */
export function siteOf(channel: Pick<Channel, 'credentials' | 'details'>): Site {
  const { username = '', password = '' } = channel.credentials;
  return { restRoot: readDetails(channel.details).restRoot, username, password };
}

/** How a post is found again: `route` is that of its collection. */
export interface PostRef {
  readonly [key: string]: Json;
  readonly route: string;
  readonly id: number;
}
