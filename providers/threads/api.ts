/** Calls to the Threads API (developers.facebook.com/documentation/threads). */
import type { Channel, ProviderContext, Published } from '../_kit/contract.ts';
import { callJson } from '../_kit/http.ts';
import { mapFailure } from './errors.ts';

const API_URL = 'https://graph.threads.net';
const SITE_URL = 'https://www.threads.com';

type Env = Pick<ProviderContext, 'env'>;
type Account = Pick<Channel, 'credentials'>;

/** One call; `form` is sent as a POST. */
export interface ApiCall {
  readonly method?: 'GET' | 'DELETE';
  readonly query?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

const addressOf = ({ env }: Env): string | undefined =>
  env.THREADS_API_URL?.trim().replace(/\/+$/, '') || undefined;

export const apiUrl = (ctx: Env): string => addressOf(ctx) ?? API_URL;
/** Where people approve. */
export const siteUrl = (ctx: Env): string => addressOf(ctx) ?? SITE_URL;

/**
 * Calls the API for an account. The token goes into a header, which no log of addresses keeps.
 *
 * @throws the typed error of the answer (errors.ts)
 */
export async function call<T>(
  { credentials }: Account,
  ctx: ProviderContext,
  path: string,
  { method = 'GET', query, form, timeoutMs }: ApiCall = {},
): Promise<T> {
  const { body } = await callJson<T>(
    ctx.egress,
    `${apiUrl(ctx)}/v1.0${path}${query ? `?${new URLSearchParams(query)}` : ''}`,
    {
      method: form ? 'POST' : method,
      headers: {
        authorization: `Bearer ${credentials.token ?? ''}`,
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(form ? { body: new URLSearchParams(form).toString() } : {}),
      ...(timeoutMs ? { timeoutMs } : {}),
      signal: ctx.signal,
      mapFailure: (failure) => mapFailure(failure, ctx.now()),
    },
  );
  return body;
}

/** A post or a reply as the API lists it; media that stand for a repost have no text. */
export interface Thread {
  readonly id: string;
  readonly text?: string;
  /** `TEXT_POST`, `IMAGE`, `VIDEO`, `CAROUSEL_ALBUM`, `REPOST_FACADE` and others. */
  readonly media_type?: string;
  readonly permalink?: string;
  /** `2024-09-12T23:17:39+0000`. */
  readonly timestamp?: string;
  readonly replied_to?: { readonly id: string };
}

export const profileUrl = ({ details }: Pick<Channel, 'details'>): string =>
  `${SITE_URL}/@${encodeURIComponent(String(details.username ?? ''))}`;

/** Without the address of the post, that of its author: the short code in it is not in the id. */
export const toPublished = (
  channel: Pick<Channel, 'details'>,
  { id, permalink }: Pick<Thread, 'id' | 'permalink'>,
): Published => ({ id, url: permalink ?? profileUrl(channel), ref: { id } });

export const idOf = ({ ref }: Pick<Published, 'ref'>): string => String((ref as { id?: string } | null)?.id);
