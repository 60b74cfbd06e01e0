/** Connecting a chat with a bot's token, and updating its id when a group is upgraded. */
import type { ConnectedAccount, Provider, ProviderContext } from '../_kit/contract.ts';
import { ChannelGone, Rejected, TokenExpired } from '../_kit/errors.ts';
import { trimEndOf } from '../_kit/scan.ts';
import { call, parseToken, type Bot, type Chat } from './api.ts';
import { Migrated } from './errors.ts';
import { chatIdOf } from './schema.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import type { Words } from '../_kit/sentences/fill.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

interface Me {
  readonly id: number;
  readonly username: string;
}

/** The fields of a ChatMember that are read (core.telegram.org/bots/api#chatmember). */
interface Member {
  readonly status: 'creator' | 'administrator' | 'member' | 'restricted' | 'left' | 'kicked';
  readonly can_post_messages?: boolean;
  readonly can_send_messages?: boolean;
}

/**
 * Checks the token, finds the chat and makes sure that the bot may post there.
 *
 * The URL of a chat's picture contains the token, so it is not kept.
 *
 * @throws Rejected with a message for people
 */
export async function connect(
  input: Readonly<Record<string, string>>,
  ctx: ProviderContext,
): Promise<ConnectedAccount> {
  const bot: Bot = { token: parseToken(input.token) };
  const wanted = parseChat(input.chat);
  const topicId = parseTopic(input.topic);
  const me = await withRemedy(sentence('telegram_unknown_token'), () => call<Me>(bot, ctx, 'getMe'));
  const chat = await withRemedy(sentence('telegram_cannot_see', { bot: me.username, chat: wanted }), () =>
    call<Chat>(bot, ctx, 'getChat', { json: { chat_id: wanted } }),
  );
  await checkMayPost(bot, { me, chat }, ctx);
  if (topicId !== null) await checkTopic(bot, { chat, topicId }, ctx);
  const title = chat.title ?? chat.first_name ?? String(chat.id);
  return {
    // Not the public name, which another chat may take over.
    internalId: topicId === null ? String(chat.id) : `${chat.id}/${topicId}`,
    name: topicId === null ? title : `${title}, topic ${topicId}`,
    picture: null,
    profile: chat.username ? `@${chat.username}` : null,
    credentials: { token: bot.token, chatId: String(chat.id) },
    details: { chatType: chat.type, topicId, botName: me.username },
    expiresAt: null,
  };
}

/** Accepts `@name`, `name`, a link or a number. Of links to private chats only `t.me/c/…` contain the id. */
function parseChat(input: string | undefined): string {
  const link = input?.trim().replace(/^(?:https?:\/\/)?(?:t|telegram)\.me\//i, '') ?? '';
  const text = trimEndOf(link, '/');
  const [, ofLink] = /^c\/(\d+)(?:\/\d+)*$/.exec(text) ?? [];
  if (ofLink) return `-100${ofLink}`;
  if (/^-?\d{3,}$/.test(text)) return text;
  const [, name] = /^@?([a-z]\w{3,})(?:\/\d+)*$/i.exec(text) ?? [];
  if (!name) {
    throw new Rejected(sentence('telegram_not_a_chat'));
  }
  return `@${name}`;
}

/** The general topic is 1 in links, but messages to it must not have a topic. */
function parseTopic(input: string | undefined): number | null {
  const text = input?.trim() ?? '';
  if (!text || text === '1') return null;
  if (!/^\d{1,15}$/.test(text)) {
    throw new Rejected(sentence('telegram_not_a_topic'));
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
      ? sentence('telegram_make_admin', { bot: me.username })
      : sentence('telegram_add_to_group', { bot: me.username });
  const member = await withRemedy(remedy, () =>
    call<Member>(bot, ctx, 'getChatMember', { json: { chat_id: chat.id, user_id: me.id } }),
  );
  if (!mayPost(chat, member)) {
    throw new Rejected(sentence('telegram_may_not_post', { status: member.status, remedy }));
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

// No method shows a topic. "typing…" is rejected where a message would be, and disappears after five seconds.
async function checkTopic(
  bot: Bot,
  { chat, topicId }: { chat: Chat; topicId: number },
  ctx: ProviderContext,
): Promise<void> {
  if (!chat.is_forum) throw new Rejected(sentence('telegram_no_topics'));
  const json = { chat_id: chat.id, message_thread_id: topicId, action: 'typing' };
  await withRemedy(sentence('telegram_not_to_topic', { topic: String(topicId) }), () =>
    call(bot, ctx, 'sendChatAction', { json }),
  );
}

/** Runs `work`; its errors become rejections that begin with what the person can do. */
async function withRemedy<T>(remedy: Words, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TokenExpired || error instanceof ChannelGone || error instanceof Rejected)) {
      throw error;
    }
    throw new Rejected(sentence('telegram_remedy', { remedy, why: error.said }), {
      networkCode: error.networkCode,
    });
  }
}

/**
 * Tokens do not expire and cannot be renewed, but the id of a group changes when it becomes a supergroup. Any
 * call that would write to the old one returns the new id; "typing…" leaves no trace.
 *
 * @throws ChannelGone if the token is still not accepted: a person must reconnect the channel with a new one
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
      throw new ChannelGone(sentence('telegram_token_refused', { why: error.said }), {
        networkCode: error.networkCode,
      });
    } else throw error;
  }
  return { credentials, expiresAt: null };
};
