/** Calls to one listmonk (listmonk.app/docs/apis), and the parts of its answers that this provider reads. */
import type { Channel, Json, ProviderContext } from '../_kit/contract.ts';
import { OutcomeUnknown } from '../_kit/errors.ts';
import { callJson, type HttpCall } from '../_kit/http.ts';
import { mapFailure } from './errors.ts';
import { readDetails, type Scheme } from './schema.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

/** Which server to call, and as whom. */
export interface Access {
  readonly baseUrl: string;
  readonly username: string;
  readonly password: string;
  readonly scheme: Scheme;
}

/** Only a draft and a paused campaign can be started. */
export type Status = 'draft' | 'scheduled' | 'running' | 'paused' | 'cancelled' | 'finished';

export interface Campaign {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly status: Status;
  readonly lists: readonly { readonly id: number }[];
  readonly tags: readonly string[];
  readonly template_id: number | null;
  /** Subscribers of the list, once it has begun. */
  readonly to_send: number;
  readonly sent: number;
  readonly views: number;
  readonly clicks: number;
  /** Absent in version 1. */
  readonly bounces?: number;
}

/** A part of a list; version 1 answers an empty array where there is nothing. */
export type Page<T> = { readonly results?: readonly T[] } | readonly T[];

export function resultsOf<T>(page: Page<T> | null): readonly T[] {
  return Array.isArray(page) ? (page as readonly T[]) : ((page as { results?: readonly T[] })?.results ?? []);
}

/** A query; a list repeats its name. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export function apiUrl(baseUrl: string, path: string, query: Query = {}): URL {
  const url = new URL(`${baseUrl}/api${path}`);
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(one));
  }
  return url;
}

export function authorizationOf({ username, password, scheme }: Access): string {
  const both = `${username}:${password}`;
  return scheme === 'token' ? `token ${both}` : `Basic ${Buffer.from(both).toString('base64')}`;
}

/** Calls the API and returns `data`. */
export async function call<T>(
  access: Access,
  ctx: ProviderContext,
  path: string,
  { query, ...options }: HttpCall & { query?: Query } = {},
): Promise<T> {
  const { body } = await callJson<{ data?: T } | null>(ctx.egress, apiUrl(access.baseUrl, path, query), {
    signal: ctx.signal,
    mapFailure: (failure) => mapFailure(failure, ctx.now()),
    ...options,
    headers: { authorization: authorizationOf(access), ...options.headers },
  });
  if (body?.data === undefined) {
    throw new OutcomeUnknown(sentence('answers_as_another', { url: access.baseUrl, network: 'listmonk' }));
  }
  return body.data;
}

export function accessOf(channel: Pick<Channel, 'credentials' | 'details'>): Access {
  const { username = '', password = '' } = channel.credentials;
  const { baseUrl, scheme } = readDetails(channel.details);
  return { baseUrl, scheme, username, password };
}

/** How a campaign is found later: by the number that listmonk gave the draft, not by its UUID. */
export interface CampaignRef {
  readonly [key: string]: Json;
  readonly id: number;
}

/** Where people of the server see a campaign as its readers do, after signing in. */
export const previewUrl = (baseUrl: string, id: number): string =>
  apiUrl(baseUrl, `/campaigns/${id}/preview`).href;

/** A campaign without its body, which may be large. */
export const readCampaign = (access: Access, id: number, ctx: ProviderContext): Promise<Campaign> =>
  call<Campaign>(access, ctx, `/campaigns/${id}`, { query: { no_body: true } });
