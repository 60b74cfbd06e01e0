/** Beginning posts, their status, and the lists (Content Posting API, Display API). */
import { randomBytes } from 'node:crypto';
import type { Grant, Token } from '../_shared/grants.ts';
import {
  fieldsOf,
  invalid,
  ok,
  onlyKnown,
  pick,
  readJson,
  refusal,
  type Answer,
  type Call,
  type Route,
} from './call.ts';
import type { Account, Post, State } from './state.ts';

const MIB = 1024 * 1024;
const LEVELS = ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY'];
const FLAGS = ['disable_comment', 'brand_content_toggle', 'brand_organic_toggle'];
const VIDEO_INFO = [
  'title',
  'privacy_level',
  ...FLAGS,
  'disable_duet',
  'disable_stitch',
  'is_aigc',
  'video_cover_timestamp_ms',
];
const PHOTO_INFO = ['title', 'description', 'privacy_level', ...FLAGS, 'auto_add_music'];

const creatorInfo = (_: State, call: Call, { account }: Token<Grant<Account>>): Answer => {
  readJson(call, []);
  return ok({
    creator_avatar_url: account.avatar,
    creator_username: account.username,
    creator_nickname: account.displayName,
    privacy_level_options: account.options,
    comment_disabled: account.commentsOff,
    duet_disabled: false,
    stitch_disabled: false,
    max_video_post_duration_sec: account.longestSeconds,
  });
};

/** `post_info` of a direct post, or the words of it as TikTok refuses it. */
function checkInfo(state: State, account: Account, info: Record<string, unknown>): void {
  const level = String(info.privacy_level);
  if (!LEVELS.includes(level)) throw invalid('privacy_level is invalid');
  for (const name of FLAGS) {
    if (info[name] !== undefined && typeof info[name] !== 'boolean') {
      throw invalid(`${name} is not a boolean`);
    }
  }
  if (!account.options.includes(level)) {
    throw refusal(
      403,
      'privacy_level_option_mismatch',
      'privacy_level is not specified or not among the privacy_level_options',
    );
  }
  if (info.brand_content_toggle === true && level === 'SELF_ONLY') {
    throw invalid('Branded content visibility cannot be set to private.');
  }
  if (state.armed.unaudited && level !== 'SELF_ONLY') {
    throw refusal(
      403,
      'unaudited_client_can_only_post_to_private_accounts',
      'Unaudited clients can only post to a private account.',
    );
  }
  const since = state.now().getTime() - 86_400_000;
  const made = state.posts.filter((post) => post.account === account && !post.draft && post.at > since);
  if (made.length >= state.limits.posts) {
    throw refusal(
      403,
      'spam_risk_too_many_posts',
      'The daily post cap from the API is reached for the current user.',
    );
  }
}

function count(state: State, { value }: Token<Grant<Account>>): void {
  const at = state.now().getTime();
  const recent = (state.inits.get(value) ?? []).filter((one) => one > at - 60_000);
  if (recent.length >= state.limits.inits) {
    throw refusal(429, 'rate_limit_exceeded', 'The API rate limit was exceeded. Please try again later.');
  }
  state.inits.set(value, [...recent, at]);
}

function checkSource(source: Record<string, unknown>): { total: number; chunk: number; chunks: number } {
  if (source.source !== 'FILE_UPLOAD') throw invalid('source is invalid');
  const [total, chunk, chunks] = [source.video_size, source.chunk_size, source.total_chunk_count].map(Number);
  if (!total || !chunk || !chunks) throw invalid('video_size, chunk_size and total_chunk_count are required');
  const whole = total < 5 * MIB;
  const fits = whole ? chunk === total && chunks === 1 : chunk >= 5 * MIB && chunk <= 64 * MIB;
  if (!fits || chunks !== Math.floor(total / chunk) || chunks > 1000) {
    throw invalid('The chunk size is invalid');
  }
  return { total, chunk, chunks };
}

const digits = (): string => String(randomBytes(8).readBigUInt64BE() | (1n << 62n)).slice(0, 19);

