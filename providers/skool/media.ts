/** Files, each of which is registered, and then stored at the URL of the registration. */
import { uploadMs } from '../_kit/bounds.ts';
import type { Channel, MediaFile, ProviderContext } from '../_kit/contract.ts';
import { OutcomeUnknown, Unsent } from '../_kit/errors.ts';
import { uploadOnce } from '../_kit/uploads.ts';
import { call } from './api.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { KEPT_MS } from './rules.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

interface Registration {
  readonly file?: { readonly id?: string };
  readonly write_url?: string;
  readonly acl?: string;
  readonly content_type?: string;
}

/** Uploads the files of a post; returns their ids, in order. Skool has no place for alternative texts. */
export async function uploadFiles(
  channel: Channel,
  media: readonly MediaFile[],
  ctx: ProviderContext,
): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, file] of media.entries()) {
    const kept = { name: `file:${index}:${file.id}`, forMs: KEPT_MS };
    ids.push(await uploadOnce(ctx, kept, () => upload(channel, file, ctx)));
  }
  return ids;
}

async function upload(channel: Channel, media: MediaFile, ctx: ProviderContext): Promise<string> {
  const made = await call<Registration>(channel, ctx, '/files', {
    method: 'POST',
    json: {
      file_name: media.fileName,
      content_type: media.mime,
      content_length: media.size,
      content_disposition: '',
      ref: '',
      owner_id: channel.internalId,
      large_thumbnail: false,
    },
  });
  const { file, write_url: url, acl, content_type: type } = made ?? {};
  if (!file?.id || !url) throw new OutcomeUnknown(answeredWithout('Skool', 'saying where to store the file'));
  // The storage is not Skool's own: the URL is the permission, and no cookie goes there.
  const answer = await ctx.egress.fetch(url, {
    method: 'PUT',
    headers: { 'content-type': type ?? media.mime, ...(acl ? { 'x-amz-acl': acl } : {}) },
    body: await media.blob(),
    signal: ctx.signal,
    timeoutMs: uploadMs(media.size),
  });
  await answer.body?.cancel();
  if (answer.ok) return file.id;
  throw new Unsent(
    sentence('storage_answered', { network: 'Skool', status: String(answer.status), file: media.fileName }),
    { networkCode: String(answer.status) },
  );
}
