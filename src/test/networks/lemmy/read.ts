/** What an instance shows: itself, accounts with their lists, communities, and the search. */
import { randomBytes } from 'node:crypto';
import { refusal, type Answer, type Fields, type Route } from './call.ts';
import { findComment, findPost } from './posts.ts';
import { commentView, communityView, countsOf, person as presentPerson, postView } from './present.ts';
import { hostOf, LANGUAGES, type Community, type Person, type State } from './state.ts';

const MAX = 50;
const ok = (body: unknown): Answer => ({ status: 200, body });

function login(state: State, fields: Fields): Answer {
  const { username_or_email: name, password, totp_2fa_token: code } = fields;
  const person = [...state.people.values()].find((one) => one.name === name || one.email === name);
  if (!person || person.password !== password) throw refusal('incorrect_login');
  if (person.banned) throw refusal('site_ban');
  if (!person.emailVerified) throw refusal('email_not_verified');
  if (person.totp) throw refusal(code === undefined ? 'missing_totp_token' : 'incorrect_totp_token');
  const jwt = issue(state, person);
  return ok({ jwt, registration_created: false, verify_email_sent: false });
}

/** A token in the form of a JWT; only the instance can check its last part. */
export function issue(state: State, person: Person): string {
  const nowMs = state.now().getTime();
  const expiresAt = state.tokenSeconds === null ? null : nowMs + state.tokenSeconds * 1000;
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { sub: String(person.id), iss: hostOf(state), iat: Math.floor(nowMs / 1000) };
  const jwt = [
    part({ typ: 'JWT', alg: 'HS256' }),
    part(expiresAt === null ? claims : { ...claims, exp: Math.floor(expiresAt / 1000) }),
    randomBytes(32).toString('base64url'),
  ].join('.');
  state.tokens.set(jwt, { person: person.id, expiresAt });
  return jwt;
}

const myUser = (state: State, person: Person): object => ({
  local_user_view: {
    local_user: { id: person.id, person_id: person.id, show_nsfw: person.showNsfw },
    person: presentPerson(state, person),
    ...(state.generation === '0.19'
      ? { counts: { person_id: person.id, ...countsOf(state, person) } }
      : { banned: false }),
  },
  follows: [],
  moderates: [],
  community_blocks: [],
  person_blocks: [],
  discussion_languages: [],
});

const site = (state: State, _: Fields, person: Person | null): Answer =>
  ok({
    site_view: { site: { id: 1, name: 'Lemmy' } },
    admins: [],
    version: state.version,
    all_languages: LANGUAGES,
    discussion_languages: [],
    ...(person && state.generation === '0.19' ? { my_user: myUser(state, person) } : {}),
  });

function account(state: State, _: Fields, person: Person | null): Answer {
  if (!person) throw refusal('not_logged_in');
  return ok(myUser(state, person));
}

/** The account's settings decide what its own list shows; its author sees what was deleted. */
function ownThings(state: State, id: unknown, me: Person | null) {
  const newestFirst = <T extends { id: number }>(things: T[]): T[] => things.toSorted((a, b) => b.id - a.id);
  return {
    posts: newestFirst(
      state.posts.filter(
        (post) =>
          post.creator === id &&
          (me?.showNsfw || !post.nsfw) &&
          (me?.id === id || !(post.deleted || post.removed)),
      ),
    ),
    comments: newestFirst(
      state.comments.filter((one) => one.creator === id && (me?.id === id || !one.deleted)),
    ),
  };
}

function limitOf({ limit = 10 }: Fields, code: string): number {
  if (Number(limit) > MAX || Number(limit) < 1) throw refusal(code);
  return Number(limit);
}

function findPerson(state: State, { person_id: id, username }: Fields): Person {
  if (id === undefined && username === undefined) throw refusal('no_id_given');
  const found = [...state.people.values()].find((one) => one.id === id || one.name === username);
  if (!found) throw refusal(state.generation === '0.19' ? 'couldnt_find_person' : 'not_found');
  return found;
}

const personView = (state: State, person: Person): object => ({
  person: presentPerson(state, person),
  is_admin: false,
  ...(state.generation === '0.19'
    ? { counts: { person_id: person.id, ...countsOf(state, person) } }
    : { banned: false }),
});

/** 0.19: posts and comments on one page. */
function user(state: State, fields: Fields, me: Person | null): Answer {
  const person = findPerson(state, fields);
  const limit = limitOf(fields, 'couldnt_get_posts');
  const from = (Number(fields.page ?? 1) - 1) * limit;
  const { posts, comments } = ownThings(state, person.id, me);
  return ok({
    person_view: personView(state, person),
    posts: posts.slice(from, from + limit).map((post) => postView(state, post)),
    comments: comments.slice(from, from + limit).map((one) => commentView(state, one)),
    moderates: [],
  });
}

const details = (state: State, fields: Fields): Answer =>
  ok({
    person_view: personView(state, findPerson(state, fields)),
    moderates: [],
    multi_communities_created: [],
  });

