/** The request that posts: its method, and its body as JSON (text) or multipart (media). */
import { FormData } from 'undici';
import type { Json, MediaFile } from '../_kit/contract.ts';
import { ProviderError, Unsent } from '../_kit/errors.ts';
import type { HttpCall } from '../_kit/http.ts';
import type { PollFields } from './payload/poll.ts';
import { isAnimation } from './rules.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

/** A message without its files. */
export interface Envelope {
  readonly chatId: number;
  readonly topicId: number | null;
  /** Id of a message. */
  readonly replyTo: number | null;
  /** Telegram's HTML; with media, it may be empty. */
  readonly html: string;
  /** What the settings add. */
  readonly extras?: Json | undefined;
  readonly poll?: PollFields | null | undefined;
  /** Whether files are hidden until people tap them. */
  readonly spoiler?: boolean | undefined;
}

const METHODS = { photo: 'sendPhoto', video: 'sendVideo', animation: 'sendAnimation' } as const;

function kindOf(file: MediaFile): keyof typeof METHODS {
  if (file.kind === 'video') return 'video';
  return isAnimation(file) ? 'animation' : 'photo';
}

/** The method for some media: one message, or an album of 2 to 10. */
export function methodFor(media: readonly MediaFile[]): string {
  const [first] = media;
  if (!first) return 'sendMessage';
  return media.length > 1 ? 'sendMediaGroup' : METHODS[kindOf(first)];
}

/**
 * The body of the request. Files are read for the one call: the Bot API has no upload that is not a message.
 *
 * @throws Unsent if a stored file cannot be read, Rejected if it is gone; nothing has been sent yet
 */
export async function bodyFor(
  envelope: Envelope,
  media: readonly MediaFile[],
): Promise<Pick<HttpCall, 'json' | 'body'>> {
  const common = commonFields(envelope);
  const { extras, poll, html } = envelope;
  const [first] = media;
  if (poll) return { json: { ...common, ...poll, ...(extras as object) } };
  if (!first) return { json: { ...common, text: html, parse_mode: 'HTML', ...(extras as object) } };
  const files = await Promise.all(media.map(readFile));
  const form = new FormData();
  // The preview of a link is for messages without files.
  const { link_preview_options: _, ...others } = (extras ?? {}) as Record<string, Json>;
  for (const [name, value] of Object.entries({ ...common, ...others })) {
    form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  if (files.length > 1) {
    form.set(
      'media',
      JSON.stringify(
        media.map((file, i) => ({
          type: kindOf(file),
          media: `attach://file${i}`,
          ...facts(file, envelope),
          ...(i === 0 ? captionOf(envelope) : {}),
        })),
      ),
    );
    files.forEach((file, i) => form.set(`file${i}`, file, file.name));
  } else {
    for (const [name, value] of Object.entries({ ...captionOf(envelope), ...facts(first, envelope) })) {
      form.set(name, String(value));
    }
    form.set(kindOf(first), files[0] as File, first.fileName);
  }
  return { body: form };
}

function commonFields({ chatId, topicId, replyTo }: Envelope): Record<string, unknown> {
  return {
    chat_id: chatId,
    ...(topicId === null ? {} : { message_thread_id: topicId }),
    ...(replyTo === null ? {} : { reply_parameters: { message_id: replyTo } }),
  };
}

// Only the first file of an album has a caption: clients show a single caption as that of the album.
const captionOf = ({ html }: Envelope): Record<string, string> =>
  html ? { caption: html, parse_mode: 'HTML' } : {};

/** Without its size and length, clients show a video as a square of unknown duration until it has loaded. */
function facts(
  { kind, width, height, durationMs }: MediaFile,
  { spoiler }: Envelope,
): Record<string, number | boolean> {
  const hidden: Record<string, boolean> = spoiler ? { has_spoiler: true } : {};
  if (kind !== 'video') return hidden;
  return {
    ...hidden,
    ...(width && height ? { width, height } : {}),
    ...(durationMs ? { duration: Math.round(durationMs / 1000) } : {}),
    supports_streaming: true,
  };
}

async function readFile(file: MediaFile): Promise<File> {
  try {
    return new File([await file.blob()], file.fileName, { type: file.mime });
  } catch (error) {
    throw error instanceof ProviderError
      ? error
      : new Unsent(sentence('file_unreadable', { file: file.fileName }), {
          networkCode: 'media_unreadable',
          cause: error,
        });
  }
}
