/**
 * Pictures on the account's instance, which keeps them with pictrs (join-lemmy.org/docs, "Uploading images").
 */
import { FormData } from 'undici';
import type { MediaFile, ProviderContext } from '../_kit/contract.ts';
import { uploadMs } from '../_kit/bounds.ts';
import { OutcomeUnknown } from '../_kit/errors.ts';
import { uploadOnce } from '../_kit/uploads.ts';
import { call, type Site } from './api.ts';
import { answeredWithout } from '../_kit/answered-without.ts';

/** An instance keeps a picture until its owner deletes it. */
const KEPT_MS = 30 * 86_400_000;
/** Six pictures an hour, which come back one by one. */
const IMAGE_WAIT_MS = 10 * 60_000;

interface Uploaded {
  /** 0.19. */
  readonly files?: readonly { readonly file?: string }[] | null;
  /** 1.x. */
  readonly image_url?: string;
}

/** The URL of the picture on the instance; uploaded unless an earlier try has. */
export const uploadPicture = (site: Site, file: MediaFile, ctx: ProviderContext): Promise<string> =>
  uploadOnce(ctx, { name: `picture ${file.id}`, forMs: KEPT_MS }, () => upload(site, file, ctx));

async function upload(site: Site, file: MediaFile, ctx: ProviderContext): Promise<string> {
  const form = new FormData();
  const picture = new File([await file.blob()], file.fileName, { type: file.mime });
  form.append('images[]', picture, file.fileName);
  const path = site.api === 'v3' ? `${site.baseUrl}/pictrs/image` : '/image';
  const made = await call<Uploaded>(site, ctx, path, {
    method: 'POST',
    body: form,
    timeoutMs: uploadMs(file.size),
    waitMs: IMAGE_WAIT_MS,
  });
  const name = made?.files?.[0]?.file;
  const url = name ? `${site.baseUrl}/pictrs/image/${name}` : made?.image_url;
  if (!url) throw new OutcomeUnknown(answeredWithout('The instance', 'the URL of the picture'));
  return url;
}

/** A picture below the text of a comment, which has no field for one. */
export function withPicture(text: string, url: string, alt: string): string {
  const description = alt.replaceAll(/\s+/g, ' ').replaceAll(/[[\]\\]/g, '\\$&');
  return `${text}${text ? '\n\n' : ''}![${description}](${url})`;
}