function begin(
  state: State,
  { account }: Token<Grant<Account>>,
  fields: Pick<Post, 'kind' | 'draft' | 'info'> &
    Partial<Pick<Post, 'photos' | 'total' | 'chunk' | 'chunks'>>,
): Post {
  const kind =
    fields.kind === 'video'
      ? fields.draft
        ? 'v_inbox_file'
        : 'v_pub_file'
      : fields.draft
        ? 'p_inbox_url'
        : 'p_pub_url';
  const post: Post = {
    photos: [],
    total: 0,
    chunk: 0,
    chunks: 0,
    ...fields,
    publishId: `${kind}~v2.${digits()}`,
    account,
    at: state.now().getTime(),
    received: [],
    acceptedAt: null,
    status: 'open',
    reads: 0,
    failReason: null,
    postId: digits(),
  };
  state.posts.push(post);
  return post;
}

const videoInit =
  (draft: boolean) =>
  (state: State, call: Call, known: Token<Grant<Account>>): Answer => {
    count(state, known);
    const { post_info: postInfo, source_info: source } = readJson(
      call,
      draft ? ['source_info'] : ['post_info', 'source_info'],
    );
    const info = draft ? {} : onlyKnown(postInfo, VIDEO_INFO);
    const parts = checkSource(onlyKnown(source, ['source', 'video_size', 'chunk_size', 'total_chunk_count']));
    if (!draft) {
      if (String(info.title ?? '').length > 2200) throw invalid('title is too long');
      checkInfo(state, known.account, info);
    }
    const post = begin(state, known, { kind: 'video', draft, info, ...parts });
    const query = new URLSearchParams({
      upload_id: post.postId,
      upload_token: randomBytes(16).toString('hex'),
    });
    return ok({ publish_id: post.publishId, upload_url: `${state.url}/video/?${query}` });
  };

function photoInit(state: State, call: Call, known: Token<Grant<Account>>): Answer {
  count(state, known);
  const body = readJson(call, ['media_type', 'post_mode', 'post_info', 'source_info']);
  const draft = body.post_mode === 'MEDIA_UPLOAD';
  if (body.media_type !== 'PHOTO' || (!draft && body.post_mode !== 'DIRECT_POST')) {
    throw invalid('post_mode is invalid');
  }
  const info = onlyKnown(body.post_info, draft ? ['title', 'description'] : PHOTO_INFO);
  const source = onlyKnown(body.source_info, ['source', 'photo_cover_index', 'photo_images']);
  const photos = source.photo_images as string[];
  if (source.source !== 'PULL_FROM_URL' || !Array.isArray(photos) || !photos.length || photos.length > 35) {
    throw invalid('photo_images is invalid');
  }
  if (String(info.title ?? '').length > 90 || String(info.description ?? '').length > 4000) {
    throw invalid('title is too long');
  }
  if (photos.some((url) => !state.verified.some((prefix) => String(url).startsWith(prefix)))) {
    throw refusal(
      403,
      'url_ownership_unverified',
      'To use PULL_FROM_URL as a source, the developer must verify the ownership of the URL prefix or domain.',
    );
  }
  if (!draft) checkInfo(state, known.account, info);
  const post = begin(state, known, { kind: 'photo', draft, info, photos });
  accept(state, post);
  return ok({ publish_id: post.publishId });
}

/** TikTok has all of it, and begins to work on it. */
export function accept(state: State, post: Post): void {
  post.acceptedAt = state.now().getTime();
  post.status = 'processing';
  post.failReason = state.armed.failReason;
}

function status(state: State, call: Call, { account }: Token<Grant<Account>>): Answer {
  const { publish_id: id } = readJson(call, ['publish_id']);
  const post = state.posts.find(({ publishId, account: owner }) => publishId === id && owner === account);
  if (!post) throw refusal(400, 'invalid_publish_id', 'The publish_id does not exist.');
  const uploaded = post.received.reduce((sum, { length }) => sum + length, 0);
  const bytes = post.kind === 'video' ? { uploaded_bytes: uploaded } : { downloaded_bytes: 0 };
  if (post.status === 'open') return ok({ status: 'PROCESSING_UPLOAD', ...bytes });
  post.reads += 1;
  const left = post.reads - state.armed.processingReads;
  if (left <= 0) {
    return ok({ status: post.kind === 'video' ? 'PROCESSING_UPLOAD' : 'PROCESSING_DOWNLOAD', ...bytes });
  }
  if (post.failReason) {
    post.status = 'failed';
    return ok({ status: 'FAILED', fail_reason: post.failReason, ...bytes });
  }
  post.status = 'done';
  if (post.draft) return ok({ status: 'SEND_TO_USER_INBOX', ...bytes });
  const isListed = left > state.armed.moderationReads && post.info.privacy_level === 'PUBLIC_TO_EVERYONE';
  return ok({
    status: 'PUBLISH_COMPLETE',
    ...(isListed ? { publicaly_available_post_id: [post.postId] } : {}),
    ...bytes,
  });
}

