/**
 * Everything that may be repeated: asks what the creator allows, opens an upload, and sends all of a video
 * but its last chunk. TikTok publishes when the last byte has arrived, and drops an upload that lacks it
 * after an hour. TikTok fetches photos from URLs, beginning with the one request that names them.
 */
import type { Json, MediaFile, Provider, ProviderContext, PublishRequest } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected, Unsent } from '../_kit/errors.ts';
import { uploadOnce } from '../_kit/uploads.ts';
import { call, readCreator, readStatus, type CreatorInfo } from './api.ts';
import { whyFailed } from './errors.ts';
import { photoPost, videoInfo } from './payload.ts';
import { chunksOf, sendChunk } from './media.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** An upload ends an hour after it was opened; what was prepared may wait for a few minutes more. */
const KEPT_MS = 40 * 60_000;
const UPLOAD = 'upload';

/** The final request. */
export interface Prepared {
  readonly [key: string]: Json;
  /** Null for photos: TikTok names them when they are sent. */
  readonly publishId: string | null;
  /**
   * Path and query of the URL that takes the bytes; null for photos. It is valid for an hour, and for nothing
   * but the bytes of this file.
   */
  readonly path: string | null;
  /** The body of a post of photos but for their URLs; null for a video. */
  readonly photos: Json;
  readonly text: string;
  readonly draft: boolean;
}

/** An upload that was opened. */
interface Opened {
  readonly [key: string]: Json;
  readonly publishId: string;
  readonly path: string;
}

export const isDraft = ({ settings }: Pick<PublishRequest, 'settings'>): boolean =>
  settings.content_posting_method === 'UPLOAD';

export const prepare: Provider['prepare'] = async (request, ctx) => {
  const { item } = request;
  const draft = isDraft(request);
  const creator = draft ? {} : await readCreator(request.channel, ctx);
  checkCreator(request, creator);
  const video = videoOf(request);
  if (!video) {
    const photos = photoPost(request, creator) as Json;
    return { publishId: null, path: null, photos, text: item.text, draft } satisfies Prepared;
  }
  const { publishId, path } = await upload(request, { video, creator }, ctx);
  return { publishId, path, photos: null, text: item.text, draft } satisfies Prepared;
};

export const videoOf = ({ item }: Pick<PublishRequest, 'item'>): MediaFile | undefined =>
  item.media.find(({ kind }) => kind === 'video');

/** @throws Rejected with what the account may choose */
function checkCreator({ settings, item }: PublishRequest, creator: CreatorInfo): void {
  const options = creator.privacy_level_options;
  const level = String(settings.privacy_level);
  if (options && !options.includes(level)) {
    throw new Rejected(sentence('tiktok_privacy_not_offered', { level, options }), {
      networkCode: 'privacy_level_option_mismatch',
    });
  }
  const most = creator.max_video_post_duration_sec;
  const long = item.media.find(({ durationMs = 0 }) => most && durationMs > most * 1000);
  if (long) {
    throw new Rejected(
      sentence('tiktok_too_long_for_account', {
        seconds: Math.round((long.durationMs ?? 0) / 1000),
        max: most ?? 0,
      }),
      { networkCode: 'duration_check_failed' },
    );
  }
}

interface Uploading {
  readonly video: MediaFile;
  readonly creator: CreatorInfo;
}

/** Goes on with the upload of an earlier try; one that TikTok has dropped begins again. */
async function upload(request: PublishRequest, uploading: Uploading, ctx: ProviderContext): Promise<Opened> {
  const resumed = ctx.uploads?.read(UPLOAD) !== undefined;
  const opened = await uploadOnce(ctx, { name: UPLOAD, forMs: KEPT_MS }, () => open(request, uploading, ctx));
  const { video } = uploading;
  const had = resumed ? await bytesAt(request, opened, ctx) : 0;
  const blob = await video.blob();
  const missing = chunksOf(video.size)
    .slice(0, -1)
    .filter(({ end }) => end > had);
  for (const chunk of missing) {
    const answer = await sendChunk({ path: opened.path, file: video, blob, chunk }, ctx);
    if (answer !== 'dropped') continue;
    await ctx.uploads?.forget(UPLOAD);
    if (resumed) return upload(request, uploading, ctx);
    throw new Unsent(sentence('upload_ended_early', { network: 'TikTok' }), {
      networkCode: 'upload_dropped',
    });
  }
  return opened;
}

/** @throws Rejected if TikTok has refused the post by now */
async function bytesAt(
  request: PublishRequest,
  { publishId }: Opened,
  ctx: ProviderContext,
): Promise<number> {
  const {
    status,
    fail_reason: reason,
    uploaded_bytes: bytes = 0,
  } = await readStatus(request.channel, publishId, ctx);
  if (status !== 'FAILED') return bytes;
  await ctx.uploads?.forget(UPLOAD);
  const why = whyFailed(reason);
  throw new Rejected(why.reason, { networkCode: why.networkCode });
}

async function open(
  request: PublishRequest,
  { video, creator }: Uploading,
  ctx: ProviderContext,
): Promise<Opened> {
  const chunks = chunksOf(video.size);
  const source = {
    source: 'FILE_UPLOAD',
    video_size: video.size,
    chunk_size: chunks.length > 1 ? (chunks[0]?.end ?? 0) : video.size,
    total_chunk_count: chunks.length,
  };
  const [path, json] = isDraft(request)
    ? (['post/publish/inbox/video/init', { source_info: source }] as const)
    : (['post/publish/video/init', { post_info: videoInfo(request, creator), source_info: source }] as const);
  const made = await call<{ publish_id?: string; upload_url?: string }>(request.channel, ctx, path, { json });
  if (!made.publish_id || !made.upload_url || !URL.canParse(made.upload_url)) {
    throw new OutcomeUnknown(sentence('upload_opened_nowhere', { network: 'TikTok' }));
  }
  const { pathname, search } = new URL(made.upload_url);
  return { publishId: made.publish_id, path: `${pathname}${search}` };
}
