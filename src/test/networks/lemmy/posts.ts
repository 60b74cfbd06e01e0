/** Posting, commenting and deleting, with the checks of Lemmy in their order. */
import { refusal, type Answer, type Fields, type Route } from './call.ts';
import { commentView, postView } from './present.ts';
import type { Comment, Community, Person, Post, State } from './state.ts';

const BODY = 50_000;
const COMMENT = 10_000;
const ALT = 1500;
const URL_LENGTH = 2000;
const DEPTH = 50;

const length = (text: string): number => Array.from(text).length;
const textOf = (fields: Fields, name: string): string | null =>
  typeof fields[name] === 'string' ? fields[name] : null;

function refuseArmed({ armed }: State): void {
  if (!armed.refusal) return;
  if (armed.acceptedBefore > 0) return void armed.acceptedBefore--;
  const { code, status, times } = armed.refusal;
  armed.refusal = times > 1 ? { ...armed.refusal, times: times - 1 } : null;
  throw refusal(code, status);
}

function checkWords({ slurs }: State, ...texts: (string | null)[]): void {
  if (slurs.some((slur) => texts.some((text) => text?.includes(slur)))) throw refusal('slurs');
}

function checkUrl(text: string | null): void {
  if (text === null) return;
  if (!URL.canParse(text)) throw refusal('invalid_url');
  if (!/^https?:$/.test(new URL(text).protocol)) throw refusal('invalid_url_scheme');
  if (length(text) > URL_LENGTH) throw refusal('url_length_overflow');
}

/** Parameters that only show where a reader came from are removed. */
function cleaned(text: string | null): string | null {
  if (!text) return null;
  const url = new URL(text);
  const names = Array.from(url.searchParams.keys(), String);
  for (const name of names) if (name.startsWith('utm_')) url.searchParams.delete(name);
  return url.href;
}

function checkPlace(state: State, id: unknown, person: Person): Community {
  if (person.banned) throw refusal('site_ban');
  const place = state.communities.get(Number(id));
  if (!place) throw refusal(state.generation === '0.19' ? 'couldnt_find_community' : 'not_found');
  if (place.deleted) throw refusal('deleted');
  if (place.banned.has(person.id)) throw refusal('person_is_banned_from_community');
  return place;
}

/** The language of a post or a comment; without one, the account's own, here undetermined. */
function languageOf({ language_id: id }: Fields, { languages }: Community): number {
  if (typeof id !== 'number') return 0;
  if (languages.length && !languages.includes(id)) throw refusal('language_not_allowed');
  return id;
}

function createPost(state: State, fields: Fields, person: Person | null): Answer {
  if (!person) throw refusal('not_logged_in');
  const [name, body, alt] = [
    textOf(fields, 'name') ?? '',
    textOf(fields, 'body'),
    textOf(fields, 'alt_text'),
  ];
  if (textOf(fields, 'honeypot')) throw refusal('honeypot_failed');
  checkWords(state, name, body);
  const title = name.trim();
  if (length(title) < 3 || length(title) > 200 || /\n/.test(title)) throw refusal('invalid_post_title');
  checkUrl(textOf(fields, 'url'));
  checkUrl(textOf(fields, 'custom_thumbnail'));
  if (alt && length(alt) > ALT) throw refusal('alt_text_length_overflow');
  if (body && length(body) > BODY) throw refusal('invalid_body_field');
  const place = checkPlace(state, fields.community_id, person);
  if (place.restricted && !place.moderators.has(person.id)) throw refusal('only_mods_can_post_in_community');
  const language = languageOf(fields, place);
  refuseArmed(state);
  const post: Post = {
    id: state.nextId++,
    creator: person.id,
    community: place.id,
    name: title,
    body: body || null,
    url: cleaned(textOf(fields, 'url')),
    thumbnail: textOf(fields, 'custom_thumbnail'),
    alt,
    nsfw: fields.nsfw === true,
    language,
    at: state.now().getTime(),
    deleted: false,
    removed: false,
  };
  state.posts.push(post);
  return { status: 200, body: { post_view: postView(state, post) } };
}

