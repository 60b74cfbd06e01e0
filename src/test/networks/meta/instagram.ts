/** Containers, posts, stories and comments (developers.facebook.com/docs/instagram-platform). */
import { randomBytes } from 'node:crypto';
import { missing, ok, onlyFields, parameter, refusal, type Answer, type Call, page } from './answers.ts';
import { nextId, timestamp, type Account, type Container, type Entry } from './state.ts';
import type { State, Token } from './state.ts';
import { need } from './tokens.ts';

const DAY_MS = 86_400_000;
const PUBLISH = ['instagram_content_publish', 'instagram_business_content_publish'];
const BASIC = ['instagram_basic', 'instagram_business_basic'];
const COMMENT = ['instagram_manage_comments', 'instagram_business_manage_comments'];

const OF_FILE = ['media_type', 'image_url', 'video_url', 'upload_type', 'is_carousel_item'];
const OF_POST = ['caption', 'collaborators', 'location_id', 'is_ai_generated'];
/** Which fields a kind of container has. */
const FIELDS: Readonly<Record<Container['type'], readonly string[]>> = {
  IMAGE: [...OF_FILE, ...OF_POST, 'alt_text', 'user_tags'],
  REELS: [
    ...OF_FILE,
    ...OF_POST,
    'trial_params',
    'audio_configuration',
    'thumb_offset',
    'cover_url',
    'share_to_feed',
    'user_tags',
  ],
  VIDEO: [...OF_FILE, 'thumb_offset'],
  STORIES: [...OF_FILE, 'user_tags', 'is_ai_generated'],
  CAROUSEL: [...OF_POST, 'media_type', 'children'],
};

export function createContainer(state: State, call: Call, token: Token): Answer {
  need(token, ...PUBLISH);
  const { fields } = call;
  const type = (fields.get('media_type') ?? 'IMAGE') as Container['type'];
  if (!Object.hasOwn(FIELDS, type) || (type === 'IMAGE') !== !fields.has('media_type')) {
    throw parameter('Param media_type must be one of {CAROUSEL, VIDEO, REELS, STORIES}');
  }
  const isItem = fields.get('is_carousel_item') === 'true';
  const ofWhole = isItem ? OF_POST.find((name) => fields.has(name)) : undefined;
  if (ofWhole) throw parameter(`param ${ofWhole} is not allowed for carousel items`);
  onlyFields(call, FIELDS[type]);
  const isVideo = type !== 'CAROUSEL' && (type === 'REELS' || type === 'VIDEO' || !fields.has('image_url'));
  const caption = fields.get('caption') ?? '';
  checkCaption(caption);
  checkTags(fields, type);
  const cover = fields.get('cover_url');
  if (cover !== null) assertFetched(state, cover);
  if (!/^\d*$/.test(fields.get('thumb_offset') ?? '')) {
    throw parameter('Param thumb_offset must be an integer');
  }
  const container: Container = {
    id: nextId(state),
    account: accountOf(token),
    type,
    isVideo,
    isItem,
    caption,
    alt: fields.get('alt_text'),
    url: urlOf(state, fields, {
      isVideo,
      hasFile: type !== 'CAROUSEL',
      takesBytes: isVideo && fields.get('upload_type') === 'resumable' && token.page !== null,
    }),
    children: type === 'CAROUSEL' ? childrenOf(state, token, fields) : [],
    fields: Object.fromEntries(fields),
    at: state.now().getTime(),
    bytes: isVideo && fields.get('upload_type') === 'resumable' ? null : 0,
    readsLeft: state.limits.processingReads,
    problem: type === 'CAROUSEL' ? null : state.failing,
    published: false,
  };
  state.containers.set(container.id, container);
  return ok({
    id: container.id,
    ...(container.bytes === null
      ? { uri: `${state.uploads ?? `${state.url}/ig-api-upload/v26.0`}/${container.id}` }
      : {}),
  });
}

/**
 * `user_tags` (IG User Media, "Query String Parameters"): up to 20 names, on a picture with a place each; a
 * place is optional in stories, and `location_id` names a Page.
 */
function checkTags(fields: URLSearchParams, type: Container['type']): void {
  if (!/^(\d{5,20})?$/.test(fields.get('location_id') ?? '')) {
    throw parameter('INSTAGRAM_PLATFORM_API__INVALID_LOCATION_ID');
  }
  const value = fields.get('user_tags');
  if (value === null) return;
  const tags = JSON.parse(value) as { username?: unknown; x?: unknown; y?: unknown }[];
  if (tags.length > 20 || tags.some(({ username }) => typeof username !== 'string')) {
    throw refusal(400, 'Invalid user_tags: a name is missing, or there are too many', {
      code: 110,
      subcode: 2_207_040,
    });
  }
  const isPlace = (at: unknown): boolean => typeof at === 'number' && at >= 0 && at <= 1;
  if (type === 'IMAGE' && !tags.every(({ x, y }) => isPlace(x) && isPlace(y))) {
    throw refusal(400, 'x, y coordinates are required to tag users in images', { code: 100 });
  }
}