/** Posts that people can see: accepted ones that did not fail. */
export const live = (state: State): Post[] =>
  state.posts.filter((post) => post.acceptedAt !== null && !post.failReason);

const VIDEO_FIELDS = [
  'id',
  'title',
  'video_description',
  'create_time',
  'share_url',
  'view_count',
  'like_count',
  'comment_count',
  'share_count',
];

const toVideo = (post: Post): Record<string, unknown> => ({
  id: post.postId,
  title: post.kind === 'video' ? post.info.title : (post.info.title ?? ''),
  video_description: post.kind === 'video' ? post.info.title : (post.info.description ?? ''),
  create_time: Math.floor((post.acceptedAt ?? 0) / 1000),
  share_url: `https://www.tiktok.com/@${post.account.username}/${post.kind}/${post.postId}`,
  view_count: 12,
  like_count: 3,
  comment_count: 1,
  share_count: 2,
});

const publicPosts = (state: State, { account }: Token<Grant<Account>>): Post[] =>
  live(state).filter(
    (post) => post.account === account && !post.draft && post.info.privacy_level === 'PUBLIC_TO_EVERYONE',
  );

function list(state: State, call: Call, known: Token<Grant<Account>>): Answer {
  const { max_count: most = 10 } = readJson(call, ['max_count', 'cursor']);
  const fields = fieldsOf(call, VIDEO_FIELDS);
  if (Number(most) > 20) throw invalid('max_count is too large');
  const newest = publicPosts(state, known).toReversed().slice(0, Number(most));
  return ok({ videos: newest.map((post) => pick(toVideo(post), fields)), cursor: 0, has_more: false });
}

function query(state: State, call: Call, known: Token<Grant<Account>>): Answer {
  const { filters } = readJson(call, ['filters']);
  const { video_ids: ids } = onlyKnown(filters, ['video_ids']) as { video_ids?: string[] };
  const fields = fieldsOf(call, VIDEO_FIELDS);
  if (!ids?.length || ids.length > 20) throw invalid('video_ids is invalid');
  const found = publicPosts(state, known).filter(({ postId }) => ids.includes(postId));
  return ok({ videos: found.map((post) => pick(toVideo(post), fields)) });
}

const USER_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'user.info.basic': ['open_id', 'union_id', 'avatar_url', 'display_name'],
  'user.info.profile': ['username', 'bio_description', 'is_verified'],
  'user.info.stats': ['follower_count', 'following_count', 'likes_count', 'video_count'],
};

function user(_: State, call: Call, { account, scopes }: Token<Grant<Account>>): Answer {
  const fields = fieldsOf(call, Object.values(USER_FIELDS).flat());
  const allowed = scopes.flatMap((scope) => USER_FIELDS[scope] ?? []);
  if (fields.some((field) => !allowed.includes(field))) {
    throw refusal(
      401,
      'scope_not_authorized',
      'The user did not authorize the scope required for completing this request.',
    );
  }
  const known = {
    open_id: account.openId,
    avatar_url: account.avatar,
    display_name: account.displayName,
    username: account.username,
    follower_count: 34,
    following_count: 5,
    likes_count: 89,
    video_count: 8,
  };
  return ok({ user: pick(known, fields) });
}

const PUBLISH = '/v2/post/publish';

export const routes: readonly Route[] = [
  { method: 'GET', path: '/v2/user/info/', scope: 'user.info.basic', handle: user },
  { method: 'POST', path: `${PUBLISH}/creator_info/query/`, scope: 'video.publish', handle: creatorInfo },
  { method: 'POST', path: `${PUBLISH}/video/init/`, scope: 'video.publish', handle: videoInit(false) },
  { method: 'POST', path: `${PUBLISH}/inbox/video/init/`, scope: 'video.upload', handle: videoInit(true) },
  {
    method: 'POST',
    path: `${PUBLISH}/content/init/`,
    scope: 'video.publish video.upload',
    handle: photoInit,
  },
  { method: 'POST', path: `${PUBLISH}/status/fetch/`, scope: 'video.publish video.upload', handle: status },
  { method: 'POST', path: '/v2/video/list/', scope: 'video.list', handle: list },
  { method: 'POST', path: '/v2/video/query/', scope: 'video.list', handle: query },
];
