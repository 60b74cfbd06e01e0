/**
 * Whether the last bytes of an upload arrived: the session itself shows it, for as long as YouTube keeps it;
 * after that, the playlist of the channel's uploads, which has private videos too.
 */
import type { Provider, ProviderContext, PublishRequest, VerifyResult } from '../_kit/contract.ts';
import { isBefore, readSince, verdictOn, type Listed } from '../_kit/lookup.ts';
import { compareWords } from '../_kit/recent.ts';
import { askProgress } from '../_shared/google/upload.ts';
import { callFor, sessionOf, toPublished, type List, type Video } from './api.ts';
import type { Prepared } from './prepare.ts';
import { verifyComment } from './verify/comment.ts';
import { hasRest, isLive, POLL_MS, readVideo, rejectionOf, REST_MS } from './publish.ts';

const PAGE = 50;
const MAX_PAGES = 5;
const RECENT = 10;
/** Between YouTube's clock and the database's. */
const CLOCK_MARGIN_MS = 5 * 60_000;
/** How long after the call a video may still appear among the uploads; YouTube gives no bound. */
const LATE_MS = 15 * 60_000;
/** An upload that has all bytes but the last is kept for days; it is asked again after one. */
const REPEATABLE_MS = 86_400_000;

interface Item {
  readonly snippet?: {
    readonly title?: string;
    readonly description?: string;
    readonly publishedAt?: string;
  };
  readonly contentDetails?: { readonly videoId?: string };
}

/**
 * A video that is found gets its thumbnail and its playlist as well, from `poll`, which also reports whether
 * YouTube takes it. One that came from there had its time.
 */
export const verify: Provider['verify'] = async (request, attempt, ctx) => {
  if (request.root) return verifyComment(request, attempt, ctx);
  const verdict = await look(request, attempt, ctx);
  const isUnfinished = attempt.ref === null && hasRest(request);
  return verdict.status === 'found' && isUnfinished ? { ...verdict, pollAfterMs: REST_MS } : verdict;
};

const look: Provider['verify'] = async (request, attempt, ctx) => {
  const { channel } = request;
  const known = (attempt.ref as { id?: string } | null)?.id;
  if (known) {
    const video = await readVideo(channel, known, ctx);
    const reason = video ? rejectionOf(video) : 'YouTube accepted the video, but no longer shows it';
    return reason === undefined
      ? { status: 'found', published: toPublished(known) }
      : { status: 'unknown', reason };
  }
  const prepared = attempt.prepared as unknown as Prepared;
  const progress = await askProgress<Video>(sessionOf(channel, prepared, ctx), ctx);
  if (progress.state === 'complete') {
    const published = toPublished(progress.made.id);
    return { status: 'found', published, ...(isLive(progress.made) ? {} : { pollAfterMs: POLL_MS }) };
  }
  if (progress.state === 'incomplete') {
    // Without the bytes before, the last ones make nothing: the upload begins again.
    if (progress.next < prepared.start) {
      return { status: 'absent', evidence: `The upload has ${progress.next} of ${prepared.total} bytes` };
    }
    return {
      status: 'repeatable',
      evidence: `The upload has ${progress.next} of ${prepared.total} bytes, and makes one video at most`,
      forMs: REPEATABLE_MS,
    };
  }
  return findByWords(request, { ...attempt, prepared }, ctx);
};

type Attempt = Omit<Parameters<Provider['verify']>[1], 'prepared'> & { readonly prepared: Prepared };

async function findByWords(
  { channel }: PublishRequest,
  { prepared, sentAt, isTaken }: Attempt,
  ctx: ProviderContext,
): Promise<VerifyResult> {
  return verdictOn(await listSince(channel, sentAt, ctx), {
    likenessOf: ({ snippet }) => compareWords(textOf(prepared), textOf(snippet ?? {})),
    show: ({ contentDetails }) => toPublished(contentDetails?.videoId),
    isTaken,
    noun: 'videos of the channel',
    afterMs: LATE_MS,
  });
}

const textOf = ({ title = '', description = '' }: { title?: string; description?: string }): string =>
  `${title}\n${description}`;

const readPage = async (
  channel: PublishRequest['channel'],
  query: Record<string, string>,
  ctx: ProviderContext,
): Promise<List<Item>> =>
  (
    await callFor<List<Item>>(channel, ctx, '/youtube/v3/playlistItems', {
      query: { part: 'snippet,contentDetails', playlistId: String(channel.details.uploads ?? ''), ...query },
    })
  ).body;

/** The channel's videos since a moment before the call. */
const listSince = (
  channel: PublishRequest['channel'],
  sentAt: Date,
  ctx: ProviderContext,
): Promise<Listed<Item>> =>
  readSince<Item>({
    async read(pageToken) {
      const query = { maxResults: String(PAGE), ...(pageToken ? { pageToken } : {}) };
      const { items = [], nextPageToken } = await readPage(channel, query, ctx);
      return { items, next: nextPageToken ?? null };
    },
    isBefore: ({ snippet }) => isBefore(snippet?.publishedAt, sentAt, CLOCK_MARGIN_MS),
    mostPages: MAX_PAGES,
  });

/** The channel's newest videos. */
export const recent: NonNullable<Provider['recent']> = async (channel, ctx) => {
  const { items = [] } = await readPage(channel, { maxResults: String(RECENT) }, ctx);
  return items.map(({ contentDetails, snippet }) => {
    const { id, url } = toPublished(contentDetails?.videoId);
    const text = `${snippet?.title ?? ''}\n${snippet?.description ?? ''}`;
    return { id, url: url ?? '', at: snippet?.publishedAt, text };
  });
};
