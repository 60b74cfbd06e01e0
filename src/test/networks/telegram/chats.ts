/** Finds chats, checks a bot's access to them, and describes them. */
import { bad, forbidden, integer, ApiError, text, type Call, type Method } from './call.ts';
import type { Bot, Chat, Member, State } from './state.ts';

/** The access that a method needs (the Bot API server checks no more than that). */
export type Access = 'read' | 'write';

/**
 * The chat that `chat_id` names, if the bot has the access that the method needs.
 *
 * @throws ApiError with the server's messages and in its order: not found, upgraded, kicked, left
 */
export function findChat(call: Call, access: Access): Chat {
  const named = text(call, 'chat_id').trim();
  if (!named) throw bad('chat_id is empty');
  const chat = named.startsWith('@')
    ? [...call.state.chats.values()].find((c) => c.username?.toLowerCase() === named.slice(1).toLowerCase())
    : call.state.chats.get(Number(named));
  if (!chat) throw bad('chat not found');
  checkAccess(call.bot, chat, access);
  return chat;
}

function checkAccess(bot: Bot, chat: Chat, access: Access): void {
  if (chat.type === 'private') {
    if (chat.blocked && access === 'write') throw forbidden('bot was blocked by the user');
    return;
  }
  if (chat.migratedTo !== null && access === 'write') {
    throw new ApiError(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
      migrate_to_chat_id: chat.migratedTo,
    });
  }
  const status = memberOf(chat, bot).status;
  if (status === 'kicked') throw forbidden(`bot was kicked from the ${chat.type} chat`);
  // Anyone can read a public chat.
  if (status === 'left' && (access === 'write' || !chat.username)) {
    throw forbidden(`bot is not a member of the ${chat.type} chat`);
  }
}

/** The bot's membership in a chat. A bot that never joined counts as having left. */
export function memberOf(chat: Chat, bot: Pick<Bot, 'id'>): Member {
  return chat.members.get(bot.id) ?? { status: 'left', rights: {} };
}

/** The permission that a message needs. */
const NEEDS = {
  text: ['can_send_messages', 'text messages'],
  photo: ['can_send_photos', 'photos'],
  video: ['can_send_videos', 'videos'],
  animation: ['can_send_other_messages', 'animations'],
  document: ['can_send_messages', 'documents'],
  poll: ['can_send_polls', 'polls'],
} as const;

/** @throws ApiError if the bot may not send the message */
export function checkRights(bot: Bot, chat: Chat, kinds: readonly (keyof typeof NEEDS)[]): void {
  const { status, rights } = memberOf(chat, bot);
  if (chat.type === 'channel') {
    if (status !== 'administrator') throw bad('need administrator rights in the channel chat');
    if (rights.can_post_messages === false) {
      throw bad('not enough rights to post messages in the channel chat');
    }
    return;
  }
  if (chat.type === 'private' || status === 'administrator') return;
  for (const kind of kinds) {
    const [right, name] = NEEDS[kind];
    const allowed = status === 'restricted' ? rights[right] === true : chat.permissions[right];
    if (!allowed) throw bad(`not enough rights to send ${name} to the chat`);
  }
}

/** The topic that a request names; null for the general topic. */
export function findTopic(call: Call, chat: Chat): number | null {
  const id = integer(call, 'message_thread_id');
  if (id === null || id === 0) return null;
  const topic = chat.topics.get(id);
  if (!topic) throw bad('message thread not found');
  if (topic.closed && memberOf(chat, call.bot).status !== 'administrator') throw bad('TOPIC_CLOSED');
  return id;
}

/** A chat as the API returns it inside messages. */
export function presentChat(chat: Chat): Record<string, unknown> {
  const name = chat.type === 'private' ? { first_name: chat.title } : { title: chat.title };
  return {
    id: chat.id,
    type: chat.type,
    ...name,
    ...(chat.username ? { username: chat.username } : {}),
    ...(chat.forum ? { is_forum: true } : {}),
  };
}

const presentBot = (bot: Bot): Record<string, unknown> => ({
  id: bot.id,
  is_bot: true,
  first_name: bot.username,
  username: bot.username,
});

const getMe: Method = ({ bot }) => ({
  ...presentBot(bot),
  can_join_groups: true,
  can_read_all_group_messages: false,
  supports_inline_queries: false,
});

const getChat: Method = (call) => {
  const chat = findChat(call, 'read');
  const group = chat.type === 'group' || chat.type === 'supergroup';
  return {
    ...presentChat(chat),
    accent_color_id: 0,
    max_reaction_count: 11,
    ...(group ? { permissions: chat.permissions } : {}),
  };
};

const getChatMember: Method = (call) => {
  const chat = findChat(call, 'read');
  const userId = integer(call, 'user_id');
  if (!userId) throw bad('invalid user_id specified');
  const own = memberOf(chat, call.bot);
  // Only its administrators can see the members of a channel.
  if (chat.type === 'channel' && own.status !== 'administrator') throw bad('member list is inaccessible');
  const known = botById(call.state, userId);
  if (!known) throw bad('user not found');
  const { status, rights } = memberOf(chat, known);
  return {
    user: presentBot(known),
    status,
    ...(status === 'administrator' && chat.type === 'channel'
      ? { can_post_messages: rights.can_post_messages !== false }
      : rights),
  };
};

const botById = (state: State, id: number): Bot | undefined =>
  [...state.bots.values()].find((bot) => bot.id === id);

const getChatMemberCount: Method = (call) => findChat(call, 'read').memberCount;

const sendChatAction: Method = (call) => {
  if (!['typing', 'upload_photo', 'upload_video', 'upload_document'].includes(text(call, 'action'))) {
    throw bad('wrong parameter action in request');
  }
  findTopic(call, findChat(call, 'write'));
  return true;
};

const getUpdates: Method = ({ bot }) => {
  if (bot.webhook) {
    throw new ApiError(
      409,
      "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    );
  }
  return [];
};

export const chatMethods: Readonly<Record<string, Method>> = {
  getMe,
  getChat,
  getChatMember,
  getChatMemberCount,
  sendChatAction,
  getUpdates,
};
