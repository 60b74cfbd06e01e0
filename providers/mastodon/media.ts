/** Uploads media and waits until the instance has processed them (docs.joinmastodon.org/methods/media). */
import { setTimeout as sleep } from 'node:timers/promises';
import { FormData } from 'undici';
import type { MediaFile, ProviderContext } from '../_kit/contract.ts';
import { Unsent } from '../_kit/errors.ts';
import { call, type Access } from './api.ts';

const UPLOAD_TIMEOUT_MS = 120_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;
/** An instance that takes longer is overloaded; the post is retried later. */
const PROCESSING_TIMEOUT_MS = 300_000;

interface Attachment {
  readonly id: string;
  /** null while it is being processed. */
  readonly url: string | null;
}

/** Uploads one file with its description; resolves with the attachment's id once it can be posted. */
export async function uploadMedia(access: Access, file: MediaFile, ctx: ProviderContext): Promise<string> {
  const form = new FormData();
  form.set('file', new File([await file.bytes()], file.fileName, { type: file.mime }), file.fileName);
  if (file.alt) form.set('description', file.alt);
  const { status, body } = await call<Attachment>(access, ctx, '/api/v2/media', {
    method: 'POST',
    body: form,
    timeoutMs: UPLOAD_TIMEOUT_MS,
  });
  // Mastodon answers 202 while it is processing; other software answers 200 without an address.
  if (status === 202 || !body.url) {
    await untilProcessed(access, { id: body.id, fileName: file.fileName }, ctx);
  }
  return body.id;
}

// 206: processing; 200: ready; 422: failed (`call` throws `Rejected`).
async function untilProcessed(
  access: Access,
  file: { id: string; fileName: string },
  ctx: ProviderContext,
): Promise<void> {
  const deadline = ctx.now().getTime() + PROCESSING_TIMEOUT_MS;
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    const { status } = await call(access, ctx, `/api/v1/media/${encodeURIComponent(file.id)}`);
    if (status === 200) return;
    if (ctx.now().getTime() >= deadline) {
      throw new Unsent(
        `The instance did not process ${file.fileName} within ${PROCESSING_TIMEOUT_MS / 60_000} minutes`,
        { networkCode: 'media_processing' },
      );
    }
    await sleep(wait, undefined, { signal: ctx.signal });
  }
}
