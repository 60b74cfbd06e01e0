/**
 * Fetches media from another host: through the guarded client, redirect by redirect, streamed to a file and
 * stored like any upload.
 */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ProviderError } from '../../providers/_kit/errors.ts';
import type { Context } from '../platform/context.ts';
import { ApiError } from '../platform/errors.ts';
import { MAX_IMAGE_BYTES, MAX_VIDEO_BYTES, maxBytesOf } from '../platform/media/accepted-media.ts';
import { pictures } from '../platform/media/pictures.ts';
import { withIncomingFile } from '../platform/media/incoming.ts';
import type { RememberMedia, StoredMedia } from '../platform/media/storage.ts';
import { sentence } from '../platform/sentences.ts';
import { fetchError, fetchOutside, ServerAway, type Fetched } from './fetch-outside.ts';

/** For the whole download: a gigabyte in this time is 29 Mbit/s. */
const FETCH_MS = 300_000;
const CALL = {
  accept: 'image/*, video/mp4, video/quicktime, application/pdf',
  timeoutMs: FETCH_MS,
  maxBytes: MAX_VIDEO_BYTES,
} as const;
/** Enough bytes to detect the type. */
const HEAD_BYTES = 4100;

export interface FetchMediaInput {
  readonly url: string;
  readonly organizationId: string;
  /** Aborts the download. */
  readonly signal?: AbortSignal;
  /** Rejects plain http, at every redirect, except for hosts the operator has allowed (SSRF_ALLOW_CIDRS). */
  readonly httpsOnly?: boolean;
  /** Runs in the transaction that stores the file. */
  readonly remember?: RememberMedia;
}

/** The parts of the context it uses. */
export type FetchMediaContext = Pick<Context, 'config' | 'egress' | 'storage' | 'uploadFolder'>;

/** Whether a file was not fetched because its server did not answer, or could not for now. */
export const isAway = (error: ApiError): boolean =>
  error.code === 'fetch_failed' &&
  (error.cause instanceof ProviderError || error.cause instanceof ServerAway);

/**
 * Fetches and stores one file. Sends no credentials, and quotes nothing of the other side's answer in an
 * error.
 *
 * @throws ApiError `blocked_address`, `fetch_failed`, `unsupported_file`, `file_too_large`, `storage_full`
 */
export function fetchMedia(context: FetchMediaContext, input: FetchMediaInput): Promise<StoredMedia> {
  const { organizationId, remember } = input;
  return withFetchedFile(context, input, ({ url, ...file }) =>
    context.storage.take({ ...file, originalName: nameIn(url), organizationId }, remember),
  );
}

/** A file that was fetched, in a folder of its own. `size` in bytes; `url`: where the redirects ended. */
export interface FetchedFile {
  readonly path: string;
  readonly size: number;
  readonly url: URL;
}

/**
 * Fetches one file and runs `take` with it; what that leaves in place is removed.
 *
 * @throws ApiError `blocked_address`, `fetch_failed` (see isAway), `unsupported_file` when it is empty or a
 * page, `file_too_large`, `storage_full`; anything that `take` throws
 */
export async function withFetchedFile<T>(
  context: Omit<FetchMediaContext, 'storage'>,
  input: Omit<FetchMediaInput, 'remember'>,
  take: (file: FetchedFile) => Promise<T>,
): Promise<T> {
  const timeout = AbortSignal.timeout(FETCH_MS);
  // Closes a connection whose body is not read to its end: redirects, errors, files that are too large.
  const done = new AbortController();
  const signal = AbortSignal.any([timeout, done.signal, ...(input.signal ? [input.signal] : [])]);
  try {
    const { url, httpsOnly } = input;
    const fetched = await fetchOutside(context, { ...CALL, url, httpsOnly }, signal);
    return await withIncomingFile(context.uploadFolder, async (path) =>
      take({ path, size: await receive(fetched, path, input.organizationId), url: fetched.url }),
    );
  } catch (error) {
    throw fetchError(error, { ...CALL, url: input.url });
  } finally {
    done.abort();
  }
}

/** Its host calls it a page for people, which counts only where its bytes are no media. */
const isPage = (contentType: string): boolean => /^text\/html\b/i.test(contentType);

/**
 * Writes the body to a file, counting. The type sets the limit, so an endless picture is cut off long before
 * a video; it is asked for where only a video may go on.
 */
async function receive(
  { url, body, contentType }: Fetched,
  path: string,
  organizationId: string,
): Promise<number> {
  let size = 0;
  let head = Buffer.alloc(0);
  await pipeline(
    async function* () {
      let limit: number | undefined;
      for await (const chunk of body) {
        size += chunk.byteLength;
        if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES);
        if (size > MAX_IMAGE_BYTES) limit ??= maxBytesOf(await pictures.type(organizationId, { head }));
        if (limit !== undefined && size > limit) {
          throw new ApiError('file_too_large', sentence('file_over_limit', { max: limit }));
        }
        yield chunk;
      }
    },
    createWriteStream(path, { flags: 'wx' }),
  );
  if (size === 0) throw new ApiError('unsupported_file', sentence('file_is_empty'));
  if (isPage(contentType) && !(await pictures.type(organizationId, { head }))) {
    throw new ApiError('unsupported_file', sentence('fetched_a_web_page', { host: url.host }));
  }
  return size;
}

/** The last part of the path, as the name of the file. */
function nameIn(url: URL): string | null {
  const name = url.pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(name) || null;
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return name;
  }
}
