/** Subtitles of a video (developers.facebook.com: Graph API, Video, Captions). */
import { FormData } from 'undici';
import type { ProviderContext, PublishRequest } from '../../_kit/contract.ts';
import { addAfterwards } from '../../_kit/extras.ts';
import { subtitlesOf } from '../../_kit/subtitles.ts';
import { callsOf } from '../api.ts';

/** Facebook names subtitles by the locale in the name of their file: `captions.en_US.srt`. */
function localeOf(language: string): string {
  const { region } = new Intl.Locale(language).maximize();
  return region ? `${language}_${region}` : language;
}

/**
 * Adds the subtitles of a processed video. May be repeated: those that are there are looked for before. The
 * video is published already, so a refusal ends nothing, and is noted.
 */
export async function addCaptions(
  { channel, settings }: Pick<PublishRequest, 'channel' | 'settings'>,
  video: string,
  ctx: ProviderContext,
): Promise<void> {
  const subtitles = subtitlesOf(settings);
  if (!subtitles) return;
  const locale = localeOf(subtitles.language);
  const call = callsOf(channel, ctx);
  const why = await addAfterwards(ctx, async () => {
    const { data = [] } = await call<{ data?: readonly { locale?: string }[] }>(`/${video}/captions`);
    if (data.some((known) => known.locale === locale)) return;
    const name = `captions.${locale}.srt`;
    const form = new FormData();
    form.set('captions_file', new File([subtitles.srt], name, { type: 'application/octet-stream' }), name);
    await call(`/${video}/captions`, { form });
  });
  if (why) await ctx.noteLoss?.('subtitles', why);
}
