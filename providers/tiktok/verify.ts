/**
 * Whether a call with an unknown outcome took effect: a video has its `publish_id` before its last bytes are
 * sent, and its status shows the outcome. Photos have none, and are looked for in the account's list of
 * public posts.
 */
import type { Provider, ProviderContext, PublishRequest, SentAttempt } from '../_kit/contract.ts';
import { ageMs, isBefore, verdictOn } from '../_kit/lookup.ts';
import { atSeconds, compareWords } from '../_kit/recent.ts';
import { listVideos, readStatus, toPublished } from './api.ts';
import { videoOf, type Prepared } from './prepare.ts';
import { publishedOf } from './publish.ts';

/** Between TikTok's clock and the database's. */
const CLOCKS_MS = 5 * 60_000;
/** The URL of an upload expires an hour after it was opened; no byte can arrive later. */
const UPLOAD_MS = 60 * 60_000;
/** The last bytes may be sent once more as long as their URL is certainly valid. */
const REPEATABLE_MS = 5 * 60_000;

export const verify: Provider['verify'] = async (request, attempt, ctx) => {
  const { publishId } = attempt.prepared as Prepared;
  const accepted = (attempt.ref as { publishId?: string } | null)?.publishId ?? publishId;
  if (!accepted) return findByWords(request, attempt, ctx);
  const status = await readStatus(request.channel, accepted, ctx);
  const published = publishedOf(request, accepted, status);
  if (published) return { status: 'found', published };
  if (status.status === 'FAILED') {
    return {
      status: 'absent',
      evidence: `TikTok did not publish the post: ${status.fail_reason ?? 'FAILED'}`,
    };
  }
  const total = videoOf(request)?.size ?? 0;
  const bytes = status.uploaded_bytes ?? 0;
  if (status.status !== 'PROCESSING_UPLOAD' || bytes >= total) {
    return { status: 'unknown', reason: 'TikTok is still working on the post' };
  }
  const evidence = `TikTok has ${bytes} of ${total} bytes`;
  const isOver = ageMs(attempt) > UPLOAD_MS + CLOCKS_MS;
  return isOver
    ? { status: 'absent', evidence }
    : { status: 'repeatable', evidence: `${evidence}, and makes one post at most`, forMs: REPEATABLE_MS };
};

/** Never `absent`: the list has public posts alone, and those only once TikTok has looked at them. */
async function findByWords(
  { channel, item, settings }: PublishRequest,
  { sentAt, isTaken }: SentAttempt,
  ctx: ProviderContext,
): ReturnType<Provider['verify']> {
  const title = typeof settings.title === 'string' ? settings.title : '';
  const ours = [item.text, title].filter((text) => text.trim());
  const videos = await listVideos(channel, ctx);
  const verdict = verdictOn(
    {
      posts: videos
        .filter(({ id, create_time: at }) => id && !isBefore(atSeconds(at), sentAt, CLOCKS_MS))
        .toReversed(),
      complete: true,
    },
    {
      likenessOf({ title: shown = '', video_description: description = '' }) {
        const likenesses = ours.flatMap((text) => [
          compareWords(text, shown),
          compareWords(text, description),
        ]);
        if (likenesses.includes('same words')) return 'same words';
        return likenesses.every((one) => one === 'other') && likenesses.length ? 'other' : 'like it';
      },
      show: ({ id = null, share_url: url }) => toPublished(channel, { publishId: null, postId: id, url }),
      isTaken,
      noun: 'public posts of the account',
    },
  );
  return verdict.status === 'absent'
    ? { status: 'unknown', reason: 'The post is not among the newest public posts of the account' }
    : verdict;
}

/** The account's newest public posts. */
export const recent: NonNullable<Provider['recent']> = async (channel, ctx) => {
  const videos = await listVideos(channel, ctx);
  return videos.flatMap(({ id, share_url: shared, create_time: at, video_description: text }) => {
    if (!id) return [];
    const { url } = toPublished(channel, { publishId: null, postId: id, url: shared });
    return [{ id, url: url ?? '', at: atSeconds(at), text }];
  });
};
