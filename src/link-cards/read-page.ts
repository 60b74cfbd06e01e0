/** Reads a page for its card: what it says of itself, and its picture, within bounds of time and bytes. */
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CARD_LIMITS } from '../../providers/_kit/link-card.ts';
import type { MediaRules } from '../../providers/_kit/contract.ts';
import { ApiError } from '../platform/errors.ts';
import { CannotFit } from '../platform/media/fit-shape.ts';
import { withIncomingFolder } from '../platform/media/incoming.ts';
import { pictures } from '../platform/media/pictures.ts';
import { sentence } from '../platform/sentences.ts';
import {
  fetchError,
  fetchOutside,
  type Fetched,
  type FetchOutsideContext,
} from '../uploads/fetch-outside.ts';
import { factsOf, oneLine, type PageFacts } from './page-facts.ts';

/** For the page and its picture together: a post that is due does not wait longer for its card. */
const READ_MS = 5000;

interface Bounds {
  readonly accept: string;
  readonly maxBytes: number;
}
const PAGE: Bounds = { accept: 'text/html, application/xhtml+xml;q=0.9', maxBytes: 2 * 1024 * 1024 };
const OEMBED: Bounds = { accept: 'application/json', maxBytes: 256 * 1024 };
const PICTURE: Bounds = { accept: 'image/*', maxBytes: 10 * 1024 * 1024 };

/** What every network takes: Bluesky's limit is 1,000,000 bytes (lexicon app.bsky.embed.external). */
const CARD_PICTURE: MediaRules = {
  maxImages: 1,
  maxVideos: 0,
  mixed: false,
  imageTypes: ['image/jpeg'],
  videoTypes: [],
  maxImageBytes: 300_000,
  maxVideoBytes: 0,
  image: { maxWidth: 1200, maxHeight: 1200 },
};

export interface ReadPageDeps extends FetchOutsideContext {
  readonly uploadFolder: string;
}

/** What a card shows of a page; `picture` is a JPEG. */
export interface PageCard {
  readonly title: string;
  readonly description: string;
  readonly picture: Uint8Array | null;
  /** False where the page names a picture that could not be had: it may be there the next time. */
  readonly isWhole: boolean;
}

/** `organizationId`: whose turn it is where pictures are worked on. */
export interface ReadPage {
  readonly url: string;
  readonly organizationId: string;
  readonly signal?: AbortSignal | undefined;
}

/** A page that is being read, until its time is over. */
interface Reading extends ReadPageDeps {
  readonly organizationId: string;
  readonly ends: AbortSignal;
}

/**
 * Reads one page. A picture that cannot be had in time is left out.
 *
 * @throws ApiError `fetch_failed`, `blocked_address`, `file_too_large`: there is no page, or it has no title
 */
export async function readPage(deps: ReadPageDeps, page: ReadPage): Promise<PageCard> {
  const { organizationId, signal } = page;
  const timeout = AbortSignal.timeout(READ_MS);
  const reading = { ...deps, organizationId, ends: signal ? AbortSignal.any([timeout, signal]) : timeout };
  const { url, contentType, bytes } = await load(reading, page.url, PAGE).catch((error: unknown) => {
    throw pageError(error, { url: page.url, isSlow: timeout.aborted });
  });
  if (!/^(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType)) {
    throw new ApiError('fetch_failed', sentence('link_is_no_page', { host: url.host }));
  }
  const facts = await withOembed(reading, factsOf(bytes, contentType, url));
  if (!facts.title) throw new ApiError('fetch_failed', sentence('link_without_title', { host: url.host }));
  const { title, description } = facts;
  const picture = facts.picture ? await pictureAt(reading, facts.picture) : null;
  return { title, description, picture, isWhole: picture !== null || facts.picture === null };
}

/** Refusals of a page, by the code of the refusal of a file. */
const OF_PAGES: Readonly<Record<string, (host: string, status: string) => object>> = {
  fetched_a_status: (host, status) => sentence('page_answered_status', { host, status }),
  fetched_nothing: (host) => sentence('page_refused', { host }),
  fetch_refused: (host) => sentence('page_refused', { host }),
  fetch_url_not_https: (host) => sentence('page_refused', { host }),
  redirect_to_no_url: (host) => sentence('page_redirects', { host }),
  too_many_redirects: (host) => sentence('page_redirects', { host }),
  fetch_url_with_password: () => sentence('page_with_password'),
};

