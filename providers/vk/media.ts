/**
 * Uploads (dev.vk.com/api/upload): a URL for the file, the file as a form, and for a picture a third call
 * that makes it a photo of the wall.
 */
import { FormData } from 'undici';
import type { MediaFile, ProviderContext, PublishRequest } from '../_kit/contract.ts';
import { uploadMs } from '../_kit/bounds.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import { callJson } from '../_kit/http.ts';
import { uploadOnce } from '../_kit/uploads.ts';
import { call, groupOf, ownerOf } from './api.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

type Channel = PublishRequest['channel'];

/** A photo or a video stays until its owner deletes it. */
const KEPT_MS = 30 * 86_400_000;
const MAX_CAPTION = 2048;
const MAX_NAME = 128;

/** `photo1_2` or `video1_2`; uploaded unless an earlier try has. */
export const uploadFile = (channel: Channel, file: MediaFile, ctx: ProviderContext): Promise<string> =>
  uploadOnce(ctx, { name: `file ${file.id}`, forMs: KEPT_MS }, () =>
    file.kind === 'video' ? uploadVideo(channel, file, ctx) : uploadPhoto(channel, file, ctx),
  );

interface Stored {
  readonly server?: number | string;
  readonly photo?: string;
  readonly hash?: string;
}

async function uploadPhoto(channel: Channel, file: MediaFile, ctx: ProviderContext): Promise<string> {
  const group = groupOf(channel);
  const { upload_url: url } = await call<{ upload_url?: string }>(
    channel,
    ctx,
    'photos.getWallUploadServer',
    { params: { group_id: group } },
  );
  const { server, photo, hash } = await send<Stored>(url, { field: 'photo', file }, ctx);
  // An empty list: VK could not read the file.
  if (!photo || photo === '[]' || !hash) {
    throw new Rejected(sentence('not_processed_without_reason', { who: 'VK', file: file.fileName }), {
      networkCode: 'upload',
    });
  }
  const saved = await call<{ id?: number; owner_id?: number }[]>(channel, ctx, 'photos.saveWallPhoto', {
    params: {
      group_id: group,
      user_id: group === undefined ? ownerOf(channel) : undefined,
      server: server === undefined ? undefined : Number(server),
      photo,
      hash,
      // VK has no alternative text; the description of a photo is the nearest to it.
      caption: Array.from(file.alt).slice(0, MAX_CAPTION).join('') || undefined,
    },
  });
  const [made] = saved;
  if (!made?.id || !made.owner_id) throw new OutcomeUnknown(answeredWithout('VK', 'the id of the photo'));
  return `photo${made.owner_id}_${made.id}`;
}

async function uploadVideo(channel: Channel, file: MediaFile, ctx: ProviderContext): Promise<string> {
  const saved = await call<{ upload_url?: string; video_id?: number; owner_id?: number }>(
    channel,
    ctx,
    'video.save',
    {
      params: {
        name: Array.from(file.alt || file.fileName.replace(/\.\w+$/, ''))
          .slice(0, MAX_NAME)
          .join(''),
        wallpost: 0,
        group_id: groupOf(channel),
      },
    },
  );
  const { upload_url: url, video_id: id, owner_id: owner } = saved;
  if (!id || !owner) throw new OutcomeUnknown(answeredWithout('VK', 'the id of the video'));
  await send(url, { field: 'video_file', file }, ctx);
  return `video${owner}_${id}`;
}

/** The URL is VK's own, on another server each time. */
async function send<T>(
  url: string | undefined,
  { field, file }: { field: string; file: MediaFile },
  ctx: ProviderContext,
): Promise<T> {
  if (!url) throw new OutcomeUnknown(answeredWithout('VK', 'a URL to upload to'));
  const form = new FormData();
  form.append(field, new File([await file.blob()], file.fileName, { type: file.mime }), file.fileName);
  const { body } = await callJson<T & { error?: unknown }>(ctx.egress, url, {
    method: 'POST',
    body: form,
    timeoutMs: uploadMs(file.size),
    signal: ctx.signal,
  });
  if (body?.error) {
    throw new Rejected(
      sentence('not_processed', { who: 'VK', file: file.fileName, why: String(body.error).slice(0, 200) }),
      { networkCode: 'upload' },
    );
  }
  return body;
}
