/** The bytes of a video, in chunks (Content Posting API: Media Transfer Guide). */
import { uploadMs } from '../_kit/bounds.ts';
import type { MediaFile, ProviderContext } from '../_kit/contract.ts';
import { OutcomeUnknown } from '../_kit/errors.ts';
import { uploadUrl } from './api.ts';
import { toError, type TikTokError } from './errors.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

/**
 * Bytes of every chunk but the last, which takes what is left over (up to twice as much). TikTok takes 5 to
 * 64 MB, 1,000 chunks, and smaller files whole.
 */
export const CHUNK = 10 * 1024 * 1024;

/** The bytes from `start` up to `end`, which is not one of them. */
export interface Chunk {
  readonly start: number;
  readonly end: number;
}

/** As TikTok counts them: the size divided by the size of a chunk, rounded down. */
export function chunksOf(size: number): readonly Chunk[] {
  const count = Math.max(1, Math.floor(size / CHUNK));
  return Array.from({ length: count }, (_, index) => ({
    start: index * CHUNK,
    end: index === count - 1 ? size : (index + 1) * CHUNK,
  }));
}

/** One chunk of a file, and where it goes. */
export interface Sending {
  readonly path: string;
  readonly file: Pick<MediaFile, 'fileName' | 'mime' | 'size'>;
  readonly blob: Blob;
  readonly chunk: Chunk;
}

/**
 * Sends a chunk. `complete`: it was the last one. `dropped`: TikTok does not have the upload any more, or
 * waits for another chunk.
 *
 * @throws OutcomeUnknown if TikTok does not know
 */
export async function sendChunk(
  { path, file, blob, chunk }: Sending,
  ctx: ProviderContext,
): Promise<'more' | 'complete' | 'dropped'> {
  const response = await ctx.egress.fetch(`${uploadUrl(ctx)}${path}`, {
    method: 'PUT',
    headers: {
      'content-type': file.mime,
      'content-range': `bytes ${chunk.start}-${chunk.end - 1}/${file.size}`,
    },
    body: blob.slice(chunk.start, chunk.end, file.mime),
    signal: ctx.signal,
    timeoutMs: uploadMs(chunk.end - chunk.start),
  });
  const { status } = response;
  const body = parse(await response.text());
  if (status === 201) return 'complete';
  if (status === 206) return 'more';
  const networkCode = `upload_${status}`;
  if (body?.error?.code || status === 429) {
    const headers = new Headers([...response.headers]);
    throw toError({ status, headers, body, message: `HTTP ${status}` }, ctx.now());
  }
  // 400, 403, 404 and 416: the range is another one, the URL has expired, or there is no such upload.
  if (status >= 400 && status < 500 && status !== 408) return 'dropped';
  throw new OutcomeUnknown(
    sentence('storage_answered', { network: 'TikTok', status: String(status), file: file.fileName }),
    { networkCode },
  );
}

/** Refusals of the upload server have no message; those of TikTok's API do. */
function parse(text: string): { error?: TikTokError } | null {
  try {
    return JSON.parse(text) as { error?: TikTokError } | null;
  } catch {
    return null; // not JSON: the status is all there is to know
  }
}
