/** Finds a comment whose answer was lost (developers.google.com/youtube/v3/docs/commentThreads/list). */
import type { ProviderContext, PublishRequest, SentAttempt, VerifyResult } from '../../_kit/contract.ts';
import { isBefore, readSince, verdictOn } from '../../_kit/lookup.ts';
import { compareWords } from '../../_kit/recent.ts';
import { callFor, type List } from '../api.ts';
import { asPublished, type PreparedComment } from '../publish/comment.ts';

const PAGE = 100;
const MAX_PAGES = 5;
/** Between YouTube's clock and the database's. */
const CLOCK_MARGIN_MS = 5 * 60_000;
/** How long after the call a comment may still appear in the list; YouTube gives no bound. */
const LATE_MS = 15 * 60_000;

interface Thread {
  readonly id?: string;
  readonly snippet?: {
    readonly topLevelComment?: {
      readonly snippet?: {
        /** For the author alone; `textDisplay` has links and emoji as HTML. */
        readonly textOriginal?: string;
        readonly textDisplay?: string;
        readonly authorChannelId?: { readonly value?: string };
        readonly publishedAt?: string;
      };
    };
  };
}

const commentIn = ({ snippet }: Thread) => snippet?.topLevelComment?.snippet;

/** Among the comments below the video, newest first. */
export async function verifyComment(
  { channel }: PublishRequest,
  { prepared, sentAt, isTaken }: SentAttempt,
  ctx: ProviderContext,
): Promise<VerifyResult> {
  const { videoId, text } = prepared as unknown as PreparedComment;
  const listed = await readSince<Thread>({
    async read(pageToken) {
      const query = {
        part: 'snippet',
        videoId,
        order: 'time',
        maxResults: String(PAGE),
        ...(pageToken ? { pageToken } : {}),
      };
      const { body } = await callFor<List<Thread>>(channel, ctx, '/youtube/v3/commentThreads', { query });
      return { items: body.items ?? [], next: body.nextPageToken ?? null };
    },
    isBefore: (thread) => isBefore(commentIn(thread)?.publishedAt, sentAt, CLOCK_MARGIN_MS),
    mostPages: MAX_PAGES,
  });
  return verdictOn(listed, {
    likenessOf: (thread) => {
      const comment = commentIn(thread);
      const isOurs = comment?.authorChannelId?.value === channel.internalId;
      return isOurs ? compareWords(text, comment?.textOriginal ?? comment?.textDisplay ?? '') : 'other';
    },
    show: ({ id }) => asPublished(videoId, id),
    isTaken,
    noun: 'comments below the video',
    afterMs: LATE_MS,
  });
}
