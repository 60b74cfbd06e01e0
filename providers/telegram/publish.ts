/** Publishing and removing messages, and why nothing can be looked up. */
import type { Json, Provider, Published } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { call, type Chat, type Message } from './api.ts';
import { Migrated } from './errors.ts';
import { bodyFor, methodFor } from './message.ts';
import { chatIdOf, readDetails } from './schema.ts';
import { toTelegramHtml } from './text.ts';

/** The final request without its files, which are read when it is sent. */
interface Prepared {
  readonly [key: string]: Json;
  readonly method: string;
  readonly html: string;
  readonly replyTo: number | null;
}

/** What is kept of a post: an album is one message for each file. */
interface Ref {
  readonly chatId: number;
  readonly messageIds: readonly number[];
}

/** An upper bound for one call. Files travel inside it: 50 MB at 2 Mbit/s need 200 seconds. */
export const PUBLISH_TIMEOUT_MS = 240_000;
const ANSWER_MS = 30_000;
const SLOWEST_BYTES_PER_SECOND = 256 * 1024;

/** Builds the text; nothing is uploaded, as the Bot API has no upload that is not a message. */
export const prepare: Provider['prepare'] = async ({ channel, item, parent }) => {
  const ref = parent?.ref as Ref | null | undefined;
  // A group that became a supergroup starts with new ids, so what went out before cannot be replied to. Of a
  // message that a person found, only its id is known.
  const replyTo = parent && (!ref || ref.chatId === chatIdOf(channel)) ? Number(parent.id) : null;
  const prepared: Prepared = { method: methodFor(item.media), html: toTelegramHtml(item.text), replyTo };
  return prepared;
};

/** One request: a message, or an album. */
export const publish: Provider['publish'] = async ({ channel, item }, prepared, ctx) => {
  const { method, html, replyTo } = prepared as Prepared;
  const body = await bodyFor(
    { chatId: chatIdOf(channel), topicId: readDetails(channel.details).topicId, replyTo, html },
    item.media,
  );
  const size = item.media.reduce((sum, file) => sum + file.size, 0);
  const timeoutMs = Math.min(ANSWER_MS + (size / SLOWEST_BYTES_PER_SECOND) * 1000, PUBLISH_TIMEOUT_MS);
  const result = await call<Message | Message[]>({ token: channel.credentials.token ?? '' }, ctx, method, {
    ...body,
    timeoutMs: Math.round(timeoutMs),
  });
  return { status: 'published', published: toPublished([result].flat()) };
};

/** How the post is referred to later, by its first message. A 2xx without ids says nothing about it. */
function toPublished(messages: readonly Message[]): Published {
  const [first] = messages;
  const whole = messages.every(
    (message) => Number.isSafeInteger(message?.message_id) && Number.isSafeInteger(message.chat?.id),
  );
  if (!first || !whole) throw new OutcomeUnknown('Telegram answered without the id of a message');
  return {
    id: String(first.message_id),
    url: addressOf(first.chat, first.message_id),
    ref: { chatId: first.chat.id, messageIds: messages.map((m) => m.message_id) },
  };
}

/**
 * Public chats by name; private channels and supergroups by id without its -100, for members only; other
 * chats have no addresses.
 */
function addressOf(chat: Chat, messageId: number): string | null {
  if (chat.type !== 'channel' && chat.type !== 'supergroup') return null;
  return `https://t.me/${chat.username ?? `c/${String(chat.id).replace(/^-100/, '')}`}/${messageId}`;
}

/**
 * Never knows. The Bot API takes no key with a message, and a bot can read no history: no method lists or
 * shows messages, and a bot gets no updates of its own posts (core.telegram.org/bots/api). What could betray
 * a message whose id is guessed is not reading: forwardMessage and copyMessage post it once more, a reply
 * posts, and editMessageText ("message is not modified" when the text is the same) changes whatever other
 * message of the bot has that id. editMessageReplyMarkup would tell that some message of the bot has it, not
 * which, and takes the buttons off it. Nor is a message that is missing now proof that it will not come.
 */
export const verify: Provider['verify'] = async () => ({
  status: 'unknown',
  reason: 'Telegram does not let a bot read the messages of a chat',
});

/** Deletes every message of the post; what is gone already is what was wanted. */
export const remove: NonNullable<Provider['remove']> = async (channel, published, ctx) => {
  const { chatId, messageIds } = published.ref as unknown as Ref;
  for (const messageId of messageIds) {
    await call({ token: channel.credentials.token ?? '' }, ctx, 'deleteMessage', {
      json: { chat_id: chatId, message_id: messageId },
    }).catch((error: unknown) => {
      if (error instanceof Rejected && /message to delete not found/i.test(error.message)) return;
      throw inWords(error);
    });
  }
};

/**
 * What stays for good is said so: "a message can only be deleted if it was sent less than 48 hours ago"
 * (core.telegram.org/bots/api#deletemessage), and an upgraded group is closed to writers.
 */
function inWords(error: unknown): unknown {
  if (error instanceof Migrated) {
    return new Rejected(
      `The message is in the group as it was before it became a supergroup; delete it in Telegram. ${error.message}`,
      { networkCode: error.networkCode },
    );
  }
  if (!(error instanceof Rejected && /message can't be deleted/i.test(error.message))) return error;
  return new Rejected(
    `A bot can delete its messages for 48 hours only; delete it in Telegram. ${error.message}`,
    { networkCode: error.networkCode },
  );
}
