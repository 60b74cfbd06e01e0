/**
 * Media from outside: the URL of another host or a `data:` URI in a request becomes an upload while the
 * request is validated.
 */
import type { MediaFile } from '../../providers/_kit/contract.ts';
import { IdempotencyConflict } from '../http/remember-answer.ts';
import type { Context } from '../platform/context.ts';
import { ApiError } from '../platform/errors.ts';
import { isDataUri, storeDataUri } from './data-uri.ts';
import { fetchMedia } from './fetch-media.ts';
import {
  storedPath,
  type MediaName,
  type MediaStorage,
  type StoredMedia,
} from '../platform/media/storage.ts';
import { sentence } from '../platform/sentences.ts';

/** Files that one request downloads in parallel. */
const AT_ONCE = 4;
/** For all files of one request together. */
const ALL_MS = 300_000;

interface Scope {
  readonly context: Context;
  readonly signal: AbortSignal;
  /** Downloads, finished or in progress, by organisation and URL: each URL is fetched once. */
  readonly taken: Map<string, Promise<StoredMedia>>;
  /** Stored files, to be removed again when the request is rejected. */
  readonly stored: { readonly organizationId: string; readonly id: string }[];
  readonly takeTurn: <T>(task: () => Promise<T>) => Promise<T>;
}

/**
 * Runs `work` with a context whose storage also resolves URLs of other hosts and `data:` URIs, by storing
 * them as uploads of the organisation. Removes them again when the request is rejected. After any other error
 * they stay: the posts that name them may have been stored although the database's answer was lost.
 *
 * @throws ApiError as fetchMedia and storeDataUri do, `invalid_request` for a URL that
 * RESTRICT_UPLOAD_DOMAINS excludes; anything that `work` throws
 */
export async function withOutsideMedia<T>(
  context: Context,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  let signal: AbortSignal | undefined;
  const scope: Scope = {
    context,
    taken: new Map(),
    stored: [],
    takeTurn: createQueue(AT_ONCE),
    // Most requests bring no media along and need no timer of minutes.
    get signal() {
      return (signal ??= AbortSignal.any([stop.signal, AbortSignal.timeout(ALL_MS)]));
    },
  };
  const resolve: MediaStorage['resolve'] = async (organizationId, named) => {
    const known = isDataUri(named.path) ? undefined : await context.storage.resolve(organizationId, named);
    return known ?? takeIn(scope, organizationId, named);
  };
  try {
    return await work({ ...context, storage: { ...context.storage, resolve } });
  } catch (error) {
    stop.abort();
    await Promise.allSettled(scope.taken.values());
    if (error instanceof ApiError || error instanceof IdempotencyConflict) await removeAll(scope);
    throw error;
  }
}

async function takeIn(
  scope: Scope,
  organizationId: string,
  named: MediaName,
): Promise<MediaFile | undefined> {
  const { context } = scope;
  const take = taker(scope, organizationId, named.path);
  if (!take) return undefined;
  const key = `${organizationId} ${named.path}`;
  const known = scope.taken.get(key);
  const media =
    known ??
    scope.takeTurn(async () => {
      // Another part of the request has been rejected meanwhile, or the time for all of them is over.
      if (scope.signal.aborted) throw new ApiError('fetch_failed', sentence('fetches_took_too_long'));
      const stored = await take();
      scope.stored.push({ organizationId, id: stored.id });
      return stored;
    });
  if (!known) scope.taken.set(key, media);
  return context.storage.find(organizationId, (await media).id);
}

/**
 * How to get the file, if at all. A URL that looks like an upload is treated as one, whichever organisation
 * owns it.
 */
function taker(
  { context, signal }: Scope,
  organizationId: string,
  path: string,
): (() => Promise<StoredMedia>) | undefined {
  if (isDataUri(path)) return () => storeDataUri(context, path, organizationId);
  if (!/^https?:\/\//i.test(path) || !URL.canParse(path) || storedPath(path)) return undefined;
  const needed = context.config.RESTRICT_UPLOAD_DOMAINS;
  if (needed && !path.includes(needed)) {
    throw new ApiError('invalid_request', sentence('media_not_from_there', { needed }));
  }
  return () => fetchMedia(context, { url: path, organizationId, signal });
}

async function removeAll({ context, stored }: Scope): Promise<void> {
  const results = await Promise.allSettled(
    stored.map(({ organizationId, id }) => context.storage.remove(organizationId, id)),
  );
  for (const result of results) {
    if (result.status === 'rejected') {
      context.log.warn({ err: result.reason as unknown }, 'media of a refused request could not be removed');
    }
  }
}

/** Runs at most `atOnce` tasks in parallel, in order. */
function createQueue(atOnce: number): Scope['takeTurn'] {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (free > 0) free--;
    else await new Promise<void>((next) => waiting.push(next));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
