/** Fields to connect a chat, settings of a post, and the facts about a chat that a channel keeps. */
import type { Channel, ConnectField, Json } from '../_kit/contract.ts';
import { noSettings } from '../_kit/no-settings.ts';

/** A message has no settings of its own. */
export const settingsSchema = noSettings('telegram');

/**
 * The token is a field of each channel instead of a setting of the instance: otherwise, anyone who may
 * connect a channel could post to every chat that the shared bot was ever added to.
 */
export const fields: readonly ConnectField[] = [
  {
    name: 'token',
    label: 'Bot token',
    secret: true,
    required: true,
    env: 'TELEGRAM_TOKEN',
    help: 'From @BotFather in Telegram: /newbot, or /token for an existing bot; it looks like 123456789:AA…',
  },
  {
    name: 'chat',
    label: 'Channel or group',
    secret: false,
    required: true,
    env: 'TELEGRAM_CHAT',
    // The number: another chat may have taken over the public name.
    known: ({ internalId }) => internalId.split('/')[0],
    help:
      '@name, a link such as https://t.me/name, or the numeric id (-100…). Add the bot there first; in a ' +
      'channel, make it an administrator who may post',
  },
  {
    name: 'topic',
    label: 'Topic',
    secret: false,
    required: false,
    env: 'TELEGRAM_TOPIC',
    known: ({ details }) => details.topicId,
    help:
      'Only for groups with topics: the number of the topic, in the middle of its link t.me/name/NUMBER/…; ' +
      'leave empty for the general topic',
  },
];

/** Kinds of chats (core.telegram.org/bots/api#chat). */
export type ChatType = 'channel' | 'supergroup' | 'group' | 'private';

/** What `connect` learned about the chat, kept in `channel.details`. */
export interface ChatDetails {
  readonly chatType: ChatType;
  /** `message_thread_id` of the topic; null if the chat has none, or for the general topic. */
  readonly topicId: number | null;
  /** Name of the bot, without @. */
  readonly botName: string;
}

/** The details of a channel; by default, a chat of the type channel without topics. */
export function readDetails(details: Readonly<Record<string, Json>>): ChatDetails {
  const { chatType, topicId, botName } = details;
  return {
    chatType: typeof chatType === 'string' ? (chatType as ChatType) : 'channel',
    topicId: typeof topicId === 'number' ? topicId : null,
    botName: typeof botName === 'string' ? botName : '',
  };
}

/**
 * The chat that messages go to. It is part of the credentials instead of `details`: it changes when a group
 * becomes a supergroup, and `refresh` can replace credentials.
 */
export function chatIdOf(channel: Pick<Channel, 'credentials'>): number {
  return Number(channel.credentials.chatId);
}
