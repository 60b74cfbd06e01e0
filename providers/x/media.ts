/**
 * Uploads in chunks (docs.x.com/x-api/media/quickstart/media-upload-chunked). Pictures take the same way as
 * videos: one path, and one that goes on where it was interrupted.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { FormData } from 'undici';
import { PROCESSING_MS, uploadMs } from '../_kit/bounds.ts';
import type { Channel, MediaFile, ProviderContext } from '../_kit/contract.ts';
import { Rejected, Unsent } from '../_kit/errors.ts';
import { MIB } from '../_kit/media-rules.ts';
import { uploadOnce } from '../_kit/uploads.ts';
import { call } from './api.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';
import { KEPT_MS } from './rules.ts';

/**
 * X documents chunks of up to 5 MB, at most 1,000 of them (`segment_index` from 0 to 999), and videos of 16
 * GB, which do not fit. Its guides send 1 MB at once, and larger requests have been refused with 413
 * (github.com/trypostit/trypost/pull/31), so a chunk is larger only where 1,000 would not hold the file.
 */
const CHUNK = MIB;
const MAX_CHUNKS = 1000;
const chunkOf = (bytes: number): number => Math.max(CHUNK, Math.ceil(bytes / MAX_CHUNKS));
const LONGEST_WAIT_S = 30;

/** The state of an upload on X. `processing_info` is missing once it can be posted. */
interface Upload {
  readonly id: string;
  readonly processing_info?: {
    readonly state?: string;
    readonly check_after_secs?: number;
    readonly error?: { readonly message?: string };
  };
}

/** What is uploaded: a file of the post, or the subtitles of its video. */
interface Sent extends Pick<MediaFile, 'mime' | 'size' | 'fileName' | 'alt' | 'blob'> {
  readonly kind: MediaFile['kind'] | 'subtitles';
}

/** A file and its name among what is kept of the earlier tries of its part. */
interface Named {
  readonly file: Sent;
  readonly name: string;
}

/**
 * Uploads a file and waits until it can be posted; the answer is its id. What an earlier try has uploaded is
 * used, unless X no longer has it: then the file is uploaded again.
 */
export async function uploadMedia(
  channel: Pick<Channel, 'credentials'>,
  named: Named,
  ctx: ProviderContext,
): Promise<string> {
  const resumed = ctx.uploads?.read(named.name) !== undefined;
  try {
    return await upload(channel, named, ctx);
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    for (const kept of keptOf(named.name)) await ctx.uploads?.forget(kept);
    if (!resumed) throw error;
  }
  return upload(channel, named, ctx);
}

async function upload(
  channel: Pick<Channel, 'credentials'>,
  named: Named,
  ctx: ProviderContext,
): Promise<string> {
  const { file, name } = named;
  const [begun, , finished, described] = keptOf(name);
  const id = await uploadOnce(ctx, { name: begun, forMs: KEPT_MS }, async () => {
    const body = { media_type: file.mime, media_category: categoryOf(file), total_bytes: file.size };
    return (await post<Upload>(channel, ctx, '/initialize', { json: body })).id;
  });
  const processing = await uploadOnce(ctx, { name: finished, forMs: KEPT_MS }, async () => {
    await append(channel, { ...named, id }, ctx);
    return Boolean((await post<Upload>(channel, ctx, `/${id}/finalize`, {})).processing_info);
  });
  if (file.alt && file.kind === 'image') {
    await uploadOnce(ctx, { name: described, forMs: KEPT_MS }, () =>
      describe(channel, { id, alt: file.alt }, ctx),
    );
  }
  if (processing) await untilProcessed(channel, { file, id }, ctx);
  return id;
}

/** The names under which is kept what was done for a file: begun, chunks sent, finished, described. */
const keptOf = (name: string): [string, string, string, string] => [
  name,
  chunksOf(name),
  `${name} finished`,
  `${name} described`,
];

/** Not the name that earlier releases used, whose chunks were of another size. */
const chunksOf = (name: string): string => `${name} chunks sent`;

function categoryOf({ kind, mime }: Sent): string {
  if (kind === 'subtitles') return kind;
  if (kind === 'video') return 'tweet_video';
  return mime === 'image/gif' ? 'tweet_gif' : 'tweet_image';
}

const post = <T>(
  channel: Pick<Channel, 'credentials'>,
  ctx: ProviderContext,
  path: string,
  options: Parameters<typeof call>[3],
): Promise<T> => call<T>(channel, ctx, `/2/media/upload${path}`, { method: 'POST', ...options });

/** Sends what is missing: a chunk may be sent twice, so it counts as sent only once X has answered. */
async function append(
  channel: Pick<Channel, 'credentials'>,
  { file, name, id }: Named & { id: string },
  ctx: ProviderContext,
): Promise<void> {
  const blob = await file.blob();
  const sent = ctx.uploads?.read(chunksOf(name));
  const size = chunkOf(blob.size);
  const chunks = Math.ceil(blob.size / size);
  for (let index = typeof sent === 'number' ? sent : 0; index < chunks; index++) {
    const chunk = blob.slice(index * size, (index + 1) * size, 'application/octet-stream');
    const form = new FormData();
    form.set('segment_index', String(index));
    form.set('media', chunk, file.fileName);
    await post(channel, ctx, `/${id}/append`, { body: form, timeoutMs: uploadMs(chunk.size) });
    await ctx.uploads?.keep(chunksOf(name), index + 1, KEPT_MS);
  }
}

/** The alternative text (docs.x.com/x-api/media/create-media-metadata): of pictures and GIFs only. */
async function describe(
  channel: Pick<Channel, 'credentials'>,
  { id, alt }: { id: string; alt: string },
  ctx: ProviderContext,
): Promise<true> {
  await call(channel, ctx, '/2/media/metadata', {
    method: 'POST',
    json: { id, metadata: { alt_text: { text: alt } } },
  });
  return true;
}

async function untilProcessed(
  channel: Pick<Channel, 'credentials'>,
  { file, id }: { file: Sent; id: string },
  ctx: ProviderContext,
): Promise<void> {
  const deadline = ctx.now().getTime() + PROCESSING_MS;
  const query = new URLSearchParams({ command: 'STATUS', media_id: id });
  for (;;) {
    const { processing_info: info } = await call<Upload>(channel, ctx, `/2/media/upload?${query}`);
    if (!info || info.state === 'succeeded') return;
    if (info.state === 'failed') {
      const reason = info.error?.message ?? 'X does not say why';
      throw new Rejected(sentence('not_processed', { who: 'X', file: file.fileName, why: reason }), {
        networkCode: 'media_failed',
      });
    }
    if (ctx.now().getTime() >= deadline) {
      throw new Unsent(
        sentence('not_processed_in_time', { who: 'X', file: file.fileName, minutes: PROCESSING_MS / 60_000 }),
        { networkCode: 'media_processing' },
      );
    }
    const seconds = Math.min(Math.max(info.check_after_secs ?? 1, 0), LONGEST_WAIT_S);
    await sleep(seconds * 1000, undefined, { signal: ctx.signal });
  }
}
