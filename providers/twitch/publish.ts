/** The one call: a message, or an announcement. The broadcaster is the sender, and moderates the own chat. */
import type { Provider, ProviderContext, PublishRequest, PublishResult } from '../_kit/contract.ts';
import { OutcomeUnknown } from '../_kit/errors.ts';
import { accessOf, call, toPublished, type SentMessage } from './api.ts';
import { dropped } from './errors.ts';
import type { Prepared } from './prepare.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { PUBLISH_TIMEOUT_MS } from './rules.ts';

export const publish: Provider['publish'] = async (request, stored, ctx) => {
  const { text, replyTo, color } = stored as Prepared;
  return color === null ? say(request, { text, replyTo }, ctx) : announce(request, { text, color }, ctx);
};

async function say(
  { channel }: PublishRequest,
  { text, replyTo }: { text: string; replyTo: string | null },
  ctx: ProviderContext,
): Promise<PublishResult> {
  const { body } = await call<{ data?: readonly SentMessage[] }>(accessOf(channel), ctx, 'chat/messages', {
    method: 'POST',
    json: {
      broadcaster_id: channel.internalId,
      sender_id: channel.internalId,
      message: text,
      ...(replyTo === null ? {} : { reply_parent_message_id: replyTo }),
    },
    timeoutMs: PUBLISH_TIMEOUT_MS,
  });
  const sent = body?.data?.[0];
  if (sent?.is_sent === false) throw dropped(sent.drop_reason, ctx.now());
  if (sent?.is_sent !== true || !sent.message_id) {
    throw new OutcomeUnknown(answeredWithout('Twitch', 'saying whether the message was sent'));
  }
  return { status: 'published', published: toPublished(channel, sent.message_id, sent.message_id) };
}

/** Twitch answers 204 and no id, so the announcement gets one of ours. */
async function announce(
  { channel, idempotencyKey }: PublishRequest,
  { text, color }: { text: string; color: string },
  ctx: ProviderContext,
): Promise<PublishResult> {
  const who = new URLSearchParams({ broadcaster_id: channel.internalId, moderator_id: channel.internalId });
  const { status } = await call(accessOf(channel), ctx, `chat/announcements?${who}`, {
    method: 'POST',
    json: { message: text, color },
    timeoutMs: PUBLISH_TIMEOUT_MS,
  });
  if (status !== 204) {
    throw new OutcomeUnknown(answeredWithout('Twitch', 'saying whether the message was sent'));
  }
  return { status: 'published', published: toPublished(channel, idempotencyKey, null) };
}
