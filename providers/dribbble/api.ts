/**
 * Calls to version 2 of Dribbble's API, and the parts of its answers that are read
 * (developer.dribbble.com/v2).
 */
import type { FormData } from 'undici';
import type { Channel, Json, ProviderContext, Published } from '../_kit/contract.ts';
import { callJson } from '../_kit/http.ts';
import { toError } from './errors.ts';

const API_URL = 'https://api.dribbble.com';
const SITE_URL = 'https://dribbble.com';

type Context = Pick<ProviderContext, 'env'>;
type Account = Pick<Channel, 'credentials'>;

const overrideUrl = ({ env }: Context): string | undefined =>
  env.DRIBBBLE_API_URL?.trim().replace(/\/+$/, '') || undefined;

/** Where people approve, and tokens are given out; without a trailing slash. */
export const siteUrl = (ctx: Context): string => overrideUrl(ctx) ?? SITE_URL;

const apiUrl = (ctx: Context, path: string): string => `${overrideUrl(ctx) ?? API_URL}/v2/${path}`;

const headersOf = ({ credentials }: Account): { authorization: string } => ({
  authorization: `Bearer ${credentials.accessToken ?? ''}`,
});

/**
 * Reads, or deletes.
 *
 * @throws the typed error of the answer (errors.ts)
 */
export async function call<T>(
  account: Account,
  ctx: ProviderContext,
  path: string,
  method: 'GET' | 'DELETE' = 'GET',
): Promise<T> {
  const { body } = await callJson<T>(ctx.egress, apiUrl(ctx, path), {
    method,
    headers: headersOf(account),
    signal: ctx.signal,
    mapFailure: (failure) => toError(failure, ctx.now()),
  });
  return body;
}

/**
 * Sends a form to `shots`, and returns the URL of the future shot: the answer is a 202 without one in its
 * body.
 *
 * @throws the typed error of the answer (errors.ts)
 */
export async function createShot(
  account: Account,
  ctx: ProviderContext,
  form: FormData,
  timeoutMs: number,
): Promise<string | null> {
  const answer = await ctx.egress.fetch(apiUrl(ctx, 'shots'), {
    method: 'POST',
    headers: { accept: 'application/json', ...headersOf(account) },
    body: form,
    signal: ctx.signal,
    timeoutMs,
  });
  const text = await answer.text();
  const headers = new Headers([...answer.headers]);
  if (answer.status === 202) return headers.get('location');
  if (answer.ok) return null;
  const message = `HTTP ${answer.status} ${answer.statusText}`.trim();
  throw toError({ status: answer.status, headers, body: parse(text), message }, ctx.now());
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.slice(0, 2000); // not JSON; the status is enough
  }
}

/** A team; `html_url` is its page. */
export interface Team {
  readonly id?: number;
  readonly name?: string;
  readonly html_url?: string;
}

/** The fields of the account (developer.dribbble.com/v2/user) that are read. */
export interface User {
  readonly id?: number;
  readonly name?: string;
  readonly login?: string;
  readonly avatar_url?: string;
  readonly can_upload_shot?: boolean;
  readonly teams?: readonly Team[];
}

/** The fields of a shot that are read; `description` is HTML. */
export interface Shot {
  readonly id?: number;
  readonly title?: string;
  readonly description?: string | null;
  readonly published_at?: string;
  readonly html_url?: string;
}

/** `ref` of a shot, and what `poll` asks for. */
export interface Ref {
  readonly [key: string]: Json;
  readonly id: string;
}

export function toPublished(id: string, url?: string): Published {
  const ref: Ref = { id };
  return { id, url: url || `${SITE_URL}/shots/${id}`, ref };
}