function createComment(state: State, fields: Fields, person: Person | null): Answer {
  if (!person) throw refusal('not_logged_in');
  const content = textOf(fields, 'content') ?? '';
  checkWords(state, content);
  if (length(content) > COMMENT || !content.trim()) throw refusal('invalid_body_field');
  const post = findPost(state, fields.post_id);
  const place = checkPlace(state, post.community, person);
  if (post.deleted || post.removed) throw refusal('deleted');
  const parent = state.comments.find(({ id }) => id === fields.parent_id);
  if (parent && parent.post !== post.id) throw refusal('couldnt_create_comment');
  const above = parent?.path ?? '0';
  if (above.split('.').length > DEPTH) throw refusal('max_comment_depth_reached');
  const language = languageOf(fields, place);
  refuseArmed(state);
  const id = state.nextId++;
  const comment: Comment = {
    id,
    creator: person.id,
    post: post.id,
    content,
    language,
    path: `${above}.${id}`,
    at: state.now().getTime(),
    deleted: false,
    removed: false,
  };
  state.comments.push(comment);
  return { status: 200, body: { comment_view: commentView(state, comment) } };
}

export function findPost(state: State, wanted: unknown): Post {
  const post = state.posts.find(({ id }) => id === wanted);
  if (!post) throw refusal(state.generation === '0.19' ? 'couldnt_find_post' : 'not_found');
  return post;
}

export function findComment(state: State, wanted: unknown): Comment {
  const comment = state.comments.find(({ id }) => id === wanted);
  if (!comment) throw refusal(state.generation === '0.19' ? 'couldnt_find_comment' : 'not_found');
  return comment;
}

function setDeleted(one: Post | Comment, fields: Fields, person: Person | null, code: string): void {
  if (!person) throw refusal('not_logged_in');
  if (one.deleted === fields.deleted) throw refusal(code);
  if (one.creator !== person.id) {
    throw refusal('content' in one ? 'no_comment_edit_allowed' : 'no_post_edit_allowed');
  }
  one.deleted = fields.deleted === true;
}

const deleteCode = ({ generation }: State, kind: string): string =>
  generation === '0.19' ? `couldnt_update_${kind}` : 'couldnt_update';

function deletePost(state: State, fields: Fields, person: Person | null): Answer {
  const post = findPost(state, fields.post_id);
  setDeleted(post, fields, person, deleteCode(state, 'post'));
  return { status: 200, body: { post_view: postView(state, post) } };
}

function deleteComment(state: State, fields: Fields, person: Person | null): Answer {
  const comment = findComment(state, fields.comment_id);
  setDeleted(comment, fields, person, deleteCode(state, 'comment'));
  return { status: 200, body: { comment_view: commentView(state, comment) } };
}

const POST = {
  name: 'text',
  community_id: 'number',
  url: 'text?',
  body: 'text?',
  alt_text: 'text?',
  honeypot: 'text?',
  nsfw: 'boolean?',
  language_id: 'number?',
  custom_thumbnail: 'text?',
} as const;
const NEW_COMMENT = {
  content: 'text',
  post_id: 'number',
  parent_id: 'number?',
  language_id: 'number?',
} as const;

export const postRoutes = (v4: boolean): readonly Route[] => [
  { method: 'POST', path: '/post', fields: POST, limit: 'posts', handle: createPost },
  { method: 'POST', path: '/comment', fields: NEW_COMMENT, limit: 'comments', handle: createComment },
  {
    method: v4 ? 'DELETE' : 'POST',
    path: v4 ? '/post' : '/post/delete',
    fields: { post_id: 'number', deleted: 'boolean' },
    handle: deletePost,
  },
  {
    method: v4 ? 'DELETE' : 'POST',
    path: v4 ? '/comment' : '/comment/delete',
    fields: { comment_id: 'number', deleted: 'boolean' },
    handle: deleteComment,
  },
];
