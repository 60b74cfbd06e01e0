/**
 * Calls to Moltbook, and the parts of its answers that are read (www.moltbook.com/skill.md). Its own file
 * writes fields with underscores; recorded answers have both forms (`verification_status`,
 * `verificationStatus`), so both are read.
 */
import type { Channel, ProviderContext } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { callJson } from '../_kit/http.ts';
import { mapFailure } from './errors.ts';
import { answeredWithout } from '../_kit/answered-without.ts';

/** With `www`: the redirect from the bare host drops the key. */
export const SITE_URL = 'https://www.moltbook.com';

type Account = Pick<Channel, 'credentials'>;

/** A question that a post or a comment stays hidden behind. `expires_at`: with a blank, or as ISO 8601. */
export interface Verification {
  readonly verification_code?: string;
  readonly challenge_text?: string;
  readonly expires_at?: string;
}

/** What is asked of a post or a comment before others see it. */
interface Verifiable {
  readonly verification_status?: string;
  readonly verificationStatus?: string;
  readonly verification?: Verification;
  readonly is_deleted?: boolean;
}

export interface Post extends Verifiable {
  readonly id?: string;
  readonly title?: string;
  readonly content?: string;
  readonly submolt?: { readonly name?: string } | string;
  readonly author?: { readonly name?: string } | null;
  readonly created_at?: string;
  readonly upvotes?: number;
  readonly downvotes?: number;
  readonly comment_count?: number;
}

export interface Comment extends Verifiable {
  readonly id?: string;
  readonly content?: string;
  readonly parent_id?: string | null;
  readonly author?: { readonly name?: string } | null;
  readonly created_at?: string;
  readonly replies?: readonly Comment[];
}

export interface Agent {
  readonly name?: string;
  readonly display_name?: string;
  readonly avatar_url?: string | null;
  readonly avatarUrl?: string | null;
  readonly karma?: number;
  readonly follower_count?: number;
  readonly followerCount?: number;
}

interface Answer {
  readonly success?: boolean;
  readonly error?: string;
  readonly hint?: string;
}

/**
 * Calls the API for an agent.
 *
 * @throws the typed error of the answer (errors.ts); `Rejected` for a 2xx with `success: false`
 */
export async function call<T>(
  { credentials }: Account,
  ctx: ProviderContext,
  path: string,
  options: { json?: unknown; query?: Readonly<Record<string, string>>; timeoutMs?: number } = {},
): Promise<T> {
  const { json, query, timeoutMs } = options;
  const base = ctx.env.MOLTBOOK_API_URL?.trim().replace(/\/+$/, '') || SITE_URL;
  const { body } = await callJson<(T & Answer) | null>(
    ctx.egress,
    `${base}/api/v1${path}${query ? `?${new URLSearchParams(query)}` : ''}`,
    {
      method: json === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${credentials.apiKey ?? ''}` },
      ...(json === undefined ? {} : { json }),
      ...(timeoutMs ? { timeoutMs } : {}),
      signal: ctx.signal,
      mapFailure: (failure) => mapFailure(failure, ctx.now()),
    },
  );
  if (!body || typeof body !== 'object') throw new OutcomeUnknown(answeredWithout('Moltbook', 'a body'));
  if (body.success === false) {
    throw new Rejected([body.error, body.hint].filter(Boolean).join('. ') || 'Moltbook refused it');
  }
  return body;
}

export const postUrl = (id: string): string => `${SITE_URL}/post/${encodeURIComponent(id)}`;

/** Whether others see it: `verified`, `pending`, `failed`; undefined if the answer does not include it. */
export const statusOf = (item: Verifiable): string | undefined =>
  item.verification_status ?? item.verificationStatus ?? (item.verification ? 'pending' : undefined);

/** How many posts a feed answers. */
export const PAGE = 50;

/** The newest posts of a submolt, as everybody sees them: hidden ones are not among them. */
export async function readFeed(
  account: Account,
  submolt: string,
  ctx: ProviderContext,
): Promise<readonly Post[]> {
  const query = { submolt, sort: 'new', limit: String(PAGE) };
  return (await call<{ posts?: readonly Post[] }>(account, ctx, '/posts', { query })).posts ?? [];
}

/** The agent's own newest posts; undefined if the answer has no list of them. */
export async function readOwn(
  channel: Pick<Channel, 'credentials' | 'internalId'>,
  ctx: ProviderContext,
): Promise<readonly Post[] | undefined> {
  const query = { name: channel.internalId };
  type Profile = { readonly recentPosts?: readonly Post[] };
  return (await call<Profile>(channel, ctx, '/agents/profile', { query })).recentPosts;
}

/** Every comment below a post, at any depth. `complete`: whether the list has no further page. */
export async function readComments(
  account: Account,
  postId: string,
  ctx: ProviderContext,
): Promise<{ comments: readonly Comment[]; complete: boolean }> {
  type Page = { readonly comments?: readonly Comment[]; readonly has_more?: boolean };
  const path = `/posts/${encodeURIComponent(postId)}/comments`;
  const page = await call<Page>(account, ctx, path, { query: { sort: 'new' } });
  const flat = (comments: readonly Comment[]): Comment[] =>
    comments.flatMap((one) => [one, ...flat(one.replies ?? [])]);
  return { comments: flat(page.comments ?? []), complete: !!page.comments && page.has_more !== true };
}
