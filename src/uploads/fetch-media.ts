/**
 * Fetches media from another host: through the guarded client, redirect by redirect, streamed to a file and
 * stored like any upload.
 */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ProviderError } from '../../providers/_kit/errors.ts';
import type { Context } from '../platform/context.ts';
import { BlockedAddress, isAllowedAddress } from '../platform/egress.ts';
import { ApiError } from '../platform/errors.ts';
import { MAX_IMAGE_BYTES, MAX_VIDEO_BYTES, maxBytesOf } from '../platform/media/accepted-media.ts';
import { pictures } from '../platform/media/pictures.ts';
import { withIncomingFile } from '../platform/media/incoming.ts';
import type { RememberMedia, StoredMedia } from '../platform/media/storage.ts';
import { sentence } from '../platform/sentences.ts';

const MAX_REDIRECTS = 5;
/** For the whole download: a gigabyte in this time is 29 Mbit/s. */
const FETCH_MS = 300_000;
/** Enough bytes to detect the type. */
const HEAD_BYTES = 4100;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

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

/** The other side cannot give anything for now. */
class ServerAway extends Error {}

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
    const fetched = await follow(context, input, signal);
    return await withIncomingFile(context.uploadFolder, async (path) =>
      take({ path, size: await receive(fetched, path, input.organizationId), url: fetched.url }),
    );
  } catch (error) {
    throw asApiError(error, input.url);
  } finally {
    done.abort();
  }
}

/**
 * An answer. `isPage`: its host calls it a page for people, which counts only where its bytes are no media.
 */
interface Fetched {
  readonly url: URL;
  readonly body: AsyncIterable<Uint8Array>;
  readonly isPage: boolean;
}

const isPage = (headers: Headers): boolean => /^text\/html\b/i.test(headers.get('content-type') ?? '');

async function follow(
  context: Omit<FetchMediaContext, 'storage'>,
  input: Pick<FetchMediaInput, 'url' | 'httpsOnly'>,
  signal: AbortSignal,
): Promise<Fetched> {
  let url = new URL(input.url);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    assertMayCall(context, url, input.httpsOnly ?? false);
    const response = await context.egress.fetch(url, {
      headers: { accept: 'image/*, video/mp4, video/quicktime' },
      signal,
      timeoutMs: FETCH_MS,
      maxBytes: MAX_VIDEO_BYTES,
    });
    const location = REDIRECTS.has(response.status) ? response.headers.get('location') : null;
    if (!location) {
      if (!response.ok) {
        throw new ApiError('fetch_failed', {
          ...sentence('fetched_a_status', { host: url.host, status: String(response.status) }),
          cause: response.status === 429 || response.status >= 500 ? new ServerAway() : undefined,
        });
      }
      if (!response.body) {
        throw new ApiError('fetch_failed', sentence('fetched_nothing', { host: url.host }));
      }
      return { url, body: response.body, isPage: isPage(response.headers) };
    }
    const next = URL.parse(location, url.href);
    if (!next) {
      throw new ApiError('fetch_failed', sentence('redirect_to_no_address', { host: url.host }));
    }
    url = next;
  }
  throw new ApiError('fetch_failed', sentence('too_many_redirects', { max: MAX_REDIRECTS }));
}

function assertMayCall({ config }: Pick<FetchMediaContext, 'config'>, url: URL, httpsOnly: boolean): void {
  const allowed = isAllowedAddress(url.hostname, config.SSRF_ALLOW_CIDRS);
  if (url.username || url.password) {
    throw new ApiError('fetch_failed', sentence('fetch_address_with_password'));
  }
  if (
    url.protocol !== 'https:' &&
    (httpsOnly || url.protocol !== 'http:') &&
    !(url.protocol === 'http:' && allowed)
  ) {
    const address = `${url.protocol}//${url.host}`;
    throw new ApiError('fetch_failed', sentence('fetch_address_not_https', { address }));
  }
  // The client trusts the URL the operator gave the sandbox network; a URL in a request comes from another
  // party.
  const sandbox = config.CRIER_SANDBOX
    ? URL.parse(config.providerEnv.CRIER_SANDBOX_URL ?? '')?.origin
    : undefined;
  if (url.origin === sandbox && !allowed && !config.DISABLE_SSRF_PROTECTION) {
    throw new BlockedAddress(url.hostname);
  }
}

/**
 * Writes the body to a file, counting. The type sets the limit, so an endless picture is cut off long before
 * a video; it is asked for where only a video may go on.
 */
async function receive(
  { url, body, isPage }: Fetched,
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
  if (isPage && !(await pictures.type(organizationId, { head }))) {
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

function asApiError(error: unknown, url: string): unknown {
  if (error instanceof BlockedAddress) {
    return new ApiError('blocked_address', { message: error.message, cause: error });
  }
  if (error instanceof ProviderError && error.networkCode === 'too_large') {
    return new ApiError('file_too_large', {
      ...sentence('file_over_limit', { max: MAX_VIDEO_BYTES }),
      cause: error,
    });
  }
  if (error instanceof ProviderError) {
    return new ApiError('fetch_failed', {
      ...sentence('fetch_refused', { host: new URL(url).host }),
      cause: error,
    });
  }
  return error;
}
