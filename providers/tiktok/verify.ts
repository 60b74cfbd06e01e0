/**
 * Whether a call with an unknown outcome took effect: a video has its `publish_id` before its last bytes are
 * sent, and its status tells. Photos have none, and are looked for in the account's list of public posts.
 */
import type { Provider, ProviderContext, PublishRequest, SentAttempt } from '../_kit/contract.ts';
import { atSeconds } from '../_kit/recent.ts';
import { listVideos, readStatus, toPublished } from './api.ts';
import { videoOf, type Prepared } from './prepare.ts';
import { publishedOf } from './publish.ts';

/** Between TikTok's clock and the database's. */
const CLOCKS_MS = 5 * 60_000;
/** The address of an upload ends an hour after it was opened; no byte can arrive later. */
const UPLOAD_MS = 60 * 60_000;
/** The last bytes may be sent once more as long as their address is certainly good. */
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
  const isOver = ctx.now().getTime() - attempt.sentAt.getTime() > UPLOAD_MS + CLOCKS_MS;
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
  const words = new Set([item.text, title].map(normalise).filter(Boolean));
  const videos = await listVideos(channel, ctx);
  const found = videos.find((video) => {
    const isOlder = (video.create_time ?? 0) * 1000 < sentAt.getTime() - CLOCKS_MS;
    const told = [video.title, video.video_description].map((text) => normalise(text ?? ''));
    const taken = isTaken?.(toPublished(channel, { publishId: null, postId: video.id ?? null }));
    return video.id && !isOlder && !taken && told.some((text) => words.has(text));
  });
  return found?.id
    ? {
        status: 'found',
        published: toPublished(channel, { publishId: null, postId: found.id, url: found.share_url }),
        byWords: true,
      }
    : { status: 'unknown', reason: 'The post is not among the newest public posts of the account' };
}

const normalise = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim();

/** The account's newest public posts. */
export const recent: NonNullable<Provider['recent']> = async (channel, ctx) => {
  const videos = await listVideos(channel, ctx);
  return videos.flatMap(({ id, share_url: shared, create_time: at, video_description: text }) => {
    if (!id) return [];
    const { url } = toPublished(channel, { publishId: null, postId: id, url: shared });
    return [{ id, url: url ?? '', at: atSeconds(at), text }];
  });
};
