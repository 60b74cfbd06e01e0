/** Photos and videos that belong to no post yet: nobody sees them, and they may be uploaded again. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { FormData } from 'undici';
import { PROCESSING_MS, uploadMs } from '../_kit/bounds.ts';
import type { Channel, Json, MediaFile, ProviderContext } from '../_kit/contract.ts';
import { OutcomeUnknown, RateLimited, Rejected } from '../_kit/errors.ts';
import { callJson } from '../_kit/http.ts';
import { uploadOnce } from '../_kit/uploads.ts';
import { mapGraphFailure } from '../_shared/meta/errors.ts';
import { callsOf, NAME, storyUploadUrl } from './api.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';
import { KEPT_MS } from './rules.ts';

const POLL_MS = 1000;

const nameOf = (what: string, { id, alt }: MediaFile): string =>
  createHash('sha256')
    .update(JSON.stringify([what, id, alt ?? null]))
    .digest('base64url');

/** @returns the id of the photo */
export const uploadPhoto = (channel: Channel, file: MediaFile, ctx: ProviderContext): Promise<string> =>
  uploadOnce(ctx, { name: nameOf('photo', file), forMs: KEPT_MS }, async () => {
    const form = new FormData();
    form.set('published', 'false');
    if (file.alt) form.set('alt_text_custom', file.alt);
    form.set('source', new File([await file.blob()], file.fileName, { type: file.mime }), file.fileName);
    const path = `/${channel.internalId}/photos`;
    const { id } = await callsOf(channel, ctx)<{ id?: string }>(path, {
      form,
      timeoutMs: uploadMs(file.size),
    });
    if (!id) throw new OutcomeUnknown(answeredWithout('Facebook', 'the id of the photo'));
    return id;
  });

/** A video whose bytes Facebook has; the last call of its upload publishes it. */
export interface UploadedVideo {
  readonly [key: string]: Json;
  readonly video: string;
  readonly session: string;
}

interface Offsets {
  readonly start_offset?: string;
  readonly end_offset?: string;
}

/**
 * Sends a video in the parts that Facebook asks for
 * (developers.facebook.com/docs/video-api/guides/publishing: start, transfer). A try after a break asks for
 * the rest of the same session.
 */
export async function uploadVideo(
  channel: Channel,
  file: MediaFile,
  ctx: ProviderContext,
): Promise<UploadedVideo> {
  const path = `/${channel.internalId}/videos`;
  const done = nameOf('video', file);
  return uploadOnce(ctx, { name: done, forMs: KEPT_MS }, async () => {
    const started = await callsOf(channel, ctx)<Offsets & { upload_session_id?: string; video_id?: string }>(
      path,
      { form: { upload_phase: 'start', file_size: String(file.size) } },
    );
    const { upload_session_id: session, video_id: video } = started;
    if (!session || !video) {
      throw new OutcomeUnknown(answeredWithout('Facebook', 'the session of the upload'));
    }
    await transfer(channel, { file, session, offsets: started }, ctx);
    return { video, session };
  });
}

async function transfer(
  channel: Channel,
  { file, session, offsets }: { file: MediaFile; session: string; offsets: Offsets },
  ctx: ProviderContext,
): Promise<void> {
  const blob = await file.blob();
  let [start, end] = [Number(offsets.start_offset), Number(offsets.end_offset)];
  while (start < end) {
    const form = new FormData();
    form.set('upload_phase', 'transfer');
    form.set('upload_session_id', session);
    form.set('start_offset', String(start));
    form.set('video_file_chunk', new File([blob.slice(start, end)], file.fileName), file.fileName);
    const path = `/${channel.internalId}/videos`;
    const timeoutMs = uploadMs(end - start);
    const next = await callsOf(channel, ctx)<Offsets>(path, { form, timeoutMs });
    const from = Number(next.start_offset);
    // An answer that asks for the same bytes again and again would never end.
    if (!(from > start)) throw new OutcomeUnknown(sentence('upload_stuck', { network: 'Facebook' }));
    [start, end] = [from, Number(next.end_offset)];
  }
}

/** @returns the id of a story's video, whose bytes Facebook has processed */
export async function uploadStoryVideo(
  channel: Channel,
  file: MediaFile,
  ctx: ProviderContext,
): Promise<string> {
  const name = nameOf('story', file);
  const id = await uploadOnce(ctx, { name, forMs: KEPT_MS }, async () => {
    const { video_id: video, upload_url: url } = await callsOf(channel, ctx)<{
      video_id?: string;
      upload_url?: string;
    }>(`/${channel.internalId}/video_stories`, { form: { upload_phase: 'start' } });
    if (!video) throw new OutcomeUnknown(answeredWithout('Facebook', 'the id of the video'));
    await callJson(ctx.egress, storyUploadUrl(ctx, { video, url }), {
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
      mapFailure: (failure) => mapGraphFailure(NAME, failure, ctx.now()),
    });
    return video;
  });
  try {
    await untilUploaded(channel, id, ctx);
  } catch (error) {
    if (error instanceof Rejected) await ctx.uploads?.forget(name);
    throw error;
  }
  return id;
}

interface Phase {
  readonly status?: string;
  readonly error?: { readonly message?: string };
  readonly errors?: readonly { readonly message?: string }[];
}

/** How far Facebook is with a video. */
export interface VideoStatus {
  /** `uploading`, `upload_complete`, `processing`, `ready`, `error`, `expired`. */
  readonly video_status?: string;
  readonly uploading_phase?: Phase;
  readonly processing_phase?: Phase;
  readonly publishing_phase?: Phase;
}

export const problemOf = (status: VideoStatus): string | null => {
  const phases = [status.uploading_phase, status.processing_phase, status.publishing_phase];
  const message = phases.flatMap((phase) => phase?.error?.message ?? phase?.errors?.[0]?.message ?? [])[0];
  if (message) return message;
  return status.video_status === 'error' || status.video_status === 'expired' ? status.video_status : null;
};

/** A video, and how far Facebook is with it. */
export interface Video {
  readonly id: string;
  readonly status?: VideoStatus;
  readonly permalink_url?: string;
  readonly post_id?: string;
}

export const readVideo = (channel: Channel, id: string, ctx: ProviderContext): Promise<Video> =>
  callsOf(channel, ctx)<Video>(`/${id}`, { query: { fields: 'id,status,permalink_url,post_id' } });

async function untilUploaded(channel: Channel, id: string, ctx: ProviderContext): Promise<void> {
  const endMs = Date.now() + PROCESSING_MS;
  for (let waitMs = POLL_MS; ; waitMs = Math.min(waitMs * 2, 20_000)) {
    const { status = {} } = await readVideo(channel, id, ctx);
    const problem = problemOf(status);
    if (problem) {
      throw new Rejected(sentence('video_not_processed', { network: 'Facebook', why: problem }), {
        networkCode: 'error',
      });
    }
    if (status.uploading_phase?.status === 'complete') return;
    if (Date.now() + waitMs > endMs) {
      throw new RateLimited(
        sentence('still_processes_video', { network: 'Facebook' }),
        new Date(ctx.now().getTime() + 60_000),
        { scope: 'post', networkCode: 'uploading' },
      );
    }
    await sleep(waitMs, undefined, { signal: ctx.signal });
  }
}
