/** Connecting a chat: a bot's token and where it posts; and renewing what a group's upgrade changes. */
import type { ConnectedAccount, Provider, ProviderContext } from '../_kit/contract.ts';
import { ChannelGone, Rejected, TokenExpired } from '../_kit/errors.ts';
import { call, parseToken, type Bot, type Chat } from './api.ts';
import { Migrated } from './errors.ts';
import { chatIdOf } from './schema.ts';

interface Me {
  readonly id: number;
  readonly username: string;
}

/** A ChatMember, as far as it is read (core.telegram.org/bots/api#chatmember). */
interface Member {
  readonly status: 'creator' | 'administrator' | 'member' | 'restricted' | 'left' | 'kicked';
  readonly can_post_messages?: boolean;
  readonly can_send_messages?: boolean;
}

/**
 * Checks the token, finds the chat and makes sure that the bot may post there.
 *
 * The picture of a chat has an address that contains the token, so none is kept.
 *
 * @throws Rejected in words for a person
 */
export async function connect(
  input: Readonly<Record<string, string>>,
  ctx: ProviderContext,
): Promise<ConnectedAccount> {
  const bot: Bot = { token: parseToken(input.token) };
  const wanted = parseChat(input.chat);
  const topicId = parseTopic(input.topic);
  const me = await inWords('Telegram does not know this token', () => call<Me>(bot, ctx, 'getMe'));
  const chat = await inWords(`@${me.username} cannot see ${wanted}: add the bot to it first`, () =>
    call<Chat>(bot, ctx, 'getChat', { json: { chat_id: wanted } }),
  );
  await checkMayPost(bot, { me, chat }, ctx);
  if (topicId !== null) await checkTopic(bot, { chat, topicId }, ctx);
  const title = chat.title ?? chat.first_name ?? String(chat.id);
  return {
    // Not the public name: it can be given up, and taken by another chat.
    internalId: topicId === null ? String(chat.id) : `${chat.id}/${topicId}`,
    name: topicId === null ? title : `${title}, topic ${topicId}`,
    picture: null,
    profile: chat.username ? `@${chat.username}` : null,
    credentials: { token: bot.token, chatId: String(chat.id) },
    details: { chatType: chat.type, topicId, botName: me.username },
    expiresAt: null,
  };
}

/**
 * `@name`, `name`, a link to it, or a number. Links to private chats name no id that could be called, but for
 * `t.me/c/…`.
 */
function parseChat(given: string | undefined): string {
  const text =
    given
      ?.trim()
      .replace(/^(?:https?:\/\/)?(?:t|telegram)\.me\//i, '')
      .replace(/\/+$/, '') ?? '';
  const [, ofLink] = /^c\/(\d+)(?:\/\d+)*$/.exec(text) ?? [];
  if (ofLink) return `-100${ofLink}`;
  if (/^-?\d{3,}$/.test(text)) return text;
  const [, name] = /^@?([a-z]\w{3,})(?:\/\d+)*$/i.exec(text) ?? [];
  if (!name) {
    throw new Rejected(
      'The chat must be @name, a link such as https://t.me/name, or its numeric id (-100…). An invitation link does not name a chat',
    );
  }
  return `@${name}`;
}

/** The general topic has the number 1 in links, but messages reach it only without a number. */
function parseTopic(given: string | undefined): number | null {
  const text = given?.trim() ?? '';
  if (!text || text === '1') return null;
  if (!/^\d{1,15}$/.test(text)) {
    throw new Rejected('The topic must be a number: the middle one in its link t.me/name/NUMBER/…');
  }
  return Number(text);
}

async function checkMayPost(
  bot: Bot,
  { me, chat }: { me: Me; chat: Chat },
  ctx: ProviderContext,
): Promise<void> {
  if (chat.type === 'private') return;
  const remedy =
    chat.type === 'channel'
      ? `Make @${me.username} an administrator of the channel with the right to post messages`
      : `Add @${me.username} to the group and let it send messages`;
  const member = await inWords(remedy, () =>
    call<Member>(bot, ctx, 'getChatMember', { json: { chat_id: chat.id, user_id: me.id } }),
  );
  if (!mayPost(chat, member)) {
    throw new Rejected(`The bot may not post here (it is "${member.status}"). ${remedy}`);
  }
}

function mayPost(chat: Chat, member: Member): boolean {
  if (member.status === 'left' || member.status === 'kicked') return false;
  if (chat.type === 'channel') {
    return (
      member.status === 'creator' || (member.status === 'administrator' && member.can_post_messages === true)
    );
  }
  if (member.status === 'restricted') return member.can_send_messages === true;
  return member.status !== 'member' || chat.permissions?.can_send_messages !== false;
}

// No method shows a topic. "typing…" is refused where a message would be, and is gone after five seconds.
async function checkTopic(
  bot: Bot,
  { chat, topicId }: { chat: Chat; topicId: number },
  ctx: ProviderContext,
): Promise<void> {
  if (!chat.is_forum) throw new Rejected('This chat has no topics: leave the topic empty');
  const json = { chat_id: chat.id, message_thread_id: topicId, action: 'typing' };
  await inWords(`The bot cannot post to the topic ${topicId}`, () =>
    call(bot, ctx, 'sendChatAction', { json }),
  );
}

/** What ends a channel is at connect time a refusal, with the remedy before the network's words. */
async function inWords<T>(remedy: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TokenExpired || error instanceof ChannelGone || error instanceof Rejected)) {
      throw error;
    }
    throw new Rejected(`${remedy}. ${error.message}`, { networkCode: error.networkCode });
  }
}

/**
 * Tokens do not expire and cannot be renewed; what can be is the id of a group that became a supergroup. It
 * is named by every call that would write to the old one, and "typing…" writes nothing that stays.
 *
 * @throws ChannelGone when the token is still refused: a person must connect again with a new one
 */
export const refresh: NonNullable<Provider['refresh']> = async (channel, ctx) => {
  const bot: Bot = { token: channel.credentials.token ?? '' };
  const credentials = { ...channel.credentials };
  try {
    await call<Me>(bot, ctx, 'getMe');
    await call(bot, ctx, 'sendChatAction', { json: { chat_id: chatIdOf(channel), action: 'typing' } });
  } catch (error) {
    if (error instanceof Migrated) credentials.chatId = String(error.chatId);
    else if (error instanceof TokenExpired) {
      throw new ChannelGone(
        `Telegram no longer accepts the bot's token; connect the channel again with the one that @BotFather shows. ${error.message}`,
        { networkCode: error.networkCode },
      );
    } else throw error;
  }
  return { credentials, expiresAt: null };
};
