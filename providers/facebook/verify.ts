/**
 * Whether a call with an unknown outcome took effect. Photos and videos have ids of their own, by which a
 * post, a story or a comment is found; a text is looked for by its content.
 */
import type {
  Channel,
  Provider,
  ProviderContext,
  PublishRequest,
  SentAttempt,
  VerifyResult,
} from '../_kit/contract.ts';
import { isBefore, readSince, verdictOn, type Likeness } from '../_kit/lookup.ts';
import { compareWords } from '../_kit/recent.ts';
import { subtitlesOf } from '../_kit/subtitles.ts';
import { readList, type ListPage } from '../_shared/meta/graph.ts';
import { callsOf, filesOf, toPublished, videoAsPublished, type Comment, type Post } from './api.ts';
import type { Prepared, PreparedComment, PreparedPost, PreparedStories, PreparedVideo } from './prepare.ts';
import { REST_MS, storiesAsPublished } from './publish.ts';
import { listStories } from './api/stories.ts';
import { problemOf, readVideo } from './media.ts';

const PAGE = 50;
const MAX_PAGES = 5;
const RECENT = 20;
/** Facebook's clock and ours may differ. */
const SKEW_MS = 5 * 60_000;
/** Posts were seen minutes after Facebook had answered with an error. */
const SHOWN_MS = 120_000;

export const verify: Provider['verify'] = async (request, attempt, ctx) => {
  const { channel } = request;
  const prepared = attempt.prepared as Prepared;
  switch (prepared.kind) {
    case 'post':
      return findPost(channel, prepared, attempt, ctx);
    case 'video':
      return withRest(request, await findVideo(channel, prepared, ctx));
    case 'stories':
      return findStories(channel, prepared, ctx);
    case 'comment':
      return findComment(channel, prepared, attempt, ctx);
  }
};

/** A video whose answer was lost has its subtitles still to come. */
const withRest = ({ settings }: Pick<PublishRequest, 'settings'>, verdict: VerifyResult): VerifyResult =>
  verdict.status === 'found' && subtitlesOf(settings) ? { ...verdict, pollAfterMs: REST_MS } : verdict;

const POST_FIELDS = 'id,message,created_time,permalink_url';

const listPosts = (
  channel: Channel,
  query: { readonly fields: string; readonly limit: number; readonly after?: string | null },
  ctx: ProviderContext,
): Promise<ListPage<Post>> =>
  readList<Post>(callsOf(channel, ctx), `/${channel.internalId}/published_posts`, query);

async function findPost(
  channel: Channel,
  { text, photos }: PreparedPost,
  { sentAt, isTaken }: SentAttempt,
  ctx: ProviderContext,
): Promise<VerifyResult> {
  const fields = `${POST_FIELDS},attachments{target{id},subattachments{target{id}}}`;
  const listed = await readSince<Post>({
    read: (after) => listPosts(channel, { fields, limit: PAGE, after }, ctx),
    isBefore: ({ created_time: time }) => isBefore(time, sentAt, SKEW_MS),
    mostPages: MAX_PAGES,
  });
  return verdictOn(listed, {
    likenessOf: (post) => likenessOf({ text, photos }, { text: post.message, files: filesOf(post) }),
    show: ({ id, permalink_url: url }) => toPublished(id, url),
    isTaken,
    noun: 'posts of the Page',
    afterMs: SHOWN_MS,
  });
}

/** A photo belongs to one post only. The card of a link may have an id, as if it were a file. */
function likenessOf(
  ours: { readonly text: string; readonly photos: readonly string[] },
  theirs: { readonly text: string | undefined; readonly files: readonly string[] },
): Likeness {
  if (ours.photos.some((id) => theirs.files.includes(id))) return 'ours';
  if (ours.photos.length && theirs.files.length) return 'other';
  const likeness = compareWords(ours.text, theirs.text ?? '');
  return likeness === 'same words' && (ours.photos.length || theirs.files.length) ? 'like it' : likeness;
}

