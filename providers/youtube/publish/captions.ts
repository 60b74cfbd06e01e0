/** Subtitles of a video (developers.google.com/youtube/v3/docs/captions/insert). */
import type { ProviderContext, PublishRequest } from '../../_kit/contract.ts';
import { Rejected } from '../../_kit/errors.ts';
import { addAfterwards } from '../../_kit/extras.ts';
import { subtitlesOf } from '../../_kit/subtitles.ts';
import { openSession, sendBytes } from '../../_shared/google/upload.ts';
import { sessionOf } from '../api.ts';

const UPLOADS = '/upload/youtube/v3/captions?uploadType=resumable&part=snippet';

/**
 * Adds the subtitles of a video. May be repeated: a video has one track of a name in a language. The video is
 * published already, so a refusal ends nothing, and is noted.
 */
export async function addCaptions(
  { channel, settings }: Pick<PublishRequest, 'channel' | 'settings'>,
  videoId: string,
  ctx: ProviderContext,
): Promise<void> {
  const subtitles = subtitlesOf(settings);
  if (!subtitles) return;
  const { language, srt } = subtitles;
  const file = new Blob([srt], { type: 'application/octet-stream' });
  // Required, and what people choose by: the language in its own words.
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  const session = (path: string) => sessionOf(channel, { path, total: file.size }, ctx);
  const facts = {
    json: { snippet: { videoId, language, name } },
    file: { mime: file.type, size: file.size },
  };
  const why = await addAfterwards(ctx, async () => {
    const path = await openSession(session(UPLOADS), facts, ctx).catch(unlessThere);
    if (path) await sendBytes(session(path), { file, start: 0, end: file.size }, ctx);
  });
  if (why) await ctx.noteLoss?.('subtitles', why);
}

/** An earlier call has added them. */
function unlessThere(error: unknown): undefined {
  if (!(error instanceof Rejected) || error.networkCode !== 'captionExists') throw error;
}
