/**
 * Attachments: a record of the file, the bytes to the storage that it names, and a wait until Whop has
 * processed them (docs.whop.com/developer/guides/upload-files).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { PROCESSING_MS, uploadMs } from '../_kit/bounds.ts';
import type { Channel, MediaFile, ProviderContext } from '../_kit/contract.ts';
import { OutcomeUnknown, Rejected, Unsent } from '../_kit/errors.ts';
import { uploadOnce } from '../_kit/uploads.ts';
import { call } from './api.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';
import { KEPT_MS } from './rules.ts';

const POLL_MS = 3000;

interface WhopFile {
  readonly id?: string;
  readonly upload_status?: 'pending' | 'processing' | 'ready' | 'failed';
  readonly upload_url?: string | null;
  readonly upload_headers?: Readonly<Record<string, unknown>> | null;
}

/**
 * Uploads a file, unless an earlier try has, and waits until it is processed; the answer is its id. `name`:
 * of the kept upload.
 *
 * @throws Unsent if it takes longer than a call may: the next try goes on waiting
 */
export async function uploadFile(
  channel: Channel,
  { file, name }: { file: MediaFile; name: string },
  ctx: ProviderContext,
): Promise<string> {
  const id = await uploadOnce(ctx, { name, forMs: KEPT_MS }, () => store(channel, file, ctx));
  try {
    await untilReady(channel, { file, id }, ctx);
  } catch (error) {
    if (error instanceof Rejected) await ctx.uploads?.forget(name);
    throw error;
  }
  return id;
}

async function store(channel: Channel, file: MediaFile, ctx: ProviderContext): Promise<string> {
  const made = await call<WhopFile>(channel, ctx, '/files', { json: { filename: file.fileName } });
  const { id, upload_url: url, upload_headers: headers } = made ?? {};
  if (!id || !url) throw new OutcomeUnknown(answeredWithout('Whop', 'saying where to upload the file'));
  const answer = await ctx.egress.fetch(url, {
    method: 'PUT',
    headers: Object.fromEntries(
      Object.entries(headers ?? {}).flatMap(([name, value]) =>
        value === null || value === undefined ? [] : [[name, String(value)]],
      ),
    ),
    body: await file.blob(),
    signal: ctx.signal,
    timeoutMs: uploadMs(file.size),
  });
  const text = await answer.text();
  if (answer.ok) return id;
  // The storage answers XML (docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html).
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? String(answer.status);
  const message = sentence('storage_answered', { network: 'Whop', status: code, file: file.fileName });
  if (code === 'EntityTooLarge') {
    throw new Rejected(sentence('storage_refuses_size', { words: message }), { networkCode: code });
  }
  throw new Unsent(message, { networkCode: code });
}

async function untilReady(
  channel: Channel,
  { file, id }: { file: MediaFile; id: string },
  ctx: ProviderContext,
): Promise<void> {
  const deadline = ctx.now().getTime() + PROCESSING_MS;
  for (let waitMs = 0; ; waitMs = POLL_MS) {
    if (waitMs) await sleep(waitMs, undefined, { signal: ctx.signal });
    const { upload_status: status } = await call<WhopFile>(channel, ctx, `/files/${encodeURIComponent(id)}`);
    if (status === 'ready') return;
    if (status === 'failed') {
      throw new Rejected(sentence('not_processed_without_reason', { who: 'Whop', file: file.fileName }), {
        networkCode: 'media_failed',
      });
    }
    if (ctx.now().getTime() >= deadline) {
      throw new Unsent(
        sentence('not_processed_in_time', {
          who: 'Whop',
          file: file.fileName,
          minutes: PROCESSING_MS / 60_000,
        }),
        { networkCode: 'media_processing' },
      );
    }
  }
}
