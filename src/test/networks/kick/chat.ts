/** Users, channels and messages (docs.kick.com: Users, Channels, Chat). */
import { randomUUID } from 'node:crypto';
import type { Grant } from '../_shared/grants.ts';
import { ok, readJson, refusal, type Answer, type Call, type Route } from './call.ts';
import type { Account, State } from './state.ts';

const MAX_CHARACTERS = 500;

const users = (_: State, __: Call, { account }: Grant<Account>): Answer =>
  ok([{ user_id: account.id, name: account.name, email: 'ada@example.com', profile_picture: '' }]);

const channels = (_: State, __: Call, { account }: Grant<Account>): Answer =>
  ok([{ broadcaster_user_id: account.id, slug: account.slug, channel_description: '', stream_title: '' }]);

function send(state: State, call: Call, { account }: Grant<Account>): Answer {
  const json = readJson(call, ['type', 'content', 'broadcaster_user_id', 'reply_to_message_id']);
  const { type, content, broadcaster_user_id: broadcaster, reply_to_message_id: parent } = json;
  if (type !== 'user') throw refusal(400, 'Channel not found');
  if (typeof content !== 'string' || !content || Array.from(content).length > MAX_CHARACTERS) {
    throw refusal(400, 'Invalid request');
  }
  if (!Number.isInteger(broadcaster)) throw refusal(400, 'Invalid request');
  if (!state.accounts.some(({ id }) => id === broadcaster)) throw refusal(404, 'Channel not found');
  if (parent !== undefined && !state.messages.some(({ id }) => id === parent)) {
    throw refusal(404, 'Message not found');
  }
  const id = randomUUID();
  if (state.armed.holdsBack) return ok({ is_sent: false, message_id: '' });
  const parentId = parent === undefined ? null : String(parent);
  state.messages.push({ id, account, text: content, parentId });
  return ok({ is_sent: true, message_id: id });
}

function remove(state: State, { path }: Call, { account }: Grant<Account>): Answer {
  const id = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
  const index = state.messages.findIndex((message) => message.id === id && message.account === account);
  if (index < 0) throw refusal(404, 'Message not found');
  state.messages.splice(index, 1);
  return { status: 204, body: null };
}

export const routes: readonly Route[] = [
  { method: 'GET', path: /^\/public\/v1\/users$/, scope: 'user:read', handle: users },
  { method: 'GET', path: /^\/public\/v1\/channels$/, scope: 'channel:read', handle: channels },
  { method: 'POST', path: /^\/public\/v1\/chat$/, scope: 'chat:write', handle: send },
  {
    method: 'DELETE',
    path: /^\/public\/v1\/chat\/[^/]+$/,
    scope: 'moderation:chat_message:manage',
    handle: remove,
  },
];