function checkCaption(caption: string): void {
  if (Array.from(caption).length > 2200) {
    throw refusal(400, 'The caption was too long.', { code: 36_004, subcode: 2_207_010 });
  }
}

export const accountOf = ({ account, page }: Token): Account => {
  const own = account ?? page?.account;
  if (!own) {
    throw refusal(403, '(#10) The user is not an Instagram Business', { code: 10, subcode: 2_207_018 });
  }
  return own;
};

/**
 * Bytes are taken for accounts of a Page alone: "available only for apps that have implemented Facebook Login
 * for Business" (instagram-platform/content-publishing/resumable-uploads, 15 March 2026); the answer to
 * others is that the URL is missing.
 */
function urlOf(
  state: State,
  fields: URLSearchParams,
  { isVideo, hasFile, takesBytes }: { isVideo: boolean; hasFile: boolean; takesBytes: boolean },
): string | null {
  if (!hasFile || takesBytes) return null;
  const url = fields.get(isVideo ? 'video_url' : 'image_url') ?? '';
  if (!url) throw parameter(`The parameter ${isVideo ? 'video_url' : 'image_url'} is required`);
  assertFetched(state, url);
  return url;
}

function assertFetched(state: State, url: string): void {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol) || state.files.get(url) === null) {
    throw refusal(400, `The media could not be fetched from this URI: ${url}`, {
      code: 9004,
      subcode: 2_207_052,
    });
  }
}

function childrenOf(state: State, token: Token, fields: URLSearchParams): string[] {
  const ids = (fields.get('children') ?? '').split(',').filter(Boolean);
  if (ids.length < 2 || ids.length > 10) {
    throw refusal(400, 'A carousel needs 2 to 10 items', { code: 100, subcode: 2_207_028 });
  }
  for (const id of ids) {
    const child = state.containers.get(id);
    if (!child?.isItem || child.account !== accountOf(token)) {
      throw parameter(`Param children has no item ${id}`);
    }
    if (statusOf(state, child) !== 'FINISHED') throw parameter(`The item ${id} is not ready`);
  }
  return ids;
}

/** The bytes of a video, which go to a server of their own. */
export function receiveVideo(state: State, call: Call, body: Buffer): Answer {
  const container = state.containers.get(call.path.split('/').at(-1) ?? '');
  // Where it named another place, only that place takes the bytes.
  const isThere = !state.uploads || state.uploads.endsWith(call.path.replace(/\/\d+$/, ''));
  if (!container || container.bytes !== null || !isThere) throw missing('the upload');
  const { offset, file_size: size } = call.headers;
  if (offset !== '0' || Number(size) !== body.length) {
    return {
      status: 400,
      body: {
        debug_info: {
          retriable: false,
          type: 'ProcessingFailedError',
          message: '{"success":false,"error":{"message":"unexpected offset or file_size"}}',
        },
      },
    };
  }
  container.bytes = body.length;
  return ok({ success: true, message: 'Upload successful.' });
}

function statusOf(state: State, container: Container): string {
  if (container.published) return 'PUBLISHED';
  if (container.problem) return 'ERROR';
  if (state.now().getTime() - container.at > DAY_MS) return 'EXPIRED';
  return container.readsLeft > 0 || container.bytes === null ? 'IN_PROGRESS' : 'FINISHED';
}

/** What a read of a container says; files are ready after some reads. */
export function readContainer(state: State, call: Call, container: Container): Answer {
  onlyFields(call, ['fields']);
  const code = statusOf(state, container);
  if (container.readsLeft > 0) container.readsLeft--;
  const text = container.problem ? `Error: ${container.problem}` : `${code}: Media is being processed`;
  return ok({ id: container.id, status_code: code, status: text });
}

/** One container becomes one post. */
export function publish(state: State, call: Call, token: Token): Answer {
  need(token, ...PUBLISH);
  onlyFields(call, ['creation_id']);
  const container = state.containers.get(call.fields.get('creation_id') ?? '');
  const account = accountOf(token);
  if (!container || container.account !== account || container.isItem) {
    throw refusal(400, 'The media with this ID cannot be found', { code: 24, subcode: 2_207_006 });
  }
  if (container.published) throw parameter('The container has been published already');
  if (statusOf(state, container) !== 'FINISHED') {
    throw refusal(400, 'Media ID is not available: the media is not ready for publishing', {
      code: 9007,
      subcode: 2_207_027,
    });
  }
  checkLimit(state, account);
  container.published = true;
  const members = container.children.map((id) => state.containers.get(id));
  const shown = members.length ? members : [container];
  const entry: Entry = {
    id: nextId(state),
    code: randomBytes(8).toString('base64url'),
    owner: account.id,
    network: 'instagram',
    kind: container.type === 'STORIES' ? 'story' : 'post',
    text: container.caption,
    type: container.type === 'CAROUSEL' ? 'CAROUSEL_ALBUM' : container.isVideo ? 'VIDEO' : 'IMAGE',
    files: shown.map((one) => one?.url ?? `${one?.bytes} bytes`),
    alts: shown.flatMap((one) => one?.alt ?? []),
    tags: shown.map((one) => JSON.parse(one?.fields.user_tags ?? '[]') as unknown),
    parent: null,
    fields: container.fields,
    at: state.now().getTime(),
    deleted: false,
  };
  state.ledger.push(entry);
  return ok({ id: entry.id });
}