/** 1.x: posts or comments, from a cursor on. */
function content(state: State, fields: Fields, me: Person | null): Answer {
  const person = findPerson(state, fields);
  const limit = limitOf(fields, 'invalid_fetch_limit');
  const { posts, comments } = ownThings(state, person.id, me);
  const all = [
    ...(fields.type_ === 'comments' ? [] : posts.map((one) => ({ type_: 'post', ...postView(state, one) }))),
    ...(fields.type_ === 'posts'
      ? []
      : comments.map((one) => ({ type_: 'comment', ...commentView(state, one) }))),
  ];
  const cursor = fields.page_cursor as string | undefined;
  if (cursor !== undefined && !/^P\d+$/.test(cursor)) throw refusal('couldnt_parse_pagination_token');
  const from = Number(cursor?.slice(1) ?? 0);
  const more = from + limit < all.length;
  return ok({ items: all.slice(from, from + limit), ...(more ? { next_page: `P${from + limit}` } : {}) });
}

function community(state: State, { id, name }: Fields, me: Person | null): Answer {
  const found = [...state.communities.values()].find((one) => one.id === id || one.name === name);
  if (!found) throw refusal(state.generation === '0.19' ? 'couldnt_find_community' : 'not_found');
  const moderators = [...found.moderators].flatMap((one) => state.people.get(one) ?? []);
  return ok({
    community_view: communityView(state, found, me),
    moderators: moderators.map((one) => ({ moderator: presentPerson(state, one) })),
    discussion_languages: [],
  });
}

function search(state: State, fields: Fields, me: Person | null): Answer {
  const word = String(fields.q ?? fields.search_term).toLowerCase();
  const found = [...state.communities.values()].filter(
    ({ name, title, deleted }) => !deleted && `${name} ${title}`.toLowerCase().includes(word),
  );
  const communities = found
    .slice(0, limitOf(fields, 'couldnt_get_posts'))
    .map((one) => communityView(state, one, me));
  return ok(
    state.generation === '0.19'
      ? { type_: fields.type_ ?? 'All', comments: [], posts: [], communities, users: [] }
      : { comments: [], posts: [], communities, persons: [], multi_communities: [] },
  );
}

/** A person who is logged in makes the instance fetch what it does not know. */
function resolveObject(state: State, { q }: Fields, me: Person | null): Answer {
  if (!me) throw refusal(state.generation === '0.19' ? 'couldnt_find_object' : 'not_logged_in');
  const wanted = String(q)
    .replace(/^https?:\/\/([^/]+)\/c\/(\w+)$/, '!$2@$1')
    .replace(/^!/, '');
  const known = [...state.communities.values()].find(({ name, host }) => `${name}@${host}` === wanted);
  const found = known ?? fetchFrom(state, wanted);
  if (!found) throw refusal(state.generation === '0.19' ? 'couldnt_find_object' : 'not_found');
  const view = communityView(state, found, me);
  return ok(state.generation === '0.19' ? { community: view } : { type_: 'community', ...view });
}

function fetchFrom(state: State, wanted: string): Community | undefined {
  const there = state.elsewhere.get(wanted);
  return there && addCommunity(state, there);
}

export function addCommunity(
  state: State,
  fields: Partial<Community> & { readonly name: string },
): Community {
  const community: Community = {
    id: state.nextId++,
    title: fields.name,
    host: hostOf(state),
    restricted: false,
    languages: [],
    deleted: false,
    moderators: new Set(),
    banned: new Set(),
    ...fields,
  };
  state.communities.set(community.id, community);
  return community;
}

const readPost = (state: State, { id }: Fields, me: Person | null): Answer => {
  const post = findPost(state, id);
  if (post.deleted && me?.id !== post.creator) throw refusal('not_found');
  return ok({ post_view: postView(state, post), moderators: [], cross_posts: [] });
};

const readComment = (state: State, { id }: Fields): Answer =>
  ok({ comment_view: commentView(state, findComment(state, id)) });

const ID = { id: 'number' } as const;
const PAGING = { person_id: 'number?', username: 'text?', limit: 'number?' } as const;
const LOGIN = { username_or_email: 'text', password: 'text', totp_2fa_token: 'text?' } as const;

export const readRoutes = (v4: boolean): readonly Route[] => [
  { method: 'GET', path: '/site', fields: {}, handle: site },
  { method: 'GET', path: '/community', fields: { id: 'number?', name: 'text?' }, handle: community },
  { method: 'GET', path: '/post', fields: ID, handle: readPost },
  { method: 'GET', path: '/comment', fields: ID, handle: readComment },
  { method: 'GET', path: '/resolve_object', fields: { q: 'text' }, handle: resolveObject },
  ...(v4
    ? ([
        {
          method: 'POST',
          path: '/account/auth/login',
          fields: { ...LOGIN, stay_logged_in: 'boolean?' },
          limit: 'logins',
          handle: login,
        },
        { method: 'GET', path: '/account', fields: {}, handle: account },
        {
          method: 'GET',
          path: '/person',
          fields: { person_id: 'number?', username: 'text?' },
          handle: details,
        },
        {
          method: 'GET',
          path: '/person/content',
          fields: { ...PAGING, type_: 'text?', page_cursor: 'text?' },
          handle: content,
        },
        {
          method: 'GET',
          path: '/search',
          fields: { search_term: 'text', type_: 'text?', limit: 'number?' },
          handle: search,
        },
      ] as const)
    : ([
        { method: 'POST', path: '/user/login', fields: LOGIN, limit: 'logins', handle: login },
        { method: 'GET', path: '/user', fields: { ...PAGING, sort: 'text?', page: 'number?' }, handle: user },
        {
          method: 'GET',
          path: '/search',
          fields: { q: 'text', type_: 'text?', sort: 'text?', limit: 'number?', listing_type: 'text?' },
          handle: search,
        },
      ] as const)),
];
