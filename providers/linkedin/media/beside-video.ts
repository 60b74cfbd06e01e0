/**
 * What is uploaded beside a video before it is finished: its picture and its subtitles (learn.microsoft.com/
 * linkedin: Videos API, `uploadThumbnail`, `uploadCaptions`).
 */
import { FormData } from 'undici';
import { uploadMs } from '../../_kit/bounds.ts';
import type { Channel, ProviderContext } from '../../_kit/contract.ts';
import { Unsent } from '../../_kit/errors.ts';
import { goesWithout } from '../../_kit/extras.ts';
import type { Subtitles } from '../../_kit/subtitles.ts';
import { sentence } from '../../_kit/sentences/catalogue.ts';

/** Where something goes, with the token of the account. `url`: undefined where LinkedIn named none. */
interface Place {
  readonly account: Pick<Channel, 'credentials'>;
  readonly url: string | undefined;
}

/**
 * Whether LinkedIn has taken the picture. It is sent with the token and with the header of pictures: clients
 * differ in whether they send either.
 */
export const sendThumbnail = (place: Place, picture: Blob, ctx: ProviderContext): Promise<boolean> =>
  isTaken(place, ctx, {
    what: 'thumbnail',
    request: {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream', 'media-type-family': 'STILLIMAGE' },
      body: picture,
      timeoutMs: uploadMs(picture.size),
    },
  });

/** Whether LinkedIn has taken the subtitles: a form with what they are, and the file. */
export function sendCaptions(
  place: Place,
  { language, srt }: Subtitles,
  ctx: ProviderContext,
): Promise<boolean> {
  const form = new FormData();
  form.set('metadata', JSON.stringify(metadataOf(language)));
  form.set('file', new File([srt], `${language}.srt`, { type: 'text/plain' }));
  return isTaken(place, ctx, {
    what: 'subtitles',
    request: { method: 'POST', body: form, timeoutMs: uploadMs(srt.length) },
  });
}

/**
 * As clients send it that follow LinkedIn's example, which is for American English. For other languages, the
 * country where most people speak it is named, and no variant, of which none is documented.
 */
function metadataOf(language: string) {
  const country = new Intl.Locale(language).maximize().region;
  return {
    format: 'SRT',
    formattedForEasyReader: true,
    largeText: true,
    source: 'USER_PROVIDED',
    locale: {
      language: language.toUpperCase(),
      ...(country ? { country } : {}),
      ...(language === 'en' ? { variant: 'AMERICAN' } : {}),
    },
    transcriptType: 'CLOSED_CAPTION',
  };
}

interface Sending {
  readonly what: string;
  readonly request: NonNullable<Parameters<ProviderContext['egress']['fetch']>[1]> & {
    readonly headers?: Readonly<Record<string, string>>;
  };
}

/** @throws Unsent, OutcomeUnknown while LinkedIn's storage is in trouble, for some tries of the part */
async function isTaken({ account, url }: Place, ctx: ProviderContext, sending: Sending): Promise<boolean> {
  const { what, request } = sending;
  const { token } = account.credentials;
  if (url === undefined) return false;
  try {
    const answer = await ctx.egress.fetch(url, {
      ...request,
      headers: { ...request.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      signal: ctx.signal,
    });
    await answer.text();
    if (answer.status >= 500) {
      throw new Unsent(
        sentence('storage_answered', { network: 'LinkedIn', status: String(answer.status), file: what }),
      );
    }
    return answer.ok;
  } catch (error) {
    if (await goesWithout(ctx, what, error)) return false;
    throw error;
  }
}
