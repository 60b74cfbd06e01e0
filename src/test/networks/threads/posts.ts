/** Containers, posts and replies (developers.facebook.com/documentation/threads: Posts, Reply management). */
import { randomBytes } from 'node:crypto';
import { threadsLength } from '../../../../providers/threads/rules.ts';
import { missing, nextId, ok, onlyFields, parameter, refusal } from './state.ts';
import type { Answer, Call, Container, Entry, State, Token } from './state.ts';
import { need } from './oauth.ts';

const DAY_MS = 86_400_000;
const TYPES: ReadonlySet<string> = new Set(['TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL']);
const COMMON = ['media_type', 'text', 'reply_to_id', 'reply_control', 'topic_tag', 'quote_post_id'];

/** Which further fields a kind of container has. */
const FIELDS: Readonly<Record<Container['type'], readonly string[]>> = {
  TEXT: [...COMMON, 'link_attachment', 'poll_attachment', 'gif_attachment'],
  IMAGE: [...COMMON, 'image_url', 'alt_text', 'is_carousel_item'],
  VIDEO: [...COMMON, 'video_url', 'alt_text', 'is_carousel_item'],
  CAROUSEL: [...COMMON, 'children'],
};

export function createContainer(state: State, call: Call, token: Token): Answer {
  need(token, 'threads_content_publish');
  const { fields } = call;
  const type = fields.get('media_type') as Container['type'];
  if (!TYPES.has(type)) throw parameter('Param media_type must be one of {TEXT, IMAGE, VIDEO, CAROUSEL}');
  onlyFields(call, FIELDS[type]);
  const text = fields.get('text') ?? '';
  if (type === 'TEXT' && !text) throw parameter('The parameter text is required.');
  checkExtras(state, fields);
  if (threadsLength(text) > 500) throw parameter('Param text must be at most 500 characters long.');
  const container: Container = {
    id: nextId(state),
    account: token.account,
    type,
    isItem: fields.get('is_carousel_item') === 'true',
    text,
    alt: fields.get('alt_text'),
    url: urlOf(state, type, fields),
    children: childrenOf(state, token, type, fields),
    parent: parentOf(state, fields.get('reply_to_id')),
    extras: Object.fromEntries([...fields].filter(([name]) => EXTRAS.includes(name))),
    at: state.now().getTime(),
    readsLeft: type === 'TEXT' ? 0 : state.limits.processingReads,
    problem: type === 'TEXT' ? null : state.failing,
    published: false,
  };
  state.containers.set(container.id, container);
  return ok({ id: container.id });
}

const EXTRAS = [
  'reply_control',
  'topic_tag',
  'quote_post_id',
  'link_attachment',
  'poll_attachment',
  'gif_attachment',
];
const REPLIERS = /^(everyone|accounts_you_follow|mentioned_only|parent_post_author_only|followers_only)$/;

/** Polls, Quote posts, Reply management, and "Topic tags, links, and GIFs" of Posts. */
function checkExtras(state: State, fields: URLSearchParams): void {
  if (!REPLIERS.test(fields.get('reply_control') ?? 'everyone')) {
    throw parameter('Param reply_control is not one of the values');
  }
  if (!/^[^.&]{1,50}$/.test(fields.get('topic_tag') ?? 'a')) {
    throw parameter('Param topic_tag must be 1 to 50 characters long, without periods and ampersands');
  }
  const poll = jsonOf(fields, 'poll_attachment');
  if (poll) {
    const options = Object.entries(poll);
    const isRight = options.every(
      ([name, option], n) =>
        name === `option_${'abcd'[n]}` && typeof option === 'string' && /^.{1,25}$/su.test(option),
    );
    if (options.length < 2 || options.length > 4 || !isRight) {
      throw parameter('Param poll_attachment must have 2 to 4 options of 1 to 25 characters');
    }
  }
  const gif = jsonOf(fields, 'gif_attachment');
  if (gif && (gif.provider !== 'GIPHY' || typeof gif.gif_id !== 'string')) {
    throw parameter('Param gif_attachment must have a gif_id and a provider');
  }
  if (poll && gif) throw parameter('A poll can be attached to text-only posts only');
  const link = fields.get('link_attachment');
  if (link !== null && !URL.canParse(link)) throw parameter('Param link_attachment is not a URL');
  const quoted = fields.get('quote_post_id');
  if (quoted && !state.ledger.some(({ id, deleted }) => id === quoted && !deleted)) throw missing(quoted);
}

function jsonOf(fields: URLSearchParams, name: string): Record<string, unknown> | null {
  const value = fields.get(name);
  if (value === null) return null;
  try {
    return JSON.parse(value) as Record<string, unknown>;
  } catch {
    throw parameter(`Param ${name} is not JSON`);
  }
}

function urlOf(state: State, type: Container['type'], fields: URLSearchParams): string | null {
  if (type !== 'IMAGE' && type !== 'VIDEO') return null;
  const url = fields.get(type === 'IMAGE' ? 'image_url' : 'video_url') ?? '';
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol) || state.files.get(url) === null) {
    throw refusal(400, `The media could not be fetched from this URI: ${url}`, {
      code: 100,
      subcode: 2_207_052,
    });
  }
  return url;
}

function childrenOf(
  state: State,
  { account }: Token,
  type: Container['type'],
  fields: URLSearchParams,
): string[] {
  if (type !== 'CAROUSEL') return [];
  const ids = (fields.get('children') ?? '').split(',').filter(Boolean);
  if (ids.length < 2 || ids.length > 20) throw parameter('Param children must have 2 to 20 items');
  for (const id of ids) {
    const child = state.containers.get(id);
    if (!child?.isItem || child.account !== account) throw parameter(`Param children has no item ${id}`);
    if (statusOf(state, child) !== 'FINISHED') throw parameter(`The item ${id} is not ready`);
  }
  return ids;
}

