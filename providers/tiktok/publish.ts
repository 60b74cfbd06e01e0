/** The last chunk of a video, or the request that names the photos; then TikTok works on the post. */
import type { Provider, ProviderContext, Published, PublishRequest } from '../_kit/contract.ts';
import { OutcomeUnknown } from '../_kit/errors.ts';
import { call, publicId, readStatus, toDraft, toPublished, type PostStatus } from './api.ts';
import { whyFailed } from './errors.ts';
import { isDraft, videoOf, type Prepared } from './prepare.ts';
import { chunksOf, sendChunk } from './media.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';
import { answeredWithout } from '../_kit/answered-without.ts';

const POLL_MS = 10_000;
/** TikTok checks public posts, mostly for less than a minute, before it reports their id. */
const ID_WITHIN_MS = 3 * 60_000;

/** What `poll` asks for; `sinceMs`: when TikTok accepted the post. */
interface Accepted {
  readonly [key: string]: string | number;
  readonly publishId: string;
  readonly sinceMs: number;
}

export const publish: Provider['publish'] = async (request, stored, ctx) => {
  const { publishId, path, photos } = stored as Prepared;
  const id =
    publishId && path ? await finish(request, { publishId, path }, ctx) : await name(request, photos, ctx);
  const ref: Accepted = { publishId: id, sinceMs: ctx.now().getTime() };
  return { status: 'processing', ref, pollAfterMs: POLL_MS };
};

async function finish(
  request: PublishRequest,
  { publishId, path }: { publishId: string; path: string },
  ctx: ProviderContext,
): Promise<string> {
  const file = videoOf(request);
  if (!file) throw new OutcomeUnknown(sentence('post_lacks', { what: 'a video' }));
  const chunk = chunksOf(file.size).at(-1) ?? { start: 0, end: file.size };
  const answer = await sendChunk({ path, file, blob: await file.blob(), chunk }, ctx);
  // A call before this one may have sent them: the status of the post shows it.
  if (answer !== 'complete') {
    throw new OutcomeUnknown(sentence('upload_stuck', { network: 'TikTok' }), { networkCode: answer });
  }
  return publishId;
}

async function name(request: PublishRequest, photos: unknown, ctx: ProviderContext): Promise<string> {
  const source = {
    source: 'PULL_FROM_URL',
    photo_cover_index: 0,
    photo_images: await Promise.all(request.item.media.map((file) => file.signedUrl())),
  };
  const json = { ...(photos as object), source_info: source };
  const { publish_id: id } = await call<{ publish_id?: string }>(
    request.channel,
    ctx,
    'post/publish/content/init',
    { json },
  );
  if (!id) throw new OutcomeUnknown(answeredWithout('TikTok', 'the id of the post'));
  return id;
}

/** Whether the post is published; a public one has its own URL once TikTok has checked it. */
export const poll: NonNullable<Provider['poll']> = async (request, ref, ctx) => {
  const { publishId, sinceMs } = ref as Accepted;
  const status = await readStatus(request.channel, publishId, ctx);
  if (status.status === 'FAILED') return { status: 'rejected', ...whyFailed(status.fail_reason) };
  const published = publishedOf(request, publishId, status);
  const isPublic = !isDraft(request) && request.settings.privacy_level === 'PUBLIC_TO_EVERYONE';
  const waitsForId = isPublic && !publicId(status) && ctx.now().getTime() - sinceMs < ID_WITHIN_MS;
  return published && !waitsForId
    ? { status: 'published', published }
    : { status: 'processing', ref, pollAfterMs: POLL_MS };
};

/** null while TikTok works on it. A draft counts as published once it is in the inbox. */
export function publishedOf(
  request: Pick<PublishRequest, 'channel' | 'settings'>,
  publishId: string,
  status: PostStatus,
): Published | null {
  if (status.status === 'PUBLISH_COMPLETE') {
    return toPublished(request.channel, { publishId, postId: publicId(status) });
  }
  return status.status === 'SEND_TO_USER_INBOX' ? toDraft(publishId) : null;
}
