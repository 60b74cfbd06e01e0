/**
 * Calls to Neynar's API (docs.neynar.com/reference; its description is github.com/neynarxyz/OAS), and the
 * parts of its answers that are read.
 */
import type { Channel, ProviderContext, Published } from '../_kit/contract.ts';
import { OutcomeUnknown, Unsent } from '../_kit/errors.ts';
import { callJson } from '../_kit/http.ts';
import { mapFailure } from './errors.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

const API_URL = 'https://api.neynar.com';
const SITE_URL = 'https://farcaster.xyz';

/** Where the operator names the app at Neynar. */
export const APP = { idVariable: 'NEYNAR_CLIENT_ID', secretVariable: 'NEYNAR_SECRET_KEY' } as const;

/** A cast as Neynar shows it. */
export interface Cast {
  readonly hash: string;
  readonly text: string;
  /** ISO 8601. */
  readonly timestamp?: string;
  readonly parent_hash: string | null;
  readonly channel: { readonly id: string } | null;
  readonly embeds: readonly { readonly url?: string }[];
  readonly reactions: { readonly likes_count: number; readonly recasts_count: number };
  readonly replies: { readonly count: number };
}

/** An account. `fid`: its number on Farcaster. */
export interface User {
  readonly fid: number;
  readonly username: string;
  readonly display_name?: string | null;
  readonly pfp_url?: string | null;
  readonly follower_count: number;
  readonly following_count: number;
}

/** One call; null and undefined in `query` are left out. */
export interface ApiCall {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly query?: Readonly<Record<string, string | number | null | undefined>>;
  readonly json?: Readonly<Record<string, unknown>>;
  readonly timeoutMs?: number;
}

type Context = Pick<ProviderContext, 'env'>;

/** Where the API answers, without a trailing slash. */
export const apiUrl = ({ env }: Context): string => env.NEYNAR_API_URL?.trim().replace(/\/+$/, '') || API_URL;

/** The number of an account that is connected. */
export const fidOf = ({ details }: Pick<Channel, 'details'>): number => Number(details.fid);

/**
 * The key of an account's calls: that of the organisation's own app, if it was connected with one. A signer
 * belongs to the key that made it.
 *
 * @throws Unsent without a key: the operator's matter
 */
export function keyOf({ credentials }: Pick<Channel, 'credentials'>, { env }: Context): string {
  const key = credentials.apiKey || env[APP.secretVariable]?.trim();
  if (key) return key;
  throw new Unsent(
    sentence('network_needs_variable', { network: 'Farcaster', variable: APP.secretVariable }),
    { networkCode: 'not_configured' },
  );
}

/**
 * Calls the API with a key. Paths end in a slash.
 *
 * @throws the typed error of the answer (errors.ts)
 */
export async function callWith<T>(
  apiKey: string,
  ctx: ProviderContext,
  path: string,
  { method = 'GET', query = {}, json, timeoutMs }: ApiCall = {},
): Promise<T> {
  const known = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  const search = known.length ? `?${new URLSearchParams(known)}` : '';
  const { body } = await callJson<T>(ctx.egress, `${apiUrl(ctx)}/v2/farcaster/${path}${search}`, {
    method,
    headers: { 'x-api-key': apiKey },
    ...(json ? { json } : {}),
    ...(timeoutMs ? { timeoutMs } : {}),
    signal: ctx.signal,
    mapFailure: (failure) => mapFailure(failure, ctx.now()),
  });
  return body;
}

/** Calls the API for an account; errors as `callWith`. */
export const call = <T>(
  channel: Pick<Channel, 'credentials'>,
  ctx: ProviderContext,
  path: string,
  options?: ApiCall,
): Promise<T> => callWith<T>(keyOf(channel, ctx), ctx, path, options);

/** @throws OutcomeUnknown if Neynar does not know the account */
export async function readUser(apiKey: string, ctx: ProviderContext, fid: number): Promise<User> {
  const { users } = await callWith<{ users?: User[] }>(apiKey, ctx, 'user/bulk/', { query: { fids: fid } });
  const user = users?.find((one) => one.fid === fid);
  if (!user?.username) throw new OutcomeUnknown(answeredWithout('Neynar', 'the account'));
  return user;
}

/** `ref` of a published part: one hash for each channel, in the order of the settings. */
export interface CastRef {
  readonly [key: string]: string[];
  readonly hashes: string[];
}

/** Where people see a cast. */
export const castUrl = ({ details }: Pick<Channel, 'details'>, hash: string): string =>
  `${SITE_URL}/${String(details.username)}/${hash}`;

/** The first cast stands for all; `ref` has the others too. */
export function toPublished(channel: Pick<Channel, 'details'>, hashes: readonly string[]): Published {
  const [first] = hashes;
  if (!first) throw new OutcomeUnknown(answeredWithout('Neynar', 'the hash of a cast'));
  return { id: first, url: castUrl(channel, first), ref: { hashes: [...hashes] } satisfies CastRef };
}

/** The hashes of a published part. */
export const hashesOf = ({ id, ref }: Pick<Published, 'id' | 'ref'>): readonly string[] =>
  (ref as Partial<CastRef> | null)?.hashes ?? [id];
