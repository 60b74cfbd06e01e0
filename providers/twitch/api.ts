/** Calls to Twitch's API, and the parts of its answers that are read (dev.twitch.tv/docs/api/reference). */
import type { Channel, Json, ProviderContext, Published } from '../_kit/contract.ts';
import { callJson, type HttpAnswer, type HttpCall } from '../_kit/http.ts';
import { toError, type DropReason } from './errors.ts';

const API_URL = 'https://api.twitch.tv';
const ID_URL = 'https://id.twitch.tv';
const SITE_URL = 'https://twitch.tv';

type Context = Pick<ProviderContext, 'env'>;

const overrideUrl = ({ env }: Context): string | undefined =>
  env.TWITCH_API_URL?.trim().replace(/\/+$/, '') || undefined;

/** Where people approve, and tokens are given out and validated; without a trailing slash. */
export const idUrl = (ctx: Context): string => overrideUrl(ctx) ?? ID_URL;

/** Who calls: the token, and the application that it was given to. Twitch wants to know both. */
export interface Access {
  readonly token: string;
  readonly clientId: string;
}

/** The channel's own application, which may be another than the instance's by now. */
export const accessOf = ({ credentials, details }: Pick<Channel, 'credentials' | 'details'>): Access => ({
  token: credentials.accessToken ?? '',
  clientId: String(details.clientId ?? ''),
});

/**
 * Calls the API.
 *
 * @throws the typed error of the answer (errors.ts)
 */
export const call = <T>(
  { token, clientId }: Access,
  ctx: ProviderContext,
  path: string,
  options: Pick<HttpCall, 'method' | 'json' | 'timeoutMs'> = {},
): Promise<HttpAnswer<T>> =>
  callJson<T>(ctx.egress, `${overrideUrl(ctx) ?? API_URL}/helix/${path}`, {
    ...options,
    headers: { authorization: `Bearer ${token}`, 'client-id': clientId },
    signal: ctx.signal,
    mapFailure: (failure) => toError(failure, ctx.now()),
  });

/** The fields of a user that are read; `login` is the name in URLs. */
export interface User {
  readonly id?: string;
  readonly login?: string;
  readonly display_name?: string;
  readonly profile_image_url?: string;
}

/** The outcome of a chat message. */
export interface SentMessage {
  readonly message_id?: string;
  readonly is_sent?: boolean;
  readonly drop_reason?: DropReason | null;
}

/** `ref` of a published post; null for an announcement, whose id Twitch does not return. */
export interface Ref {
  readonly [key: string]: Json;
  readonly messageId: string | null;
}

/** A message has no URL of its own: people are led to the channel. */
export const toPublished = (
  { details }: Pick<Channel, 'details'>,
  id: string,
  messageId: string | null,
): Published => {
  const ref: Ref = { messageId };
  return { id, url: `${SITE_URL}/${encodeURIComponent(String(details.login ?? ''))}`, ref };
};
