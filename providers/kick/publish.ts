/** The calls that send and delete a message (docs.kick.com, "Chat"). */
import type { Provider } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { call, toPublished, type Ref, type SentMessage } from './api.ts';
import type { Prepared } from './prepare.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { PUBLISH_TIMEOUT_MS } from './rules.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** Sent as the person (`user`): messages of a `bot` come from an account of the app. */
export const publish: Provider['publish'] = async ({ channel }, stored, ctx) => {
  const { text, replyTo } = stored as Prepared;
  const sent = await call<SentMessage>(channel, ctx, 'chat', {
    method: 'POST',
    json: {
      type: 'user',
      broadcaster_user_id: Number(channel.internalId),
      content: text,
      ...(replyTo === null ? {} : { reply_to_message_id: replyTo }),
    },
    timeoutMs: PUBLISH_TIMEOUT_MS,
  });
  if (sent?.is_sent === false) {
    throw new Rejected(sentence('kick_not_sent'), { networkCode: 'not_sent' });
  }
  if (sent?.is_sent !== true || !sent.message_id) {
    throw new OutcomeUnknown(answeredWithout('Kick', 'saying whether the message was sent'));
  }
  return { status: 'published', published: toPublished(channel, sent.message_id) };
};

/** Deletes the message; it may already be gone. */
export const remove: NonNullable<Provider['remove']> = async (channel, { id, ref }, ctx) => {
  const messageId = (ref as Ref | null)?.messageId ?? id;
  await call(channel, ctx, `chat/${encodeURIComponent(messageId)}`, { method: 'DELETE' }).catch(
    (error: unknown) => {
      if (!(error instanceof Rejected && error.networkCode === '404')) throw error;
    },
  );
};
