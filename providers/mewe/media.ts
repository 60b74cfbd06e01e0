/** Photos, which are uploaded before the post that shows them. */
import { FormData } from 'undici';
import { uploadMs } from '../_kit/bounds.ts';
import type { Channel, MediaFile, ProviderContext } from '../_kit/contract.ts';
import { OutcomeUnknown } from '../_kit/errors.ts';
import { uploadOnce } from '../_kit/uploads.ts';
import { call } from './api.ts';
import { KEPT_MS } from './rules.ts';
import { answeredWithout } from '../_kit/answered-without.ts';

/** Uploads the photos of a post; returns their ids, in order. MeWe has no place for alternative texts. */
export async function uploadPhotos(
  channel: Channel,
  media: readonly MediaFile[],
  ctx: ProviderContext,
): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, file] of media.entries()) {
    const kept = { name: `photo:${index}:${file.id}`, forMs: KEPT_MS };
    ids.push(await uploadOnce(ctx, kept, () => upload(channel, file, ctx)));
  }
  return ids;
}

async function upload(channel: Channel, file: MediaFile, ctx: ProviderContext): Promise<string> {
  const form = new FormData();
  const bytes = await file.blob();
  // With its type: MeWe takes photos only.
  form.append('file', bytes.slice(0, bytes.size, file.mime), file.fileName);
  const answer = await call<{ id?: string }>(channel, ctx, '/api/dev/photo/upload', {
    method: 'POST',
    body: form,
    timeoutMs: uploadMs(file.size),
  });
  if (!answer?.id) throw new OutcomeUnknown(answeredWithout('MeWe', 'the id of the photo'));
  return answer.id;
}