function parentOf(state: State, id: string | null): string | null {
  if (!id) return null;
  if (!state.ledger.some((entry) => entry.id === id && !entry.deleted)) throw missing(id);
  return id;
}

function statusOf(state: State, container: Container): string {
  if (container.published) return 'PUBLISHED';
  if (container.problem) return 'ERROR';
  if (state.now().getTime() - container.at > DAY_MS) return 'EXPIRED';
  return container.readsLeft > 0 ? 'IN_PROGRESS' : 'FINISHED';
}

/** What a read of a container says; files are ready after some reads. */
export function readContainer(state: State, call: Call, container: Container): Answer {
  onlyFields(call, ['fields']);
  const status = statusOf(state, container);
  if (container.readsLeft > 0) container.readsLeft--;
  return ok({ id: container.id, status, ...(container.problem ? { error_message: container.problem } : {}) });
}

/** One container becomes one post. */
export function publish(state: State, call: Call, token: Token): Answer {
  need(token, 'threads_content_publish');
  onlyFields(call, ['creation_id']);
  const container = state.containers.get(call.fields.get('creation_id') ?? '');
  if (!container || container.account !== token.account || container.isItem) {
    throw refusal(400, 'The requested resource does not exist', { code: 24, subcode: 4_279_009 });
  }
  if (container.published) throw parameter('The container has been published already');
  if (statusOf(state, container) !== 'FINISHED') {
    throw refusal(400, 'Media Not Ready: the media is not ready for publishing, please wait for a moment', {
      code: 9007,
      subcode: 2_207_027,
    });
  }
  checkLimit(state, container);
  container.published = true;
  const members = container.children.map((id) => state.containers.get(id));
  const shown = members.length ? members : [container];
  const entry: Entry = {
    id: nextId(state),
    code: randomBytes(8).toString('base64url'),
    account: token.account,
    text: container.text,
    type: container.type,
    alts: shown.flatMap((one) => one?.alt ?? []),
    urls: shown.flatMap((one) => one?.url ?? []),
    parent: container.parent,
    extras: container.extras,
    at: state.now().getTime(),
    deleted: false,
  };
  state.ledger.push(entry);
  return ok({ id: entry.id });
}

function checkLimit(state: State, { account, parent }: Container): void {
  const since = state.now().getTime() - DAY_MS;
  const used = state.ledger.filter(
    (entry) => entry.account === account && entry.at > since && Boolean(entry.parent) === Boolean(parent),
  ).length;
  if (used >= (parent ? state.limits.replies : state.limits.posts)) {
    throw refusal(400, 'The user has reached the maximum number of posts that they can publish', {
      code: 4,
      subcode: 2_207_042,
    });
  }
}

const SHOWN: Readonly<Record<Container['type'], string>> = {
  TEXT: 'TEXT_POST',
  IMAGE: 'IMAGE',
  VIDEO: 'VIDEO',
  CAROUSEL: 'CAROUSEL_ALBUM',
};

/** The fields that were asked for. */
function present(entry: Entry, fields: readonly string[]): Record<string, unknown> {
  const all: Record<string, unknown> = {
    id: entry.id,
    media_type: SHOWN[entry.type],
    permalink: `https://www.threads.com/@${entry.account.username}/post/${entry.code}`,
    shortcode: entry.code,
    username: entry.account.username,
    timestamp: new Date(entry.at).toISOString().replace(/\.\d+Z$/, '+0000'),
    ...(entry.text ? { text: entry.text } : {}),
    ...(entry.parent ? { replied_to: { id: entry.parent } } : {}),
    ...(entry.extras.poll_attachment
      ? { poll_attachment: JSON.parse(entry.extras.poll_attachment) as object }
      : {}),
    ...(entry.extras.quote_post_id ? { quoted_post: { id: entry.extras.quote_post_id } } : {}),
  };
  const wanted = new Set(['id', ...fields]);
  return Object.fromEntries(Object.entries(all).filter(([name]) => wanted.has(name)));
}

const fieldsOf = ({ fields }: Call): string[] =>
  (fields.get('fields') ?? 'id').replaceAll(/\{[^}]*\}/g, '').split(',');

export function readEntry(call: Call, entry: Entry): Answer {
  onlyFields(call, ['fields']);
  return ok(present(entry, fieldsOf(call)));
}

/** Newest first; posts and replies have lists of their own. */
export const list =
  (what: 'threads' | 'replies') =>
  (state: State, call: Call, token: Token): Answer => {
    if (what === 'replies') need(token, 'threads_read_replies');
    onlyFields(call, ['fields', 'since', 'until', 'limit', 'before', 'after']);
    const since = Number(call.fields.get('since') ?? 0) * 1000;
    const limit = Math.min(Number(call.fields.get('limit') ?? 25), 100);
    const all = state.ledger
      .filter((entry) => entry.account === token.account && !entry.deleted && entry.at >= since)
      .filter(({ parent }) => (what === 'replies') === Boolean(parent))
      .toReversed();
    const from = Number(call.fields.get('after') ?? 0);
    const end = from + limit;
    const data = all.slice(from, end).map((entry) => present(entry, fieldsOf(call)));
    return ok(
      data.length ? { data, paging: { cursors: { before: String(from), after: String(end) } } } : { data },
    );
  };

export function remove(token: Token, entry: Entry): Answer {
  need(token, 'threads_delete');
  if (entry.account !== token.account || entry.deleted) throw missing(entry.id);
  entry.deleted = true;
  return ok({ success: true, deleted_id: entry.id });
}
