/** Calls to TikTok's API, and the parts of its answers that are read (developers.tiktok.com). */
import type { Channel, ProviderContext, Published } from '../_kit/contract.ts';
import { callJson } from '../_kit/http.ts';
import { idOf } from '../_kit/identity.ts';
import { toError, type TikTokError } from './errors.ts';

const API_URL = 'https://open.tiktokapis.com';
const UPLOAD_URL = 'https://open-upload.tiktokapis.com';
const SITE_URL = 'https://www.tiktok.com';

type Context = Pick<ProviderContext, 'env'>;
type Account = Pick<Channel, 'credentials'>;

const overrideUrl = ({ env }: Context): string | undefined =>
  env.TIKTOK_API_URL?.trim().replace(/\/+$/, '') || undefined;

/** Where the API answers, without a trailing slash. */
export const apiUrl = (ctx: Context): string => overrideUrl(ctx) ?? API_URL;

/** Where people approve. */
export const siteUrl = (ctx: Context): string => overrideUrl(ctx) ?? SITE_URL;

/** Where the bytes of a video go: the caller keeps the path of the URL, and no other server gets them. */
export const uploadUrl = (ctx: Context): string => overrideUrl(ctx) ?? UPLOAD_URL;

/**
 * Calls the API for an account. Every answer has an error, whose code is `ok` after a success.
 *
 * @throws the typed error of the answer (errors.ts)
 */
export async function call<T>(
  { credentials }: Account,
  ctx: ProviderContext,
  path: string,
  { json, fields, timeoutMs }: { json?: unknown; fields?: readonly string[]; timeoutMs?: number } = {},
): Promise<T> {
  const search = fields ? `?fields=${fields.join(',')}` : '';
  const { body, status, headers } = await callJson<{ data?: T; error?: TikTokError }>(
    ctx.egress,
    `${apiUrl(ctx)}/v2/${path}/${search}`,
    {
      method: json === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${credentials.accessToken ?? ''}` },
      ...(json === undefined ? {} : { json }),
      ...(timeoutMs ? { timeoutMs } : {}),
      signal: ctx.signal,
      mapFailure: (failure) => toError(failure, ctx.now()),
    },
  );
  const code = body?.error?.code ?? 'ok';
  const refused = code === 'ok' ? null : toError({ status, headers, body, message: code }, ctx.now());
  if (refused) throw refused;
  return (body?.data ?? {}) as T;
}

/** What the creator allows, as the app must know it before a direct post (`creator_info/query`). */
export interface CreatorInfo {
  readonly creator_nickname?: string;
  readonly privacy_level_options?: readonly string[];
  readonly comment_disabled?: boolean;
  readonly duet_disabled?: boolean;
  readonly stitch_disabled?: boolean;
  readonly max_video_post_duration_sec?: number;
}

export const readCreator = (account: Account, ctx: ProviderContext): Promise<CreatorInfo> =>
  call<CreatorInfo>(account, ctx, 'post/publish/creator_info/query', { json: {} });

/** Status of a post by its `publish_id` (Get Post Status). */
export interface PostStatus {
  readonly status?:
    | 'PROCESSING_UPLOAD'
    | 'PROCESSING_DOWNLOAD'
    | 'SEND_TO_USER_INBOX'
    | 'PUBLISH_COMPLETE'
    | 'FAILED';
  readonly fail_reason?: string;
  /** Of public posts, once TikTok has looked at them. The misspelling is TikTok's. */
  readonly publicaly_available_post_id?: readonly (string | number)[];
  readonly uploaded_bytes?: number;
}

export const readStatus = (account: Account, id: string, ctx: ProviderContext): Promise<PostStatus> =>
  call<PostStatus>(account, ctx, 'post/publish/status/fetch', { json: { publish_id: id } });

/** A video as lists have it; `create_time` in seconds. */
export interface Video {
  readonly id?: string;
  readonly title?: string;
  readonly video_description?: string;
  readonly create_time?: number;
  readonly share_url?: string;
}

/** The account's newest public posts, 20 at most. */
export async function listVideos(account: Account, ctx: ProviderContext): Promise<readonly Video[]> {
  const fields = ['id', 'title', 'video_description', 'create_time', 'share_url'];
  const { videos = [] } = await call<{ videos?: readonly Video[] }>(account, ctx, 'video/list', {
    json: { max_count: 20 },
    fields,
  });
  return videos;
}

/** What TikTok knows a post by; `publishId` of one that was found in a list is null. */
interface PostRef {
  readonly [key: string]: string | null;
  readonly publishId: string | null;
  readonly postId: string | null;
}

const profileUrl = ({ details }: Pick<Channel, 'details'>): string =>
  `${SITE_URL}/@${encodeURIComponent(String(details.username ?? ''))}`;

/** Without a public id, people are led to the profile: TikTok reports it late, and for public posts only. */
export function toPublished(
  channel: Pick<Channel, 'details'>,
  { publishId, postId, url }: { publishId: string | null; postId: string | null; url?: string | undefined },
): Published {
  const ref: PostRef = { publishId, postId };
  const profile = profileUrl(channel);
  return {
    id: postId ?? publishId ?? '',
    url: url ?? (postId ? `${profile}/video/${encodeURIComponent(postId)}` : profile),
    ref,
  };
}

/** A draft waits in the inbox of the account. */
export const toDraft = (publishId: string): Published => ({
  id: publishId,
  url: `${SITE_URL}/messages?lang=en`,
  ref: { publishId, postId: null },
});

/** The public id of a post, if TikTok reports one by now. */
export async function postIdOf(
  account: Account,
  { ref }: Pick<Published, 'ref'>,
  ctx: ProviderContext,
): Promise<string | null> {
  const { publishId = null, postId = null } = (ref ?? {}) as Partial<PostRef>;
  if (postId || !publishId) return postId;
  return publicId(await readStatus(account, publishId, ctx));
}

export function publicId({ publicaly_available_post_id: ids }: PostStatus): string | null {
  const [first] = ids ?? [];
  return first === undefined ? null : String(first);
}

/**
 * The public id; of a post that has none (yet), that of its upload, by which no list shows it.
 */
export function keyOf(published: Published): string {
  const { publishId, postId } = (published.ref ?? {}) as Partial<PostRef>;
  return postId || publishId || idOf(published, /\/(?:video|photo)\/(\d+)/);
}
