/**
 * What a pin shows. Pictures go in the request itself, where Pinterest takes their type; a video is
 * registered, uploaded to the storage that the registration names, and processed before it can be pinned.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { FormData } from 'undici';
import { PROCESSING_MS, uploadMs } from '../_kit/bounds.ts';
import type { Channel, MediaFile, ProviderContext, PublishRequest } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected, Unsent } from '../_kit/errors.ts';
import { uploadOnce } from '../_kit/uploads.ts';
import { call } from './api.ts';
import { areSent, KEPT_MS } from './rules.ts';
import { cardsOf } from './schema.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

const POLL_MS = 5000;

/** The name of the kept upload: the id of a video whose file has arrived. */
const STORED = 'video';

type MediaSource = Readonly<Record<string, unknown>>;

/**
 * The frame that stands for a video without a cover of its own: the chosen one, or else the first. In whole
 * seconds (Pinterest's OpenAPI description, pinterest/api-description v5, PinMediaSourceVideoID: "Keyframe
 * timestamp for cover image (seconds)", an integer), of which the last one begins before the end.
 */
function frameOf({ thumbnailAtMs = 0, durationMs = Infinity }: Partial<MediaFile> = {}): MediaSource {
  const seconds = Math.min(Math.round(thumbnailAtMs / 1000), Math.floor(durationMs / 1000));
  return { cover_image_key_frame_time: seconds };
}

async function base64Of(file: MediaFile): Promise<string> {
  return Buffer.from(await (await file.blob()).arrayBuffer()).toString('base64');
}

/** `media_source` of a pin; read when it is sent, so that no picture is stored twice. */
export async function mediaSourceOf(
  { item: { media }, settings }: Pick<PublishRequest, 'item' | 'settings'>,
  videoId: string | null,
): Promise<MediaSource> {
  const cards = cardsOf(settings);
  const images = media.filter(({ kind }) => kind === 'image');
  if (videoId) {
    const video = media.find(({ kind }) => kind === 'video');
    return { source_type: 'video_id', media_id: videoId, ...(await coverOf(images[0], video)) };
  }
  const [first] = images;
  if (!first) throw new Rejected(sentence('post_lacks', { what: 'a picture or a video' }));
  const sent = areSent(images);
  const entries = await Promise.all(
    images.map(async (file) =>
      sent ? { content_type: file.mime, data: await base64Of(file) } : { url: await file.signedUrl() },
    ),
  );
  if (images.length > 1) {
    return {
      source_type: sent ? 'multiple_image_base64' : 'multiple_image_urls',
      items: entries.map((entry, i) => ({ ...entry, ...cards[i] })),
    };
  }
  return { source_type: sent ? 'image_base64' : 'image_url', ...entries[0] };
}

async function coverOf(cover: MediaFile | undefined, video: MediaFile | undefined): Promise<MediaSource> {
  if (!cover) return frameOf(video);
  return areSent([cover])
    ? { cover_image_content_type: cover.mime, cover_image_data: await base64Of(cover) }
    : { cover_image_url: await cover.signedUrl() };
}

interface Registration {
  readonly media_id?: string;
  readonly upload_url?: string;
  readonly upload_parameters?: Readonly<Record<string, string>>;
}

/**
 * Uploads a video, unless an earlier try has, and waits until it is processed; the answer is its id.
 *
 * @throws Unsent if it takes longer than a call may: the next try goes on waiting
 */
export async function uploadVideo(channel: Channel, file: MediaFile, ctx: ProviderContext): Promise<string> {
  const stored = await uploadOnce(ctx, { name: STORED, forMs: KEPT_MS }, () => store(channel, file, ctx));
  try {
    await untilProcessed(channel, { file, id: stored }, ctx);
  } catch (error) {
    if (error instanceof Rejected) await ctx.uploads?.forget(STORED);
    throw error;
  }
  return stored;
}

async function store(channel: Channel, file: MediaFile, ctx: ProviderContext): Promise<string> {
  const registration = await call<Registration>(channel, ctx, '/media', {
    method: 'POST',
    json: { media_type: 'video' },
  });
  const { media_id: id, upload_url: url, upload_parameters: parameters } = registration ?? {};
  if (!id || !url || !parameters) {
    throw new OutcomeUnknown(answeredWithout('Pinterest', 'saying where to upload the video'));
  }
  const form = new FormData();
  for (const [name, value] of Object.entries(parameters)) form.append(name, value);
  // The storage ignores what follows the file.
  form.append('file', await file.blob(), file.fileName);
  const answer = await ctx.egress.fetch(url, {
    method: 'POST',
    body: form,
    signal: ctx.signal,
    timeoutMs: uploadMs(file.size),
  });
  const text = await answer.text();
  if (answer.ok) return id;
  // The storage answers XML (docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html).
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? String(answer.status);
  const message = sentence('storage_answered', { network: 'Pinterest', status: code, file: file.fileName });
  if (code === 'EntityTooLarge') {
    throw new Rejected(sentence('storage_refuses_size', { words: message }), { networkCode: code });
  }
  throw new Unsent(message, { networkCode: code });
}

async function untilProcessed(
  channel: Channel,
  { file, id }: { file: MediaFile; id: string },
  ctx: ProviderContext,
): Promise<void> {
  const deadline = ctx.now().getTime() + PROCESSING_MS;
  for (let waitMs = 0; ; waitMs = POLL_MS) {
    if (waitMs) await sleep(waitMs, undefined, { signal: ctx.signal });
    const { status } = await call<{ status?: string }>(channel, ctx, `/media/${encodeURIComponent(id)}`);
    if (status === 'succeeded') return;
    if (status === 'failed') {
      throw new Rejected(
        sentence('not_processed_without_reason', { who: 'Pinterest', file: file.fileName }),
        { networkCode: 'media_failed' },
      );
    }
    if (ctx.now().getTime() >= deadline) {
      throw new Unsent(
        sentence('not_processed_in_time', {
          who: 'Pinterest',
          file: file.fileName,
          minutes: PROCESSING_MS / 60_000,
        }),
        { networkCode: 'media_processing' },
      );
    }
  }
}