/** The upload of a video ends with the call that publishes it. */
async function findVideo(
  channel: Channel,
  { video }: PreparedVideo,
  ctx: ProviderContext,
): Promise<VerifyResult> {
  const read = await readVideo(channel, video, ctx);
  const { status = {} } = read;
  const problem = problemOf(status);
  if (problem) return { status: 'absent', evidence: `Facebook could not process the video: ${problem}` };
  if (status.video_status === 'ready') {
    return { status: 'found', published: videoAsPublished(channel, { ...read, id: video }) };
  }
  return status.video_status === 'uploading' || status.uploading_phase?.status === 'in_progress'
    ? { status: 'repeatable', evidence: 'The upload is not finished, and becomes one video only' }
    : { status: 'unknown', reason: 'Facebook is still processing the video' };
}

/** A story with a video is in the list only once Facebook has processed it. */
async function findStories(
  channel: Channel,
  { files }: PreparedStories,
  ctx: ProviderContext,
): Promise<VerifyResult> {
  const { posts: stories, complete } = await listStories(channel, ctx);
  const found = files.map(({ id }) => stories.find(({ media_id: shown }) => shown === id));
  const ids = found.flatMap((story) => story?.post_id ?? []);
  if (ids.length === files.length) return { status: 'found', published: storiesAsPublished(ids) };
  for (const [n, { id, isVideo }] of files.entries()) {
    if (isVideo && !found[n] && !(await isUnused(channel, id, ctx))) {
      return { status: 'unknown', reason: 'Facebook is still processing the video of a story' };
    }
  }
  if (!complete) {
    const reason = `The Page has more than ${stories.length} stories; check whether this one is among them`;
    return { status: 'unknown', reason };
  }
  const out = ids.length;
  // What is missing is sent; what is there is skipped.
  return out
    ? { status: 'repeatable', evidence: `${out} of ${files.length} stories are published`, afterMs: SHOWN_MS }
    : {
        status: 'absent',
        evidence: `None of the Page's ${stories.length} stories is this one`,
        afterMs: SHOWN_MS,
      };
}

/**
 * Whether a video was uploaded, and nothing was made of it: then nothing of it has begun, or it has failed.
 */
async function isUnused(channel: Channel, video: string, ctx: ProviderContext): Promise<boolean> {
  const { status = {} } = await readVideo(channel, video, ctx);
  if (problemOf(status)) return true;
  const { video_status: state, processing_phase: processing, publishing_phase: publishing } = status;
  const isIdle = [processing, publishing].every(
    (phase) => (phase?.status ?? 'not_started') === 'not_started',
  );
  return isIdle && state !== 'processing' && state !== 'ready';
}

async function findComment(
  channel: Channel,
  { parent, text, photo }: PreparedComment,
  { sentAt, isTaken }: SentAttempt,
  ctx: ProviderContext,
): Promise<VerifyResult> {
  const listed = await readSince<Comment>({
    read: (after) =>
      readList<Comment>(callsOf(channel, ctx), `/${parent}/comments`, {
        fields: 'id,message,created_time,permalink_url,from,attachment',
        filter: 'stream',
        order: 'reverse_chronological',
        limit: PAGE,
        after,
      }),
    isBefore: ({ created_time: time }) => isBefore(time, sentAt, SKEW_MS),
    mostPages: MAX_PAGES,
  });
  const photos = photo ? [photo] : [];
  return verdictOn(listed, {
    likenessOf({ from, message, attachment }) {
      if (from?.id && from.id !== channel.internalId) return 'other';
      const file = attachment?.target?.id;
      return likenessOf({ text, photos }, { text: message, files: file ? [file] : [] });
    },
    show: ({ id, permalink_url: url }) => toPublished(id, url),
    isTaken,
    noun: 'comments there',
    afterMs: SHOWN_MS,
  });
}

/** The Page's newest posts. */
export const recent: NonNullable<Provider['recent']> = async (channel, ctx) =>
  (await listPosts(channel, { fields: POST_FIELDS, limit: RECENT }, ctx)).items.map((post) => ({
    id: post.id,
    url: toPublished(post.id, post.permalink_url).url ?? '',
    at: post.created_time,
    text: post.message ?? '',
  }));
