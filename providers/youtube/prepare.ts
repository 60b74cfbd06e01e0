/**
 * Everything that may be repeated: opens an upload session with the video's facts, and sends all bytes but
 * the last few. A video exists once the last byte has arrived, so those are `publish`.
 */
import type { Json, MediaFile, Provider, ProviderContext, PublishRequest } from '../_kit/contract.ts';
import { Rejected, Unsent } from '../_kit/errors.ts';
import { uploadOnce } from '../_kit/uploads.ts';
import { askProgress, CHUNK_UNIT, openSession, sendBytes, startOfLast } from '../_shared/google/upload.ts';
import { sessionOf } from './api.ts';
import { checkPlaylist } from './prepare/playlist.ts';
import { commentOf } from './publish/comment.ts';
import type { Tag } from './schema.ts';
import { SESSION_MS } from './rules.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

/** A multiple of `CHUNK_UNIT`; what is lost with a broken connection. */
const CHUNK = 32 * CHUNK_UNIT;
const SESSION = 'session';
const UPLOADS = '/upload/youtube/v3/videos';

/** What is needed to end the upload, and to find the video. */
export interface Prepared {
  /** Path and query of the session's URL. */
  readonly path: string;
  readonly total: number;
  /** Where the last request begins. */
  readonly start: number;
  readonly title: string;
  readonly description: string;
}

export const prepare: Provider['prepare'] = async (request, ctx) => {
  const comment = commentOf(request);
  if (comment) return comment;
  const file = videoOf(request);
  await checkPlaylist(request, ctx);
  const prepared = await send(request, file, ctx);
  return { ...prepared } as Json;
};

/** @throws Rejected without a video, which the rules refuse before */
export function videoOf({ item }: Pick<PublishRequest, 'item'>): MediaFile {
  const [file] = item.media;
  if (!file) {
    throw new Rejected(sentence('post_lacks', { what: 'a video' }), { networkCode: 'mediaBodyRequired' });
  }
  return file;
}

async function send(request: PublishRequest, file: MediaFile, ctx: ProviderContext): Promise<Prepared> {
  const resumed = ctx.uploads?.read(SESSION) !== undefined;
  const path = await uploadOnce(ctx, { name: SESSION, forMs: SESSION_MS }, () => open(request, file, ctx));
  const start = startOfLast(file.size);
  if (!(await sendUpTo(request, { path, file, start, resumed }, ctx))) {
    await ctx.uploads?.forget(SESSION);
    if (resumed) return send(request, file, ctx);
    throw new Unsent(sentence('upload_ended_early', { network: 'YouTube' }), { networkCode: 'session_gone' });
  }
  const { title, description } = snippetOf(request);
  return { path, total: file.size, start, title, description };
}

/** What people read about the video. */
function snippetOf({ item, settings }: PublishRequest): {
  title: string;
  description: string;
  tags?: string[];
  categoryId?: string;
} {
  const { title, tags, category } = settings as {
    title?: string;
    tags?: readonly Tag[] | null;
    category?: string | null;
  };
  return {
    title: (title ?? '').trim(),
    description: item.text,
    ...(tags?.length ? { tags: tags.map(({ label }) => label) } : {}),
    ...(category ? { categoryId: category } : {}),
  };
}

function open(request: PublishRequest, file: MediaFile, ctx: ProviderContext): Promise<string> {
  const { notifySubscribers: notifies } = request.settings;
  const json = { snippet: snippetOf(request), status: statusOf(request.settings) };
  const silence = notifies === false ? '&notifySubscribers=false' : '';
  const path = `${UPLOADS}?uploadType=resumable&part=snippet,status${silence}`;
  return openSession(sessionOf(request.channel, { path, total: file.size }, ctx), { json, file }, ctx);
}

/** What nobody has chosen is left to YouTube. */
function statusOf(settings: PublishRequest['settings']): Record<string, unknown> {
  const { type, selfDeclaredMadeForKids: forKids, license, embeddable } = settings;
  return {
    privacyStatus: type,
    selfDeclaredMadeForKids: forKids === 'yes',
    ...(settings.containsSyntheticMedia === true ? { containsSyntheticMedia: true } : {}),
    ...(license ? { license } : {}),
    ...(embeddable === false ? { embeddable: false } : {}),
  };
}

interface Sending {
  readonly path: string;
  readonly file: MediaFile;
  readonly start: number;
  readonly resumed: boolean;
}

/** Sends the bytes before `start` that are missing; false if YouTube no longer has the session. */
async function sendUpTo(
  { channel }: PublishRequest,
  { path, file, start, resumed }: Sending,
  ctx: ProviderContext,
): Promise<boolean> {
  const session = sessionOf(channel, { path, total: file.size }, ctx);
  const blob = await file.blob();
  let progress = resumed ? await askProgress(session, ctx) : { state: 'incomplete' as const, next: 0 };
  while (progress.state === 'incomplete' && progress.next < start) {
    const before: number = progress.next;
    const end = Math.min(before + CHUNK, start);
    progress = await sendBytes(session, { file: blob, start: before, end }, ctx);
    if (progress.state === 'incomplete' && progress.next <= before) {
      throw new Unsent(sentence('upload_stuck', { network: 'YouTube' }), { networkCode: 'upload_stuck' });
    }
  }
  return progress.state !== 'gone';
}
