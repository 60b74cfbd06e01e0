/** Settings of a post, what a person gives to connect, and the facts about a chat that a channel keeps. */
import type { Channel, ConnectField, Json, JsonSchema } from '../_kit/contract.ts';

/** Nothing but the type: a message is its text and its media. */
export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { __type: { const: 'telegram' } },
};

/**
 * What a person fills in. The token is asked for each channel, not set once for the whole installation:
 * whoever may connect a channel could otherwise post to every chat that the common bot was ever added to.
 */
export const fields: readonly ConnectField[] = [
  {
    name: 'token',
    label: 'Bot token',
    secret: true,
    required: true,
    env: 'TELEGRAM_TOKEN',
    help: 'From @BotFather in Telegram: /newbot, or /token for a bot that you have; looks like 123456789:AA…',
  },
  {
    name: 'chat',
    label: 'Channel or group',
    secret: false,
    required: true,
    env: 'TELEGRAM_CHAT',
    help: '@name, a link such as https://t.me/name, or the numeric id (-100…). Add the bot there first; in a channel as an administrator that may post',
  },
  {
    name: 'topic',
    label: 'Topic',
    secret: false,
    required: false,
    env: 'TELEGRAM_TOPIC',
    help: 'Only for a group with topics: the number of the topic, the middle one in its link t.me/name/NUMBER/…; empty = the general topic',
  },
];

/** Kinds of chats (core.telegram.org/bots/api#chat). */
export type ChatType = 'channel' | 'supergroup' | 'group' | 'private';

/** Public facts of a channel, kept in `details`. */
export interface ChatDetails {
  readonly chatType: ChatType;
  /** `message_thread_id` of the topic; null = the chat has none, or its general one. */
  readonly topicId: number | null;
  /** Name of the bot without @, for people. */
  readonly botName: string;
}

/** The details of a channel; what is missing counts as a channel without topics. */
export function readDetails(details: Readonly<Record<string, Json>>): ChatDetails {
  const { chatType, topicId, botName } = details;
  return {
    chatType: typeof chatType === 'string' ? (chatType as ChatType) : 'channel',
    topicId: typeof topicId === 'number' ? topicId : null,
    botName: typeof botName === 'string' ? botName : '',
  };
}

/**
 * The chat that messages go to. It stands among the credentials, not in `details`: a group that becomes a
 * supergroup gets another id, and credentials are what a renewal can replace.
 */
export function chatIdOf(channel: Pick<Channel, 'credentials'>): number {
  return Number(channel.credentials.chatId);
}