function checkLimit(state: State, account: Account): void {
  if (usedBy(state, account) >= state.limits.posts) {
    throw refusal(
      403,
      'Application request limit reached: the user has reached the maximum number of posts that is permitted to be created by third party',
      { code: 9, subcode: 2_207_042 },
    );
  }
}

const usedBy = (state: State, account: Account): number =>
  state.ledger.filter(
    ({ owner, kind, at }) =>
      owner === account.id && kind !== 'comment' && at > state.now().getTime() - DAY_MS,
  ).length;

/** Newest first. */
export const list =
  (kind: 'post' | 'story') =>
  (state: State, call: Call, token: Token): Answer => {
    need(token, ...BASIC);
    onlyFields(call, ['fields', 'limit', 'since', 'until', 'after']);
    const account = accountOf(token);
    const all = state.ledger.filter(
      (entry) => entry.owner === account.id && entry.kind === kind && !entry.deleted,
    );
    return page(call, all.toReversed(), (entry) => pick(call, showEntry(entry)));
  };

export const showEntry = (entry: Entry): Record<string, unknown> => ({
  id: entry.id,
  ...(entry.text ? { caption: entry.text } : {}),
  media_type: entry.type,
  media_product_type: entry.kind === 'story' ? 'STORY' : entry.type === 'VIDEO' ? 'REELS' : 'FEED',
  permalink: `https://www.instagram.com/${entry.kind === 'story' ? 'stories' : 'p'}/${entry.code}/`,
  timestamp: timestamp(entry.at),
});

/** Only what `fields` names. */
export function pick({ fields }: Call, whole: Record<string, unknown>): Record<string, unknown> {
  const wanted = (fields.get('fields') ?? 'id').replaceAll(/\{[^}]*\}/g, '').split(',');
  return Object.fromEntries(Object.entries(whole).filter(([name]) => name === 'id' || wanted.includes(name)));
}

export function comment(state: State, call: Call, token: Token, post: Entry): Answer {
  need(token, ...COMMENT);
  onlyFields(call, ['message']);
  const text = call.fields.get('message') ?? '';
  if (!text) throw parameter('The parameter message is required');
  if (Array.from(text).length > 300) {
    throw parameter('The total length of the comment cannot exceed 300 characters.');
  }
  const entry: Entry = {
    id: nextId(state),
    code: '',
    owner: accountOf(token).id,
    network: 'instagram',
    kind: 'comment',
    text,
    type: '',
    files: [],
    alts: [],
    parent: post.id,
    fields: {},
    at: state.now().getTime(),
    deleted: false,
  };
  state.ledger.push(entry);
  return ok({ id: entry.id });
}

export function listComments(state: State, call: Call, token: Token, post: Entry): Answer {
  need(token, ...BASIC);
  onlyFields(call, ['fields', 'limit', 'after']);
  const all = state.ledger.filter(({ parent, deleted }) => parent === post.id && !deleted);
  return page(call, all.toReversed(), (entry) =>
    pick(call, {
      id: entry.id,
      text: entry.text,
      timestamp: timestamp(entry.at),
      username: accountOf(token).username,
    }),
  );
}

/** Only by Facebook Login. */
export function remove(state: State, token: Token, entry: Entry): Answer {
  if (token.account) {
    throw refusal(400, 'Unsupported delete request.', { code: 100, type: 'GraphMethodException' });
  }
  need(token, 'instagram_manage_contents');
  entry.deleted = true;
  for (const one of state.ledger) if (one.parent === entry.id) one.deleted = true;
  return ok({ success: true });
}

/** Without `fields`, only what was used (IG User Content Publishing Limit, "Query String Parameters"). */
export function publishingLimit(state: State, call: Call, token: Token): Answer {
  need(token, ...PUBLISH);
  onlyFields(call, ['fields', 'since']);
  const wanted = (call.fields.get('fields') ?? 'quota_usage').split(',');
  const all = {
    quota_usage: usedBy(state, accountOf(token)),
    config: { quota_total: state.limits.posts, quota_duration: 86_400 },
  };
  return ok({ data: [Object.fromEntries(Object.entries(all).filter(([name]) => wanted.includes(name)))] });
}

/** Music by its title. */
export function searchAudio(call: Call, token: Token): Answer {
  need(token, 'instagram_content_publish');
  onlyFields(call, ['audio_type', 'user_id', 'search_query']);
  if (call.fields.get('user_id') !== accountOf(token).id) {
    throw parameter('Param user_id is not this account');
  }
  if (!/^(music|original_sound)$/.test(call.fields.get('audio_type') ?? '')) {
    throw parameter('Param audio_type must be one of {music, original_sound}');
  }
  const text = call.fields.get('search_query') ?? '';
  const all = [{ audio_id: '587784932', title: 'Spring', display_artist: 'A. Vivaldi' }];
  return ok({ audio: all.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase())) });
}
