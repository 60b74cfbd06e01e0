/** Fields to connect a chat, settings of a post, and the facts about a chat that a channel keeps. */
import type { Channel, ConnectField, Json, JsonSchema } from '../_kit/contract.ts';
import { patternWith } from '../_kit/issue-words.ts';
import { pollField } from '../_kit/poll.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

/** Where the preview of a link stands: below the text unless `link_preview` says otherwise. */
export const PREVIEWS = ['below', 'above', 'off'] as const;

/** The most characters of a poll's question (`sendPoll`, `question`). */
export const MAX_QUESTION = 300;

/** Crier's own limits: Telegram documents none for URL buttons. */
const MAX_BUTTONS = 10;
const MAX_LABEL = 64;

const flag = (description: string): JsonSchema => ({ type: ['boolean', 'null'], description });

const button: JsonSchema = {
  type: 'object',
  properties: {
    text: { type: 'string', minLength: 1, maxLength: MAX_LABEL, description: 'What the button says' },
    url: {
      type: 'string',
      minLength: 1,
      maxLength: 2048,
      if: { pattern: '^$|\\(post:' },
      // Telegram refuses a host without a dot ("Wrong HTTP URL").
      else: {
        format: 'uri',
        ...patternWith('^(tg://|https?://[^/?#]*\\.)', catalogue(english)('telegram_not_a_url')),
      },
      description: 'URL that the button opens',
    },
  },
  required: ['text', 'url'],
};

/**
 * Parameters of the methods that send (core.telegram.org/bots/api: sendMessage, LinkPreviewOptions,
 * InlineKeyboardButton, sendPoll of Bot API 10.1).
 */
export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'telegram' },
    silent: flag('Whether people are notified without a sound'),
    link_preview: {
      enum: [...PREVIEWS, '', null],
      description: 'Preview of the first link: below the text (default), above it, or off',
    },
    buttons: {
      type: ['array', 'null'],
      maxItems: MAX_BUTTONS,
      items: button,
      description: 'Buttons below the first message, each with a text and the URL that it opens',
    },
    poll: pollField(
      { options: 12, length: 100 },
      {
        question: {
          type: ['string', 'null'],
          maxLength: MAX_QUESTION,
          description: 'Question of the poll; default: the text of the post, which otherwise stands above it',
        },
        anonymous: {
          type: ['boolean', 'null'],
          default: true,
          description: 'Whether nobody sees who chose what; always so in channels',
        },
        multiple: flag('Whether people may choose several answers'),
      },
      'Poll in place of the message',
    ),
    spoiler: flag('Whether pictures and videos are hidden until people tap them'),
    protect_content: flag('Whether people are kept from forwarding and saving the message'),
  },
};

/** What the settings of a post add to the message at `position`. */
export function extrasOf(settings: Readonly<Record<string, unknown>>, position: number): Json {
  const buttons = position === 0 ? ((settings.buttons ?? []) as { text: string; url: string }[]) : [];
  const preview = settings.link_preview;
  return {
    ...(settings.silent === true ? { disable_notification: true } : {}),
    ...(settings.protect_content === true ? { protect_content: true } : {}),
    ...(preview === 'off' ? { link_preview_options: { is_disabled: true } } : {}),
    ...(preview === 'above' ? { link_preview_options: { show_above_text: true } } : {}),
    ...(buttons.length
      ? { reply_markup: { inline_keyboard: buttons.map(({ text, url }) => [{ text, url }]) } }
      : {}),
  };
}

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