function pageError(error: unknown, { url, isSlow }: { url: string; isSlow: boolean }): unknown {
  if (!(error instanceof ApiError) || error.code !== 'fetch_failed') return error;
  const host = String(error.params?.host ?? URL.parse(url)?.host ?? '');
  const message = isSlow
    ? sentence('page_too_slow', { host })
    : OF_PAGES[error.reason ?? '']?.(host, String(error.params?.status ?? ''));
  return message ? new ApiError('fetch_failed', { ...message, cause: error }) : error;
}

/**
 * A file that may be anything, as the JPEG of a card; null where it cannot be one, or other files keep the
 * process for pictures busy until `ends`.
 */
export function cardPicture(
  { uploadFolder, organizationId, ends }: Pick<Reading, 'uploadFolder' | 'organizationId' | 'ends'>,
  { body, mime }: { readonly body: AsyncIterable<Uint8Array>; readonly mime: string },
): Promise<Uint8Array | null> {
  return withIncomingFolder(uploadFolder, async (folder) => {
    const [from, to] = [join(folder, 'from'), join(folder, 'to')];
    await pipeline(Readable.from(body), createWriteStream(from, { flags: 'wx' }));
    const options = { name: 'a link card', rules: CARD_PICTURE, ratio: 'keep' } as const;
    const fitted = pictures.fit(organizationId, { from: { path: from, mime }, to, options }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof CannotFit || error instanceof ApiError) return false;
        throw error;
      },
    );
    return (await Promise.race([fitted, over(ends)])) ? readFile(to) : null;
  });
}

const over = (ends: AbortSignal): Promise<false> =>
  new Promise((resolve) => {
    if (ends.aborted) resolve(false);
    else ends.addEventListener('abort', () => resolve(false), { once: true });
  });

interface Loaded {
  readonly url: URL;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

const load = (reading: Reading, url: string, bounds: Bounds): Promise<Loaded> =>
  fetched(reading, { url, ...bounds }, async (answer) => ({
    url: answer.url,
    contentType: answer.contentType,
    bytes: await beginningOf(answer.body, bounds.maxBytes),
  }));

/** What a page says of itself stands at its beginning: the rest of a long one is not read. */
async function beginningOf(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

async function fetched<T>(
  reading: Reading,
  what: Bounds & { readonly url: string },
  work: (answer: Fetched) => Promise<T>,
): Promise<T> {
  const done = new AbortController();
  const ends = AbortSignal.any([reading.ends, done.signal]);
  try {
    return await work(
      await fetchOutside(reading, { ...what, maxBytes: 2 * what.maxBytes, timeoutMs: READ_MS }, ends),
    );
  } catch (error) {
    throw fetchError(error, what);
  } finally {
    done.abort();
  }
}

/** What the page's oEmbed document adds, where the page itself lacks a title or a picture. */
async function withOembed(reading: Reading, facts: PageFacts): Promise<PageFacts> {
  if (!facts.oembed || (facts.title && facts.picture)) return facts;
  const embedded = await load(reading, facts.oembed, OEMBED)
    .then(({ bytes }) => JSON.parse(Buffer.from(bytes).toString('utf8')) as unknown)
    .catch((error: unknown) => {
      if (error instanceof ApiError || error instanceof SyntaxError) return null;
      throw error;
    });
  if (typeof embedded !== 'object' || embedded === null) return facts;
  const { title, thumbnail_url: thumbnail } = embedded as Record<string, unknown>;
  return {
    ...facts,
    title: facts.title || (typeof title === 'string' ? oneLine(title, CARD_LIMITS.title) : ''),
    picture: facts.picture ?? (typeof thumbnail === 'string' && URL.canParse(thumbnail) ? thumbnail : null),
  };
}

async function pictureAt(reading: Reading, url: string): Promise<Uint8Array | null> {
  try {
    return await fetched(reading, { url, ...PICTURE }, ({ body, contentType }) =>
      cardPicture(reading, { body, mime: contentType }),
    );
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
