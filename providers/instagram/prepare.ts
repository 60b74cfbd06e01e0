/**
 * Everything that may be repeated: containers, which nobody sees until they are published
 * (developers.facebook.com/docs/instagram-platform/content-publishing). Pictures are fetched by Instagram;
 * the bytes of videos are sent, or they are fetched too (`Login.fetchesVideos`).
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROCESSING_MS, uploadMs } from '../_kit/bounds.ts';
import type {
  Channel,
  Json,
  MediaFile,
  Provider,
  ProviderContext,
  PublishRequest,
} from '../_kit/contract.ts';
import { OutcomeUnknown, RateLimited, Rejected } from '../_kit/errors.ts';
import { callJson } from '../_kit/http.ts';
import { uploadOnce } from '../_kit/uploads.ts';
import { mapGraphFailure } from '../_shared/meta/errors.ts';
import { callsOf, refOf, uploadUrl, type Login } from './api.ts';
import type { GraphCalls } from '../_shared/meta/graph.ts';
import { labelFields, postFields, tagFields, type Fields } from './prepare/fields.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';
import { KEPT_MS } from './rules.ts';

const POLL_MS = 1000;

/** A post: containers that are published, each of which becomes one post only. */
export interface PreparedPost {
  readonly [key: string]: Json;
  readonly kind: 'post' | 'story';
  /** One; for stories, one for each file. */
  readonly containers: string[];
  readonly caption: string;
  /** `IMAGE`, `VIDEO` or `CAROUSEL_ALBUM`: as what each container is listed afterwards. */
  readonly types: string[];
}

/** Comments cannot be prepared: the call has all there is. */
export interface PreparedComment {
  readonly [key: string]: Json;
  readonly kind: 'comment';
  readonly post: string;
  readonly text: string;
}

export type Prepared = PreparedPost | PreparedComment;

/** EXPIRED ones were not published within 24 hours. */
export interface Container {
  readonly id: string;
  readonly status_code?: 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED';
  /** "Error: …, with a code of 2207…". */
  readonly status?: string;
}

/** What a container is made from. */
interface Plan {
  readonly fields: Fields;
  readonly file?: MediaFile;
  /** The picture that stands for a reel. */
  readonly cover?: MediaFile;
}

/** What one `prepare` works with. */
interface Work {
  readonly login: Login;
  readonly channel: Channel;
  readonly ctx: ProviderContext;
  readonly call: GraphCalls;
}

export const prepareOf =
  (login: Login): Provider['prepare'] =>
  async (request, ctx) => {
    const { channel, item, root, settings } = request;
    if (root) {
      const comment: PreparedComment = { kind: 'comment', post: refOf(root).post, text: item.text };
      return comment;
    }
    const work: Work = { login, channel, ctx, call: callsOf(login, channel, ctx) };
    const caption = settings.post_type === 'story' ? '' : item.text;
    const types = item.media.map(({ kind }) => (kind === 'video' ? 'VIDEO' : 'IMAGE'));
    if (settings.post_type === 'story') {
      const containers: string[] = [];
      for (const [n, file] of item.media.entries()) {
        const fields = { media_type: 'STORIES', ...labelFields(settings), ...tagFields(settings, file, n) };
        containers.push(await create(work, { fields, file }));
      }
      return { kind: 'story', containers, caption, types } satisfies PreparedPost;
    }
    const whole = await createPost(work, request);
    const type = item.media.length > 1 ? 'CAROUSEL_ALBUM' : (types[0] ?? 'IMAGE');
    return { kind: 'post', containers: [whole], caption, types: [type] } satisfies PreparedPost;
  };

async function createPost(
  work: Work,
  { item: { media, text }, settings, settingsMedia }: PublishRequest,
): Promise<string> {
  const [first, ...others] = media;
  const whole = postFields(text, settings);
  if (first && !others.length) {
    const isReel = first.kind === 'video';
    const moment = settings.thumb_offset ?? first.thumbnailAtMs;
    const own = isReel
      ? { media_type: 'REELS', ...momentOf({ thumbnailAtMs: moment as number | undefined }), ...whole.reel }
      : pictureOf(first);
    return create(work, {
      fields: { ...own, ...whole.common, ...tagFields(settings, first, 0) },
      file: first,
      cover: isReel ? (settingsMedia?.cover ?? first.thumbnail) : undefined,
    });
  }
  const children: string[] = [];
  for (const [n, file] of media.entries()) {
    const own = file.kind === 'video' ? { media_type: 'VIDEO', ...momentOf(file) } : pictureOf(file);
    const fields = { ...own, ...tagFields(settings, file, n), is_carousel_item: 'true' };
    children.push(await create(work, { fields, file }));
  }
  const fields = { media_type: 'CAROUSEL', children: children.join(','), ...whole.common };
  return create(work, { fields });
}

