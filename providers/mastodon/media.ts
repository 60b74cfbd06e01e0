/** Uploads media and waits until the instance has processed them (docs.joinmastodon.org/methods/media). */
import { setTimeout as sleep } from 'node:timers/promises';
import { FormData } from 'undici';
import type { MediaFile, ProviderContext } from '../_kit/contract.ts';
import { uploadMs } from '../_kit/bounds.ts';
import { Unsent } from '../_kit/errors.ts';
import { uploadOnce } from '../_kit/uploads.ts';
import { call, type Access } from './api.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';
import { KEPT_MS } from './rules.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;
/** An instance that takes longer is overloaded; the post is retried later. */
const PROCESSING_TIMEOUT_MS = 300_000;

interface Attachment {
  readonly id: string;
  /** null while it is being processed. */
  readonly url: string | null;
}

/**
 * Uploads one file with its description, as the `n`th of its status; resolves with the attachment's id once
 * it can be posted.
 */
export async function uploadMedia(
  access: Access,
  { file, n }: { file: MediaFile; n: number },
  ctx: ProviderContext,
): Promise<string> {
  const { id, ready } = await uploadOnce(ctx, { name: `media ${n}`, forMs: KEPT_MS }, () =>
    upload(access, file, ctx),
  );
  if (!ready) await untilProcessed(access, { id, fileName: file.fileName }, ctx);
  return id;
}

async function upload(
  access: Access,
  file: MediaFile,
  ctx: ProviderContext,
): Promise<{ id: string; ready: boolean }> {
  const form = new FormData();
  form.set('file', new File([await file.blob()], file.fileName, { type: file.mime }), file.fileName);
  if (file.alt) form.set('description', file.alt);
  const { status, body } = await call<Attachment>(access, ctx, '/api/v2/media', {
    method: 'POST',
    body: form,
    timeoutMs: uploadMs(file.size),
  });
  // Mastodon answers 202 while it is processing; other software answers 200 without a URL.
  return { id: body.id, ready: status !== 202 && Boolean(body.url) };
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
        sentence('not_processed_in_time', {
          who: 'The instance',
          file: file.fileName,
          minutes: PROCESSING_TIMEOUT_MS / 60_000,
        }),
        { networkCode: 'media_processing' },
      );
    }
    await sleep(wait, undefined, { signal: ctx.signal });
  }
}
