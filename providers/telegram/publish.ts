/** The calls that publish and delete messages. */
import type { Provider, Published } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { call, type Chat, type Message } from './api.ts';
import { Migrated } from './errors.ts';
import { bodyFor } from './payload.ts';
import type { Prepared, Ref } from './prepare.ts';
import { chatIdOf, readDetails } from './schema.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { PUBLISH_TIMEOUT_MS } from './rules.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

const ANSWER_MS = 30_000;
const SLOWEST_BYTES_PER_SECOND = 256 * 1024;

export const publish: Provider['publish'] = async ({ channel, item }, prepared, ctx) => {
  const { method, ...message } = prepared as Prepared;
  const { topicId } = readDetails(channel.details);
  const body = await bodyFor({ ...message, chatId: chatIdOf(channel), topicId }, item.media);
  const size = item.media.reduce((sum, file) => sum + file.size, 0);
  const timeoutMs = Math.min(ANSWER_MS + (size / SLOWEST_BYTES_PER_SECOND) * 1000, PUBLISH_TIMEOUT_MS);
  const result = await call<Message | Message[]>({ token: channel.credentials.token ?? '' }, ctx, method, {
    ...body,
    timeoutMs: Math.round(timeoutMs),
  });
  return { status: 'published', published: toPublished([result].flat()) };
};

/** A post is referred to by its first message. A 2xx answer without ids proves nothing about it. */
function toPublished(messages: readonly Message[]): Published {
  const [first] = messages;
  const complete = messages.every(
    (message) => Number.isSafeInteger(message?.message_id) && Number.isSafeInteger(message.chat?.id),
  );
  if (!first || !complete) throw new OutcomeUnknown(answeredWithout('Telegram', 'the id of a message'));
  return {
    id: String(first.message_id),
    url: urlOf(first.chat, first.message_id),
    ref: { chatId: first.chat.id, messageIds: messages.map((m) => m.message_id) },
  };
}

/**
 * Public chats have a URL by name; private channels and supergroups by id without the prefix -100, for
 * members only; other chats have none.
 */
function urlOf(chat: Chat, messageId: number): string | null {
  if (chat.type !== 'channel' && chat.type !== 'supergroup') return null;
  return `https://t.me/${chat.username ?? `c/${String(chat.id).replace(/^-100/, '')}`}/${messageId}`;
}

/** Deletes every message of the post; some may already be gone. */
export const remove: NonNullable<Provider['remove']> = async (channel, published, ctx) => {
  const { chatId, messageIds } = published.ref as unknown as Ref;
  for (const messageId of messageIds) {
    await call({ token: channel.credentials.token ?? '' }, ctx, 'deleteMessage', {
      json: { chat_id: chatId, message_id: messageId },
    }).catch((error: unknown) => {
      if (error instanceof Rejected && /message to delete not found/i.test(error.message)) return;
      throw explain(error);
    });
  }
};

/**
 * Some messages cannot be deleted any more: "a message can only be deleted if it was sent less than 48 hours
 * ago" (core.telegram.org/bots/api#deletemessage), and an upgraded group is read-only.
 */
function explain(error: unknown): unknown {
  if (error instanceof Migrated) {
    return new Rejected(sentence('telegram_before_supergroup', { why: error.said }), {
      networkCode: error.networkCode,
    });
  }
  if (!(error instanceof Rejected && /message can't be deleted/i.test(error.message))) return error;
  return new Rejected(sentence('telegram_too_late_to_delete', { why: error.said }), {
    networkCode: error.networkCode,
  });
}