/** Alternative texts are for pictures of a post only. */
const pictureOf = ({ alt }: MediaFile): Fields => (alt ? { alt_text: alt } : {});

/**
 * The frame that stands for a video (`thumb_offset`, "for videos and reels"); a `cover_url` goes before it.
 */
const momentOf = ({ thumbnailAtMs }: Pick<MediaFile, 'thumbnailAtMs'>): Fields =>
  thumbnailAtMs === undefined ? {} : { thumb_offset: String(thumbnailAtMs) };

/** Creates a container, unless an earlier try of the part has, and waits until it can be published. */
async function create(work: Work, plan: Plan): Promise<string> {
  const { ctx } = work;
  const { fields, file, cover } = plan;
  // Without the URL of the file, which differs each time.
  const name = createHash('sha256')
    .update(JSON.stringify([fields, file?.id ?? null, ...(cover ? [cover.id] : [])]))
    .digest('base64url');
  const id = await uploadOnce(ctx, { name, forMs: KEPT_MS }, () => createContainer(work, plan));
  try {
    await untilFinished(work, id);
  } catch (error) {
    if (error instanceof Rejected) await ctx.uploads?.forget(name);
    throw error;
  }
  return id;
}

async function createContainer(work: Work, { fields, file, cover }: Plan): Promise<string> {
  const { call, channel, login, ctx } = work;
  const form = {
    ...fields,
    ...(file ? await sourceOf(login, file) : {}),
    ...(cover ? { cover_url: await cover.signedUrl() } : {}),
  };
  const { id, uri } = await call<{ id?: string; uri?: string }>(`/${channel.internalId}/media`, { form });
  if (!id) throw new OutcomeUnknown(answeredWithout(login.name, 'the id of the container'));
  if (file && 'upload_type' in form) await sendBytes(work, uploadUrl(login, ctx, { id, uri }), file);
  return id;
}

async function sourceOf({ fetchesVideos }: Login, file: MediaFile): Promise<Fields> {
  if (file.kind !== 'video') return { image_url: await file.signedUrl() };
  return fetchesVideos ? { video_url: await file.signedUrl() } : { upload_type: 'resumable' };
}

async function sendBytes({ login, channel, ctx }: Work, url: string, file: MediaFile): Promise<void> {
  await callJson(ctx.egress, url, {
    method: 'POST',
    headers: {
      authorization: `OAuth ${channel.credentials.token ?? ''}`,
      offset: '0',
      file_size: String(file.size),
      'content-type': 'application/octet-stream',
    },
    body: await file.blob(),
    timeoutMs: uploadMs(file.size),
    signal: ctx.signal,
    mapFailure: (failure) => mapGraphFailure(login.name, failure, ctx.now()),
  });
}

export const readContainer = (call: GraphCalls, id: string): Promise<Container> =>
  call<Container>(`/${encodeURIComponent(id)}`, { query: { fields: 'id,status_code,status' } });

async function untilFinished({ login, call, ctx }: Work, id: string): Promise<void> {
  const endMs = Date.now() + PROCESSING_MS;
  for (let waitMs = POLL_MS; ; waitMs = Math.min(waitMs * 2, 20_000)) {
    const { status_code: code, status: message } = await readContainer(call, id);
    if (code === 'FINISHED' || code === 'PUBLISHED') return;
    if (code === 'ERROR' || code === 'EXPIRED') {
      throw new Rejected(sentence('post_not_processed', { network: login.name, why: message ?? code }), {
        networkCode: /\b2207\d{3}\b/.exec(message ?? '')?.[0] ?? code,
      });
    }
    if (Date.now() + waitMs > endMs) {
      throw new RateLimited(
        sentence('still_processes_files', { network: login.name }),
        new Date(ctx.now().getTime() + 60_000),
        { scope: 'post', networkCode: 'IN_PROGRESS' },
      );
    }
    await sleep(waitMs, undefined, { signal: ctx.signal });
  }
}
