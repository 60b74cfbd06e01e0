/** The body of a new message, or of a new post in a forum, with its files. */
import { FormData } from 'undici';
import type { Json, MediaFile, PublishRequest } from '../_kit/contract.ts';
import { ProviderError, Unsent } from '../_kit/errors.ts';
import type { HttpCall } from '../_kit/http.ts';
import { pollOf, questionOf } from '../_kit/poll.ts';
import { embedsOf, toRichEmbed } from './schema/embeds.ts';
import { LIMITS } from './schema.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

/**
 * Mentions everyone named in the text, if the bot may. Explicit, because the default differs between routes.
 */
const ALLOWED_MENTIONS = { parse: ['users', 'roles', 'everyone'] };

/**
 * The nonce of a request: the 16 bytes of the idempotency key in base64url, which are 22 characters; Discord
 * allows 25. It must also differ between channels: Discord looks for the same author and nonce anywhere.
 */
export function nonceOf(idempotencyKey: string): string {
  return Buffer.from(idempotencyKey.replaceAll('-', ''), 'hex').toString('base64url');
}

/**
 * Name of a thread: the first line with text, without Markdown (names show it literally), shortened to fit.
 */
export function titleOf(text: string): string {
  const plain = (line: string): string =>
    line
      .replace(/\[([^[\]]+)\]\((?:[^()]|\([^()]*\))*\)/gu, '$1')
      .replace(/\*\*|__|~~|`/gu, '')
      .replace(/^[\s#>*-]+/u, '')
      .trim();
  const letters = Array.from(text.split('\n').map(plain).find(Boolean) ?? 'Thread');
  return letters.length > LIMITS.threadName
    ? `${letters
        .slice(0, LIMITS.threadName - 1)
        .join('')
        .trimEnd()}…`
    : letters.join('');
}

/** Bits of `flags` (resources/message, "Message Flags"). */
const FLAGS = { suppressEmbeds: 1 << 2, suppressNotifications: 1 << 12 } as const;

const flagsOf = ({ silent, suppress_embeds: suppress }: PublishRequest['settings']): number =>
  (suppress === true ? FLAGS.suppressEmbeds : 0) | (silent === true ? FLAGS.suppressNotifications : 0);

/** The poll of the first part; its question is the text, unless it has one of its own. */
function pollFields({
  item,
  settings,
}: PublishRequest): { readonly poll: Json; readonly asked: string } | null {
  const poll = item.position === 0 ? pollOf(settings) : null;
  if (!poll) return null;
  const asked = questionOf(poll);
  return {
    asked,
    poll: {
      question: { text: asked || item.text.trim() },
      answers: poll.options.map((text) => ({ poll_media: { text } })),
      allow_multiselect: poll.multiple === true,
      ...(typeof poll.hours === 'number' ? { duration: poll.hours } : {}),
    },
  };
}

/**
 * The fields of a message without its bytes. A forum's first message has no nonce (resources/channel, "Forum
 * and Media Thread Message Params").
 */
export function messageFields(request: PublishRequest, isForum: boolean): { [key: string]: Json } {
  const { item } = request;
  const poll = pollFields(request);
  const content = poll && !poll.asked ? '' : item.text.trim();
  const flags = flagsOf(request.settings);
  const attachments = item.media.map(({ fileName, alt }, id) => ({
    id,
    filename: fileName,
    ...(alt ? { description: alt } : {}),
  }));
  const embeds = item.position === 0 ? embedsOf(request.settings).map(toRichEmbed) : [];
  const message = {
    ...(content ? { content } : {}),
    allowed_mentions: ALLOWED_MENTIONS,
    ...(attachments.length ? { attachments } : {}),
    ...(embeds.length ? { embeds } : {}),
    ...(flags ? { flags } : {}),
    ...(poll ? { poll: poll.poll } : {}),
  };
  if (isForum) return { name: titleOf(content || item.media[0]?.alt || ''), message };
  return { ...message, nonce: nonceOf(request.idempotencyKey), enforce_nonce: true };
}

/**
 * The body of the call: JSON, or multipart with `payload_json` and `files[n]` when there are files.
 *
 * @throws Unsent if a file cannot be read: nothing has been sent yet
 */
export async function bodyOf(
  fields: Json,
  media: readonly MediaFile[],
): Promise<Pick<HttpCall, 'json' | 'body'>> {
  if (!media.length) return { json: fields };
  const form = new FormData();
  form.set('payload_json', JSON.stringify(fields));
  for (const [n, file] of media.entries()) {
    const blob = await file.blob().catch((error: unknown) => {
      throw error instanceof ProviderError
        ? error
        : new Unsent(sentence('file_unreadable', { file: file.fileName }), { cause: error });
    });
    form.set(`files[${n}]`, new File([blob], file.fileName, { type: file.mime }), file.fileName);
  }
  return { body: form };
}
