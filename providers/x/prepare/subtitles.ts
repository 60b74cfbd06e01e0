/** Subtitles of a video that is uploaded (docs.x.com/x-api/media/create-media-subtitles). */
import type { ProviderContext, PublishRequest } from '../../_kit/contract.ts';
import { goesWithout } from '../../_kit/extras.ts';
import { languageName, SUBTITLES, subtitlesOf } from '../../_kit/subtitles.ts';
import { callForBody } from '../api.ts';
import { uploadMedia } from '../media.ts';

/** A video without its subtitles is published all the same; the timeline says why it has none. */
export async function addSubtitles(
  { channel, settings }: PublishRequest,
  video: string,
  ctx: ProviderContext,
): Promise<void> {
  const subtitles = subtitlesOf(settings);
  if (!subtitles) return;
  const { language, srt } = subtitles;
  const blob = new Blob([srt], { type: 'text/srt' });
  const file = {
    ...({ kind: 'subtitles', mime: 'text/srt', fileName: `${language}.srt`, alt: '' } as const),
    size: blob.size,
    blob: async () => blob,
  };
  try {
    const id = await uploadMedia(channel, { file, name: SUBTITLES }, ctx);
    const track = { id, language_code: language.toUpperCase(), display_name: languageName(language) };
    // What it answers is not needed.
    await callForBody(channel, ctx, '/2/media/subtitles', {
      method: 'POST',
      json: { id: video, media_category: 'TweetVideo', subtitles: track },
    });
  } catch (error) {
    if (!(await goesWithout(ctx, SUBTITLES, error))) throw error;
    await ctx.noteLoss?.('subtitles', error instanceof Error ? error.message : String(error));
  }
}
