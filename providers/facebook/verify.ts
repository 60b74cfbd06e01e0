/**
 * Whether a call with an unknown outcome took effect. Photos and videos have ids of their own, by which a
 * post, a story or a comment is found; a text is looked for by its words.
 */
import type { Channel, Provider, ProviderContext, SentAttempt, VerifyResult } from '../_kit/contract.ts';
import { callsOf, filesOf, toPublished, type Comment, type Post } from './api.ts';
import type { Prepared, PreparedComment, PreparedPost, PreparedStories, PreparedVideo } from './prepare.ts';
import { storyAsPublished } from './publish.ts';
import { listStories } from './api/stories.ts';
import { problemOf, readVideo } from './media.ts';

const PAGE = 50;
const RECENT = 20;
/** Facebook's clock and ours may differ. */
const SKEW_MS = 5 * 60_000;
/** Posts were seen minutes after Facebook had answered with an error. */
const SHOWN_MS = 120_000;

export const verify: Provider['verify'] = async ({ channel }, attempt, ctx) => {
  const prepared = attempt.prepared as Prepared;
  switch (prepared.kind) {
    case 'post':
      return findPost(channel, prepared, attempt, ctx);
    case 'video':
      return findVideo(channel, prepared, ctx);
    case 'stories':
      return findStories(channel, prepared, ctx);
    case 'comment':
      return findComment(channel, prepared, attempt, ctx);
  }
};

const POST_FIELDS = 'id,message,created_time,permalink_url';

async function listPosts(
  channel: Channel,
  fields: string,
  ctx: ProviderContext,
  limit = PAGE,
): Promise<readonly Post[]> {
  const query = { fields, limit: String(limit) };
  const path = `/${channel.internalId}/published_posts`;
  return (await callsOf(channel, ctx)<{ data?: readonly Post[] }>(path, { query })).data ?? [];
}

async function findPost(
  channel: Channel,
  { text, photos }: PreparedPost,
  { sentAt, isTaken }: SentAttempt,
  ctx: ProviderContext,
): Promise<VerifyResult> {
  const files = 'attachments{target{id},subattachments{target{id}}}';
  const posts = await listPosts(channel, `${POST_FIELDS},${files}`, ctx);
  const later = posts.filter((post) => isSince(post, sentAt));
  const show = ({ id, permalink_url: url }: Post) => toPublished(id, url);
  const found = later
    .filter((post) => !isTaken?.(show(post)))
    .findLast((post) =>
      photos.length
        ? filesOf(post).includes(photos[0] ?? '')
        : !filesOf(post).length && comparable(post.message) === comparable(text),
    );
  if (found) return { status: 'found', published: show(found), byWords: !photos.length };
  return later.length >= PAGE
    ? { status: 'unknown', reason: `The Page has ${PAGE} newer posts: look whether this one is among them` }
    : {
        status: 'absent',
        evidence: `None of the Page's ${later.length} posts since the call is this one`,
        afterMs: SHOWN_MS,
      };
}

/** The upload of a video ends with the call that publishes it. */
async function findVideo(
  channel: Channel,
  { video }: PreparedVideo,
  ctx: ProviderContext,
): Promise<VerifyResult> {
  const { status = {}, permalink_url: url } = await readVideo(channel, video, ctx);
  const problem = problemOf(status);
  if (problem) return { status: 'absent', evidence: `Facebook could not process the video: ${problem}` };
  if (status.video_status === 'ready') return { status: 'found', published: toPublished(video, url) };
  return status.video_status === 'uploading' || status.uploading_phase?.status === 'in_progress'
    ? { status: 'repeatable', evidence: 'The upload is not finished, and becomes one video only' }
    : { status: 'unknown', reason: 'Facebook is still processing the video' };
}

async function findStories(
  channel: Channel,
  { files }: PreparedStories,
  ctx: ProviderContext,
): Promise<VerifyResult> {
  const stories = await listStories(channel, ctx);
  const found = files.map(({ id }) => stories.find(({ media_id: shown }) => shown === id));
  const [first] = found;
  if (first && found.every(Boolean)) return { status: 'found', published: storyAsPublished(first.post_id) };
  const out = found.filter(Boolean).length;
  // What is missing is sent; what is there is passed over.
  return out
    ? { status: 'repeatable', evidence: `${out} of ${files.length} stories are out`, afterMs: SHOWN_MS }
    : {
        status: 'absent',
        evidence: `None of the Page's ${stories.length} stories is this one`,
        afterMs: SHOWN_MS,
      };
}

async function findComment(
  channel: Channel,
  { parent, text, photo }: PreparedComment,
  { sentAt, isTaken }: SentAttempt,
  ctx: ProviderContext,
): Promise<VerifyResult> {
  const { data = [] } = await callsOf(channel, ctx)<{ data?: readonly Comment[] }>(`/${parent}/comments`, {
    query: {
      fields: 'id,message,created_time,permalink_url,from,attachment',
      filter: 'stream',
      order: 'reverse_chronological',
      limit: String(PAGE),
    },
  });
  const show = ({ id, permalink_url: url }: Comment) => toPublished(id, url);
  const later = data.filter((entry) => isSince(entry, sentAt));
  const found = later
    .filter((entry) => !isTaken?.(show(entry)))
    .filter(({ from }) => !from?.id || from.id === channel.internalId)
    .findLast((entry) =>
      photo ? entry.attachment?.target?.id === photo : comparable(entry.message) === comparable(text),
    );
  if (found) return { status: 'found', published: show(found), byWords: !photo };
  return later.length >= PAGE
    ? { status: 'unknown', reason: `There are ${PAGE} newer comments: look whether this one is among them` }
    : {
        status: 'absent',
        evidence: `None of the ${later.length} comments since the call is this one`,
        afterMs: SHOWN_MS,
      };
}

const isSince = ({ created_time: time = '' }: Pick<Post, 'created_time'>, sentAt: Date): boolean =>
  Date.parse(time) >= sentAt.getTime() - SKEW_MS;

/** White space is what Facebook changes in a text. */
const comparable = (text = ''): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim();

/** The Page's newest posts. */
export const recent: NonNullable<Provider['recent']> = async (channel, ctx) =>
  (await listPosts(channel, POST_FIELDS, ctx, RECENT)).map((post) => ({
    id: post.id,
    url: toPublished(post.id, post.permalink_url).url ?? '',
    at: post.created_time,
    text: post.message ?? '',
  }));
