/**
 * The request that makes a video of an upload, what YouTube does with the video afterwards, and its removal
 * (developers.google.com/youtube/v3/docs/videos).
 */
import type { PollResult, Provider, ProviderContext, PublishRequest } from '../_kit/contract.ts';
import { uploadMs } from '../_kit/bounds.ts';
import { ChannelGone, OutcomeUnknown, Rejected, unlessRejected } from '../_kit/errors.ts';
import { subtitlesOf } from '../_kit/subtitles.ts';
import { sendBytes } from '../_shared/google/upload.ts';
import { callFor, readFirst, sessionOf, toPublished, type Video } from './api.ts';
import { videoOf, type Prepared } from './prepare.ts';
import { addToPlaylist, playlistOf } from './prepare/playlist.ts';
import { addCaptions } from './publish/captions.ts';
import { commentOf, publishComment, removeComment, type PreparedComment } from './publish/comment.ts';
import { THUMBNAIL } from './schema.ts';
import type { Words } from '../_kit/sentences/fill.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';
import { answeredWithout } from '../_kit/answered-without.ts';

export const POLL_MS = 20_000;
/** Nothing is left but the thumbnail, the playlist and the subtitles. */
export const REST_MS = 1000;

/** Whether a video needs more than being processed. */
export const hasRest = ({ settings, settingsMedia }: Rest): boolean =>
  settingsMedia?.[THUMBNAIL] !== undefined ||
  playlistOf(settings) !== undefined ||
  subtitlesOf(settings) !== undefined;

type Rest = Pick<PublishRequest, 'settings' | 'settingsMedia'>;
const NOTHING: Rest = { settings: {} };

/** One PUT of the last bytes, of an upload whose other bytes are there. */
export const publish: Provider['publish'] = async (request, stored, ctx) => {
  if (commentOf(request)) return publishComment(request.channel, stored as PreparedComment, ctx);
  const { path, total, start } = stored as unknown as Prepared;
  const session = sessionOf(request.channel, { path, total }, ctx);
  const file = await videoOf(request).blob();
  const progress = await sendBytes<Video>(session, { file, start, end: total }, ctx);
  if (progress.state === 'complete') return unlessRejected(resultOf(request, progress.made));
  // Neither has made a video of it, but a call before this one may have: verify looks.
  throw new OutcomeUnknown(sentence('upload_ended_early', { network: 'YouTube' }), {
    networkCode: progress.state === 'gone' ? 'session_gone' : 'upload_incomplete',
  });
};

/**
 * Whether YouTube has processed the video; then it gets its thumbnail and its subtitles, and comes into
 * its playlist.
 */
export const poll: NonNullable<Provider['poll']> = async (request, ref, ctx) => {
  const { id } = ref as { id: string };
  const video = await readVideo(request.channel, id, ctx);
  if (!video) throw new OutcomeUnknown(answeredWithout('YouTube', 'the video'));
  const result = resultOf(NOTHING, { ...video, id });
  if (result.status === 'published') {
    await setThumbnail(request, id, ctx);
    await addToPlaylist(request, id, ctx);
    await addCaptions(request, id, ctx);
  }
  return result;
};

/** A video of the channel by its id. */
export const readVideo = (
  channel: Pick<PublishRequest['channel'], 'credentials'>,
  id: string,
  ctx: ProviderContext,
): Promise<Video | undefined> => readFirst<Video>(channel, ctx, 'videos', { part: 'status', id });

/** Whether nothing is left to do, or to report, for a video. */
export const isLive = (video: Video): boolean => resultOf(NOTHING, video).status === 'published';

/** Why YouTube will not show the video; undefined = there is no such reason. */
export function rejectionOf(video: Video): Words | undefined {
  const result = resultOf(NOTHING, video);
  return result.status === 'rejected' ? result.reason : undefined;
}

/**
 * A video that waits for its thumbnail, its playlist or its subtitles is not finished: no failure of these
 * may look like one of the upload.
 */
function resultOf(rest: Rest, video: Video): PollResult {
  const published = toPublished(video.id);
  const { uploadStatus, failureReason, rejectionReason } = video.status ?? {};
  const reason = rejectionReason ?? failureReason;
  if (reason || uploadStatus === 'failed' || uploadStatus === 'rejected') {
    const what = uploadStatus === 'failed' ? 'could not process' : 'rejected';
    const why = WORDS[reason ?? ''] ?? reason ?? 'it does not say why';
    return {
      status: 'rejected',
      reason: `YouTube ${what} the video: ${why}`,
      networkCode: reason ?? uploadStatus ?? null,
      ...(reason === 'duplicate' ? { alreadyThere: true } : {}),
    };
  }
  if (uploadStatus !== 'processed' || hasRest(rest)) {
    const pollAfterMs = uploadStatus === 'processed' ? REST_MS : POLL_MS;
    return { status: 'processing', ref: { id: published.id }, pollAfterMs };
  }
  return { status: 'published', published };
}

/** `status.failureReason` and `status.rejectionReason`, where their names need an explanation. */
const WORDS: Readonly<Record<string, string>> = {
  codec: 'it uses a codec that YouTube does not know',
  conversion: 'the file could not be converted',
  emptyFile: 'the file is empty',
  invalidFile: 'the file is no video that YouTube knows',
  tooSmall: 'the file is too small',
  uploadAborted: 'the upload was broken off',
  claim: 'its content is claimed by someone else',
  copyright: 'copyright',
  duplicate: 'the channel has the same video already',
  inappropriate: 'its content breaks the rules of YouTube',
  length: 'it is longer than the channel may upload; verify the channel at youtube.com/verify',
  termsOfUse: 'it breaks the terms of use',
  trademark: 'a trademark',
  uploaderAccountClosed: 'the account was closed',
  uploaderAccountSuspended: 'the account was suspended',
  legal: 'a legal complaint',
};

/**
 * May be repeated: the last picture counts. The video is published already, so a refusal ends nothing;
 * YouTube then shows a picture of its own choice.
 */
async function setThumbnail(
  { channel, settingsMedia }: PublishRequest,
  videoId: string,
  ctx: ProviderContext,
): Promise<void> {
  const file = settingsMedia?.[THUMBNAIL];
  // A file that was deleted meanwhile is no reason to ask for ever.
  const body = await file?.blob().catch(() => null);
  if (!file || !body) return;
  await callFor(channel, ctx, '/upload/youtube/v3/thumbnails/set', {
    method: 'POST',
    query: { uploadType: 'media', videoId },
    headers: { 'content-type': file.mime },
    body,
    timeoutMs: uploadMs(file.size),
  }).catch((error: unknown) => {
    if (!(error instanceof Rejected || error instanceof ChannelGone)) throw error;
  });
}

/** Deletes a video, or a comment; it may already be gone. */
export const remove: NonNullable<Provider['remove']> = async (channel, { id, ref }, ctx) => {
  if (ref && typeof ref === 'object' && 'videoId' in ref) return removeComment(channel, id, ctx);
  try {
    await callFor(channel, ctx, '/youtube/v3/videos', { method: 'DELETE', query: { id } });
  } catch (error) {
    if (error instanceof Rejected && error.networkCode === 'videoNotFound') return;
    throw error;
  }
};
