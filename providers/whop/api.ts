/**
 * Calls to Whop's API (docs.whop.com/api-reference), and the parts of its answers that are read. The version
 * is that of Whop's own client, @whop/sdk 0.0.42: names of fields differ between versions
 * (docs.whop.com/developer/api/versioning).
 */
import type { Channel, ProviderContext, Published } from '../_kit/contract.ts';
import { OutcomeUnknown } from '../_kit/errors.ts';
import { callJson } from '../_kit/http.ts';
import { mapFailure } from './errors.ts';
import { PUBLIC_FORUM } from './schema.ts';
import { answeredWithout } from '../_kit/answered-without.ts';

const API_URL = 'https://api.whop.com';
const SITE_URL = 'https://whop.com';

/** Sent with each call. */
export const API_VERSION = '2026-07-20';

/** The number of things that are asked for at once. */
export const PAGE_SIZE = 50;

export interface ForumPost {
  readonly id: string;
  /** null for a post that must be paid for. */
  readonly content: string | null;
  readonly title: string | null;
  readonly parent_id: string | null;
  readonly created_at: string;
  readonly is_pinned: boolean;
  readonly user: { readonly id: string };
  readonly attachments: readonly { readonly id: string }[];
  readonly view_count: number | null;
  readonly like_count: number | null;
  readonly comment_count: number;
}

export interface Page<T> {
  readonly data?: readonly T[];
  readonly page_info?: { readonly end_cursor?: string | null; readonly has_next_page?: boolean };
}

/** One call; null and undefined in `query` are left out. */
export interface ApiCall {
  readonly query?: Readonly<Record<string, string | number | null | undefined>>;
  /** Makes it a POST. */
  readonly json?: Readonly<Record<string, unknown>>;
  readonly idempotencyKey?: string;
  readonly timeoutMs?: number;
}

/** Where the API answers, without a trailing slash; people approve at the same host. */
export const apiUrl = ({ env }: Pick<ProviderContext, 'env'>): string =>
  env.WHOP_API_URL?.trim().replace(/\/+$/, '') || API_URL;

/**
 * Calls the API for an account.
 *
 * @throws the typed error of the answer (errors.ts)
 */
export async function call<T>(
  { credentials }: Pick<Channel, 'credentials'>,
  ctx: ProviderContext,
  path: string,
  { query = {}, json, idempotencyKey, timeoutMs }: ApiCall = {},
): Promise<T> {
  const known = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  const search = known.length ? `?${new URLSearchParams(known)}` : '';
  const { body } = await callJson<T>(ctx.egress, `${apiUrl(ctx)}/api/v1${path}${search}`, {
    method: json ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${credentials.accessToken ?? ''}`,
      'api-version-date': API_VERSION,
      ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
    },
    ...(json ? { json } : {}),
    ...(timeoutMs ? { timeoutMs } : {}),
    signal: ctx.signal,
    mapFailure: (failure) => mapFailure(failure, ctx.now()),
  });
  return body;
}

/** Where the next page begins; null after the last one. */
export const nextOf = <T>({ page_info: info }: Page<T>): string | null =>
  info?.has_next_page === false ? null : (info?.end_cursor ?? null);

/**
 * Everything in a list, up to a number of pages; errors as `call`.
 */
export async function list<T>(
  channel: Pick<Channel, 'credentials'>,
  ctx: ProviderContext,
  path: string,
  { query, mostPages }: { query?: ApiCall['query']; mostPages: number },
): Promise<T[]> {
  const items: T[] = [];
  let after: string | null = null;
  for (let page = 0; page < mostPages; page++) {
    const answer: Page<T> = await call<Page<T>>(channel, ctx, path, {
      query: { ...query, first: PAGE_SIZE, after },
    });
    items.push(...(answer.data ?? []));
    after = nextOf(answer);
    if (!after) break;
  }
  return items;
}

/** Where people see a post; Whop has no URL for one in a public forum that could be known here. */
export const postUrl = (experience: string, id: string): string | null =>
  experience === PUBLIC_FORUM ? null : `${SITE_URL}/experiences/${experience}/${id}`;

/** A comment is seen at its post. */
export function toPublished(
  post: Pick<ForumPost, 'id'> | null,
  experience: string,
  root: Published | null,
): Published {
  if (!post?.id) throw new OutcomeUnknown(answeredWithout('Whop', 'the id of the post'));
  return { id: post.id, url: root ? root.url : postUrl(experience, post.id), ref: { id: post.id } };
}
