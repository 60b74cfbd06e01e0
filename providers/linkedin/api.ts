/** Calls to LinkedIn's API, for members and for the pages of organisations. */
import { Response } from 'undici';
import type { Channel, Json, ProviderContext, Published } from '../_kit/contract.ts';
import type { Egress } from '../_kit/egress.ts';
import { callJson, type HttpAnswer } from '../_kit/http.ts';
import { idOf } from '../_kit/identity.ts';
import { mapFailure } from './errors.ts';
import { encodeRestli, restliQuery, type RestliValue } from './api/restli.ts';

const API_URL = 'https://api.linkedin.com';
const SITE_URL = 'https://www.linkedin.com';
/** Each version lives about a year (learn.microsoft.com/linkedin/marketing/versioning). */
export const API_VERSION = '202609';

type Env = Pick<ProviderContext, 'env'>;

/** One call; `finder` names the kind of a reading call that is not by id. */
export interface ApiCall {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly query?: Readonly<Record<string, RestliValue>>;
  readonly json?: Readonly<Record<string, unknown>>;
  readonly restliMethod?: 'FINDER' | 'BATCH_GET' | 'DELETE' | 'ACTION';
  readonly timeoutMs?: number;
  /** What a missing permission is about; default: posts. */
  readonly about?: 'comments';
}

export const apiUrl = (ctx: Env): string => overrideUrl(ctx) ?? API_URL;
/** Where people approve, and tokens are issued. */
export const siteUrl = (ctx: Env): string => overrideUrl(ctx) ?? SITE_URL;

const overrideUrl = ({ env }: Env): string | undefined =>
  env.LINKEDIN_API_URL?.trim().replace(/\/+$/, '') || undefined;

/** `urn:li:person:…` of a profile, `urn:li:organization:…` of a page. */
export const authorOf = ({ details }: Pick<Channel, 'details'>): string => String(details.urn ?? '');

/** URNs have colons, which separate things in Rest.li. */
export const inPath = (id: string): string => encodeRestli(id);

/**
 * Calls the versioned API for an account.
 *
 * @throws the typed error of the answer (errors.ts); an answer without a body is null
 */
export async function call<T>(
  { credentials }: Pick<Channel, 'credentials'>,
  ctx: ProviderContext,
  path: string,
  { method, query, json, restliMethod, timeoutMs, about }: ApiCall = {},
): Promise<HttpAnswer<T>> {
  const url = `${apiUrl(ctx)}${path}${query ? `${path.includes('?') ? '&' : '?'}${restliQuery(query)}` : ''}`;
  return callJson<T>(withoutBodies(ctx.egress), url, {
    method: method ?? (json ? 'POST' : 'GET'),
    headers: {
      authorization: `Bearer ${credentials.token ?? ''}`,
      'linkedin-version': ctx.env.LINKEDIN_API_VERSION?.trim() || API_VERSION,
      'x-restli-protocol-version': '2.0.0',
      ...(restliMethod ? { 'x-restli-method': restliMethod } : {}),
    },
    ...(json ? { json } : {}),
    ...(timeoutMs ? { timeoutMs } : {}),
    signal: ctx.signal,
    mapFailure: (failure) => mapFailure(failure, ctx.now(), about),
  });
}

/** LinkedIn answers 200 and 201 without a body if there is nothing to return: to our reader that is a 204. */
const withoutBodies = (egress: Egress): Egress => ({
  fetch: async (url, init) => {
    const answer = await egress.fetch(url, init);
    if (!answer.ok || answer.status === 204) return answer;
    const text = await answer.text();
    const headers = [...answer.headers].filter(([name]) => !/^content-(length|encoding)$/.test(name));
    return text
      ? new Response(text, { status: answer.status, headers })
      : new Response(null, { status: 204, headers });
  },
  webSocket: (url, init) => egress.webSocket(url, init),
});

/** `ref` of a published part: the post, and the comment on it if the part is one. */
export interface LinkedInRef {
  readonly [key: string]: Json;
  readonly post: string;
  readonly comment: string | null;
}

export const refOf = ({ ref }: Pick<Published, 'ref'>): LinkedInRef => ref as unknown as LinkedInRef;

/** A post as it is shown to people; its URN is its id. */
export const postAsPublished = (urn: string): Published => ({
  id: urn,
  url: `${SITE_URL}/feed/update/${urn}`,
  ref: { post: urn, comment: null } satisfies LinkedInRef,
});

/** A comment has a number, and is shown below its post. */
export const commentAsPublished = (post: string, id: string): Published => ({
  id,
  url: `${SITE_URL}/feed/update/${post}?commentUrn=${encodeURIComponent(`urn:li:comment:(${post},${id})`)}`,
  ref: { post, comment: id } satisfies LinkedInRef,
});

/** The URN of a post; a comment has a number, below that of its post. */
export function keyOf(published: Published): string {
  const { post, comment } = (published.ref ?? {}) as Partial<LinkedInRef>;
  if (post) return comment ? `${post}/${comment}` : post;
  return idOf(published, /\/feed\/update\/([^/?]+)/);
}
