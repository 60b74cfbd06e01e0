/** Files of posts there become uploads here: each URL is fetched once, however often it is named. */
import { createHash } from 'node:crypto';
import { fetchMedia } from '../../uploads/fetch-media.ts';
import { isRecord, textOf } from '../map/values.ts';
import { ApiError } from '../../platform/errors.ts';
import type { ImportDeps } from './deps.ts';
import { readImported, rememberImported } from './known.ts';

/** A file as a post names it. */
export interface TakenMedia {
  readonly id: string;
  readonly path: string;
  readonly alt?: string;
}

/** No network takes more in one post. */
const MAX_FILES = 100;

/** The files fetched so far, and those that could not be. */
export interface MediaCount {
  fetched: number;
  readonly missing: { readonly post: string; readonly address: string; readonly problem: string }[];
}

/**
 * Takes the files that a list of a post names. What cannot be had is missing from the answer, and counted.
 *
 * @throws ApiError `storage_full`
 */
export async function takeMedia(
  deps: ImportDeps,
  input: { post: string; list: unknown; count: MediaCount },
): Promise<TakenMedia[]> {
  const list: unknown[] = Array.isArray(input.list) ? input.list : [];
  const taken: TakenMedia[] = [];
  for (const entry of list.slice(0, MAX_FILES)) {
    const media = isRecord(entry) ? entry : { path: entry };
    const path = textOf(media.path);
    const alt = textOf(media.alt);
    const file = await takeFile(deps, { post: input.post, path, count: input.count });
    if (file) taken.push({ ...file, ...(alt ? { alt } : {}) });
  }
  if (list.length > MAX_FILES) {
    const problem = `only ${MAX_FILES} of ${list.length} files are taken`;
    input.count.missing.push({ post: input.post, address: '(the others)', problem });
  }
  return taken;
}

async function takeFile(
  deps: ImportDeps,
  { post, path, count }: { post: string; path: string; count: MediaCount },
): Promise<TakenMedia | null> {
  const url = URL.parse(path, `${deps.base}/`);
  if (!url) {
    count.missing.push({ post, address: '(no URL)', problem: 'it has no URL' });
    return null;
  }
  try {
    return (await knownFile(deps, url.href)) ?? (await fetchFile(deps, url.href, count));
  } catch (error) {
    if (
      !(error instanceof ApiError) ||
      ['storage_full', 'storage_unavailable', 'quota_exceeded', 'pictures_busy'].includes(error.code)
    ) {
      throw error;
    }
    // What follows "?" may be a signature.
    count.missing.push({ post, address: `${url.origin}${url.pathname}`, problem: error.message });
    return null;
  }
}

/** A URL may be long, and hold a signature. */
const keyOf = (href: string): string => createHash('sha256').update(href).digest('base64url');

async function knownFile(
  { context, organizationId, sourceId }: ImportDeps,
  href: string,
): Promise<TakenMedia | null> {
  const key = keyOf(href);
  const id = (await readImported(context.database, { sourceId, kind: 'media' }, [key])).get(key)?.id;
  const file = id ? await context.storage.find(organizationId, id) : undefined;
  return file ? { id: file.id, path: file.url } : null;
}

async function fetchFile(
  { context, organizationId, sourceId }: ImportDeps,
  href: string,
  count: MediaCount,
): Promise<TakenMedia> {
  const media = await fetchMedia(context, {
    url: href,
    organizationId,
    remember: (tx, { id }) =>
      rememberImported(tx, { sourceId, kind: 'media' }, [
        { theirId: keyOf(href), id, digest: '', waits: false, problem: null },
      ]),
  });
  count.fetched++;
  return { id: media.id, path: media.url };
}
