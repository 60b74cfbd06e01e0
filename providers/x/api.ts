/** Calls to X's API v2, and the parts of its answers that this provider reads (docs.x.com/x-api). */
import type { Channel, ProviderContext, Published } from '../_kit/contract.ts';
import { OutcomeUnknown } from '../_kit/errors.ts';
import { callJson, type HttpCall } from '../_kit/http.ts';
import { idOf } from '../_kit/identity.ts';
import { mapFailure, mapProblem, type Problem } from './errors.ts';
import { answeredWithout } from '../_kit/answered-without.ts';

const API_URL = 'https://api.x.com';
const SITE_URL = 'https://x.com';

/** The fields of a post that are read (schema `Post` of X's OpenAPI document). */
export interface Post {
  readonly id: string;
  readonly text?: string;
  /** ISO 8601. */
  readonly created_at?: string;
  /** The whole text of a long post; `text` has its beginning. */
  readonly note_post?: { readonly text?: string; readonly entities?: Entities };
  readonly entities?: Entities;
  readonly attachments?: {
    readonly media_keys?: readonly string[] | null;
    readonly poll_ids?: readonly string[] | null;
  };
  readonly referenced_posts?: readonly { readonly type: string; readonly id: string }[];
  readonly article?: { readonly title?: unknown };
  readonly public_metrics?: Readonly<Record<string, number>>;
}

/** What X found in a text: a link is shown as `url`, and leads to `expanded_url`. */
export interface Entities {
  readonly urls?:
    | readonly {
        readonly url?: string | null;
        readonly expanded_url?: string | null;
        readonly media_key?: string | null;
      }[]
    | null;
}

/** What X answers with. */
export interface Body<T> {
  readonly data?: T;
  readonly errors?: readonly Problem[];
  readonly meta?: { readonly next_token?: string };
}

/** URL of the API, without a trailing slash. */
export function apiUrl({ env }: Pick<ProviderContext, 'env'>): string {
  return (env.X_API_URL || API_URL).replace(/\/+$/, '');
}

/** Where people sign in; with another URL of the API, it is there too. */
export function siteUrl({ env }: Pick<ProviderContext, 'env'>): string {
  return env.X_API_URL ? apiUrl({ env }) : SITE_URL;
}

/**
 * Calls the API with a person's token and returns `data`.
 *
 * X may answer 200 with `errors` and without `data` (docs.x.com/x-api/fundamentals/response-codes-and-errors,
 * "Partial errors").
 *
 * @throws the typed error of the status or the problem; `OutcomeUnknown` for a 2xx with neither
 */
export async function call<T>(
  channel: Pick<Channel, 'credentials'>,
  ctx: ProviderContext,
  path: string,
  options: HttpCall = {},
): Promise<T> {
  const { data } = await callForBody<T>(channel, ctx, path, options);
  if (data === undefined) throw new OutcomeUnknown(answeredWithout('X', 'data'));
  return data;
}

/** As `call`, for lists: the whole body, whose `data` is missing when the list is empty. */
export async function callForBody<T>(
  { credentials }: Pick<Channel, 'credentials'>,
  ctx: ProviderContext,
  path: string,
  options: HttpCall = {},
): Promise<Body<T>> {
  const { body, headers } = await callJson<Body<T>>(ctx.egress, `${apiUrl(ctx)}${path}`, {
    signal: ctx.signal,
    mapFailure: (failure) => mapFailure(failure, ctx.now()),
    ...options,
    headers: { authorization: `Bearer ${credentials.accessToken ?? ''}`, ...options.headers },
  });
  const [problem] = body?.errors ?? [];
  if (body?.data === undefined && problem) throw mapProblem(problem, { status: 200, headers }, ctx.now());
  return body ?? {};
}

/** A post as people find it. */
export function toPublished(channel: Pick<Channel, 'details'>, id: unknown): Published {
  if (typeof id !== 'string' || !id) throw new OutcomeUnknown(answeredWithout('X', 'the id of a post'));
  const { username } = channel.details;
  const who = typeof username === 'string' && username ? username : 'i';
  return { id, url: `${SITE_URL}/${who}/status/${id}`, ref: { id } };
}

/** Posts and drafts of articles are numbered apart. */
export function keyOf(published: Published): string {
  const id = idOf(published, /\/status\/(\d+)/);
  const { ref } = published;
  return ref && typeof ref === 'object' && 'draft' in ref ? `draft/${id}` : id;
}
