/**
 * Users, followers, messages and announcements (dev.twitch.tv/docs/api/reference: Get Users, Get Channel
 * Followers, Send Chat Message, Send Chat Announcement), with the sentences of its response codes.
 */
import { randomUUID } from 'node:crypto';
import type { Grant } from '../_shared/grants.ts';
import { ok, readJson, refusal, type Answer, type Call, type Route } from './call.ts';
import type { Account, Line, State } from './state.ts';

const MAX_CHARACTERS = 500;
const COLORS = ['primary', 'blue', 'green', 'orange', 'purple'];

const users = (_: State, __: Call, { account }: Grant<Account>): Answer =>
  ok({
    data: [
      {
        id: account.id,
        login: account.login,
        display_name: account.displayName,
        type: '',
        broadcaster_type: 'affiliate',
        description: '',
        profile_image_url: account.picture,
        offline_image_url: '',
        view_count: 0,
        created_at: '2016-12-14T20:32:28Z',
      },
    ],
  });

/** Who follows is shown to moderators with another scope; how many, to everyone. */
function followers(state: State, { query }: Call): Answer {
  const account = state.accounts.find(({ id }) => id === query.get('broadcaster_id'));
  if (!account) throw refusal(400, 'The broadcaster_id query parameter is not valid.');
  return ok({ total: account.followers, data: [], pagination: {} });
}

/** How many lines of a kind the account has said since `ms` ago. */
const said = (state: State, account: Account, kind: 'message' | 'announcement', ms: number): number =>
  state.lines.filter(
    (line) =>
      line.account === account &&
      (line.color === null) === (kind === 'message') &&
      line.at > state.now().getTime() - ms,
  ).length;

function add(state: State, line: Omit<Line, 'id' | 'at'>): Line {
  const made: Line = { ...line, id: randomUUID(), at: state.now().getTime() };
  state.lines.push(made);
  return made;
}

/**
 * Twitch's example has the ids in the body; its sentences call them parameters of the query, where twurple
 * has them.
 */
function message(state: State, call: Call, { account }: Grant<Account>): Answer {
  const body = readJson(call, ['broadcaster_id', 'sender_id', 'message', 'reply_parent_message_id']);
  const json: Record<string, unknown> = { ...Object.fromEntries(call.query), ...body };
  for (const name of ['broadcaster_id', 'sender_id', 'message']) {
    if (!json[name]) throw refusal(400, `Missing required parameter "${name}"`);
    if (typeof json[name] !== 'string') throw refusal(400, `The parameter "${name}" was malformed`);
  }
  if (json.sender_id !== account.id) {
    throw refusal(401, 'The ID in the user_id query parameter must match the user ID in the access token.');
  }
  if (!state.accounts.some(({ id }) => id === json.broadcaster_id)) {
    throw refusal(400, 'The ID in the broadcaster_id query parameter is not valid.');
  }
  const text = String(json.message);
  if (Array.from(text).length > MAX_CHARACTERS) throw refusal(422, 'The message is too large');
  const parent = json.reply_parent_message_id;
  const isMessage = ({ id, color }: Line): boolean => id === parent && color === null;
  if (parent !== undefined && !state.lines.some(isMessage)) {
    throw refusal(400, 'The ID in the reply_parent_message_id query parameter is not valid.');
  }
  if (said(state, account, 'message', 30_000) >= state.limits.messages) {
    throw refusal(429, 'The rate limit has been exceeded.', { 'ratelimit-remaining': '799' });
  }
  const reason = state.armed.drop;
  if (reason) return ok({ data: [{ message_id: '', is_sent: false, drop_reason: reason }] });
  const parentId = parent === undefined ? null : String(parent);
  const line = add(state, { account, text, parentId, color: null });
  return ok({ data: [{ message_id: line.id, is_sent: true, drop_reason: null }] });
}

function announcement(state: State, call: Call, { account }: Grant<Account>): Answer {
  const broadcaster = call.query.get('broadcaster_id');
  if (!broadcaster) throw refusal(400, 'The broadcaster_id query parameter is required.');
  if (call.query.get('moderator_id') !== account.id || broadcaster !== account.id) {
    throw refusal(401, 'The ID in moderator_id must match the user ID found in the access token.');
  }
  const { message: text, color = 'primary' } = readJson(call, ['message', 'color']);
  if (typeof text !== 'string') throw refusal(400, "The message field in the request's body is required.");
  if (!text) throw refusal(400, 'The message field may not contain an empty string.');
  if (!COLORS.includes(String(color))) throw refusal(400, 'The specified color is not valid.');
  if (said(state, account, 'announcement', 2000) >= state.limits.announcements) {
    throw refusal(
      429,
      'The sender has exceeded the number of announcements they may send to this broadcaster_id within a given window.',
    );
  }
  // "Announcements are limited to a maximum of 500 characters; announcements longer than that are truncated."
  const kept = Array.from(text).slice(0, MAX_CHARACTERS).join('');
  add(state, { account, text: kept, parentId: null, color: String(color) });
  return { status: 204, body: null };
}

export const routes: readonly Route[] = [
  { method: 'GET', path: '/helix/users', query: [], scope: null, handle: users },
  {
    method: 'GET',
    path: '/helix/channels/followers',
    query: ['broadcaster_id', 'user_id', 'first', 'after'],
    scope: null,
    handle: followers,
  },
  {
    method: 'POST',
    path: '/helix/chat/messages',
    query: ['broadcaster_id', 'sender_id'],
    scope: 'user:write:chat',
    handle: message,
  },
  {
    method: 'POST',
    path: '/helix/chat/announcements',
    query: ['broadcaster_id', 'moderator_id'],
    scope: 'moderator:manage:announcements',
    handle: announcement,
  },
];
