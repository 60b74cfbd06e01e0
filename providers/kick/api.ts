/** Calls to Kick's public API, and the parts of its answers that are read (docs.kick.com). */
import type { Channel, Json, ProviderContext, Published } from '../_kit/contract.ts';
import { callJson, type HttpCall } from '../_kit/http.ts';
import { toError } from './errors.ts';

const API_URL = 'https://api.kick.com';
const ID_URL = 'https://id.kick.com';
const SITE_URL = 'https://kick.com';

type Context = Pick<ProviderContext, 'env'>;

const overrideUrl = ({ env }: Context): string | undefined =>
  env.KICK_API_URL?.trim().replace(/\/+$/, '') || undefined;

/** Where people approve, and tokens are given out; without a trailing slash. */
export const idUrl = (ctx: Context): string => overrideUrl(ctx) ?? ID_URL;

/**
 * Calls the API, and returns what its answer has as `data`; undefined where it has none.
 *
 * @throws the typed error of the answer (errors.ts)
 */
export async function call<T>(
  { credentials }: Pick<Channel, 'credentials'>,
  ctx: ProviderContext,
  path: string,
  options: Pick<HttpCall, 'method' | 'json' | 'timeoutMs'> = {},
): Promise<T | undefined> {
  const { body } = await callJson<{ data?: T } | null>(
    ctx.egress,
    `${overrideUrl(ctx) ?? API_URL}/public/v1/${path}`,
    {
      ...options,
      headers: { authorization: `Bearer ${credentials.accessToken ?? ''}` },
      signal: ctx.signal,
      mapFailure: (failure) => toError(failure, ctx.now()),
    },
  );
  return body?.data;
}

/** The fields of a user that are read (docs.kick.com, "Users"). */
export interface User {
  readonly user_id?: number;
  readonly name?: string;
  readonly profile_picture?: string;
}

/** The fields of a channel that are read ("Channels"); `slug` is its name in URLs. */
export interface KickChannel {
  readonly broadcaster_user_id?: number;
  readonly slug?: string;
}

/** The outcome of a message ("Chat"). */
export interface SentMessage {
  readonly is_sent?: boolean;
  readonly message_id?: string;
}

/** `ref` of a published message. */
export interface Ref {
  readonly [key: string]: Json;
  readonly messageId: string;
}

/** A message has no URL of its own: people are led to the channel. */
export function toPublished({ details }: Pick<Channel, 'details'>, messageId: string): Published {
  const ref: Ref = { messageId };
  return { id: messageId, url: `${SITE_URL}/${encodeURIComponent(String(details.slug ?? ''))}`, ref };
}
