/** The calls that publish, each irreversible, and the one that deletes. */
import { FormData } from 'undici';
import type {
  Channel,
  MediaFile,
  Provider,
  ProviderContext,
  Published,
  PublishRequest,
  PublishResult,
} from '../_kit/contract.ts';
import { OutcomeUnknown, ProviderError, Rejected } from '../_kit/errors.ts';
import { publishSteps } from '../_kit/publish-steps.ts';
import { removeAll } from '../_shared/meta/posts.ts';
import { callsOf, toPublished, videoAsPublished } from './api.ts';
import type { Prepared, PreparedComment, PreparedPost, PreparedStories, PreparedVideo } from './prepare.ts';
import { addCaptions } from './api/captions.ts';
import { listStories } from './api/stories.ts';
import { problemOf, readVideo } from './media.ts';
import { THUMBNAIL } from './schema.ts';
import { acceptedWithoutId, answeredWithout } from '../_kit/answered-without.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';
import { PUBLISH_TIMEOUT_MS } from './rules.ts';

const sentence = catalogue(english);

const CALL_MS = 40_000;
const POLL_MS = 5000;
/** Nothing is left but the subtitles. */
export const REST_MS = 1000;

export const publish: Provider['publish'] = async (request, stored, ctx) => {
  const { channel } = request;
  const prepared = stored as Prepared;
  switch (prepared.kind) {
    case 'post':
      return publishPost(channel, prepared, ctx);
    case 'video':
      return finishVideo(request, prepared, ctx);
    case 'stories':
      return publishStories(channel, prepared, ctx);
    case 'comment':
      return comment(channel, prepared, ctx);
  }
};

async function publishPost(
  channel: Channel,
  { fields }: PreparedPost,
  ctx: ProviderContext,
): Promise<PublishResult> {
  const { id } = await callsOf(channel, ctx)<{ id?: string }>(`/${channel.internalId}/feed`, {
    form: fields,
    timeoutMs: CALL_MS,
  });
  if (!id) throw new OutcomeUnknown(acceptedWithoutId('Facebook', 'the post'));
  return { status: 'published', published: toPublished(id, await readPermalink(channel, id, ctx)) };
}

/** The post is published in any case; its id alone leads to it as well. */
async function readPermalink(
  channel: Channel,
  id: string,
  ctx: ProviderContext,
): Promise<string | undefined> {
  try {
    const query = { fields: 'id,permalink_url' };
    return (await callsOf(channel, ctx)<{ permalink_url?: string }>(`/${id}`, { query })).permalink_url;
  } catch (error) {
    if (error instanceof ProviderError) return undefined;
    throw new OutcomeUnknown(sentence('published_without_url'), { cause: error });
  }
}

/** The session has one video only, which `poll` watches from here on. */
async function finishVideo(
  { channel, item, settingsMedia }: PublishRequest,
  { video, session, text, title }: PreparedVideo,
  ctx: ProviderContext,
): Promise<PublishResult> {
  const fields = {
    upload_phase: 'finish',
    upload_session_id: session,
    ...(text ? { description: text } : {}),
    ...(title ? { title } : {}),
  };
  const thumbnail = settingsMedia?.[THUMBNAIL] ?? item.media[0]?.thumbnail;
  const form = thumbnail ? await withThumbnail(fields, thumbnail) : fields;
  const { success } = await callsOf(channel, ctx)<{ success?: boolean }>(`/${channel.internalId}/videos`, {
    form,
    timeoutMs: CALL_MS,
  });
  if (!success) throw new OutcomeUnknown(answeredWithout('Facebook', 'saying that it has the video'));
  return { status: 'processing', ref: { video }, pollAfterMs: POLL_MS };
}

/** With the picture as `thumb`; without, if its file is gone: Facebook then chooses a frame. */
async function withThumbnail(
  fields: Readonly<Record<string, string>>,
  { blob, fileName, mime: type }: MediaFile,
): Promise<Readonly<Record<string, string>> | FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  try {
    form.set('thumb', new File([await blob()], fileName, { type }), fileName);
  } catch (error) {
    if (error instanceof Rejected) return fields;
    throw error;
  }
  return form;
}

/** A video is seen when Facebook has processed it; then it gets its subtitles. */
export const poll: NonNullable<Provider['poll']> = async (request, ref, ctx) => {
  const { channel } = request;
  const video = videoIn(ref);
  const read = await readVideo(channel, video, ctx);
  const { status = {} } = read;
  const problem = problemOf(status);
  if (problem) {
    const reason = sentence('facebook_video_failed', { why: problem });
    return { status: 'rejected', reason, networkCode: 'error' };
  }
  if (status.video_status !== 'ready') return { status: 'processing', ref: { video }, pollAfterMs: POLL_MS };
  await addCaptions(request, video, ctx);
  return { status: 'published', published: videoAsPublished(channel, { ...read, id: video }) };
};

/** A video that was sent, or that was found after its answer was lost. */
function videoIn(ref: unknown): string {
  const { video, id } = ref as { video?: string; id?: string };
  return String(video ?? id);
}

/** One call for each story, which names the photo or the video that it shows. */
async function publishStories(
  channel: Channel,
  { files }: PreparedStories,
  ctx: ProviderContext,
): Promise<PublishResult> {
  const stories = await publishSteps<string>({
    steps: files.length,
    noun: 'stories',
    findMade: async () => {
      const { posts: out } = await listStories(channel, ctx);
      return files.map(({ id }) => out.find(({ media_id: shown }) => shown === id)?.post_id);
    },
    send: (n) => publishStory(channel, files[n], ctx),
    callMs: CALL_MS,
    timeoutMs: PUBLISH_TIMEOUT_MS,
  });
  return { status: 'published', published: storiesAsPublished(stories) };
}

async function publishStory(
  channel: Channel,
  file: PreparedStories['files'][number] | undefined,
  ctx: ProviderContext,
): Promise<string> {
  if (!file) throw new Rejected(sentence('post_lacks', { what: 'a file' }));
  const { id, isVideo } = file;
  const { post_id: story } = await callsOf(channel, ctx)<{ post_id?: string }>(
    `/${channel.internalId}/${isVideo ? 'video_stories' : 'photo_stories'}`,
    { form: isVideo ? { upload_phase: 'finish', video_id: id } : { photo_id: id }, timeoutMs: CALL_MS },
  );
  if (!story) throw new OutcomeUnknown(acceptedWithoutId('Facebook', 'the story'));
  return story;
}

/** The first stands for all. */
export function storiesAsPublished([id = '', ...others]: readonly string[]): Published {
  const first = toPublished(id, `/stories/${id}`);
  return others.length ? { ...first, ref: { id, others } } : first;
}

async function comment(
  channel: Channel,
  { parent, text, photo }: PreparedComment,
  ctx: ProviderContext,
): Promise<PublishResult> {
  const { id } = await callsOf(channel, ctx)<{ id?: string }>(`/${parent}/comments`, {
    form: { ...(text ? { message: text } : {}), ...(photo ? { attachment_id: photo } : {}) },
    timeoutMs: CALL_MS,
  });
  if (!id) throw new OutcomeUnknown(acceptedWithoutId('Facebook', 'the comment'));
  return { status: 'published', published: toPublished(id, await readPermalink(channel, id, ctx)) };
}

export const remove: NonNullable<Provider['remove']> = (channel, published, ctx) =>
  removeAll(callsOf(channel, ctx), published);
