/** Everything that may be repeated: uploads, and the fields of the call that publishes. */
import type { Json, Provider, PublishRequest, ProviderContext } from '../_kit/contract.ts';
import { idOf } from './api.ts';
import { uploadPhoto, uploadStoryVideo, uploadVideo } from './media.ts';

type Fields = Readonly<Record<string, string>>;

/** A text, or photos; `photos` are in `fields` as well. */
export interface PreparedPost {
  readonly [key: string]: Json;
  readonly kind: 'post';
  readonly text: string;
  readonly photos: string[];
  readonly fields: Fields;
}

/** A video, whose upload is finished by publishing it. */
export interface PreparedVideo {
  readonly [key: string]: Json;
  readonly kind: 'video';
  readonly video: string;
  readonly session: string;
  readonly text: string;
  readonly title: string;
}

/** In the order of the files, whose photos and videos Facebook has already. */
export interface PreparedStories {
  readonly [key: string]: Json;
  readonly kind: 'stories';
  readonly files: { readonly id: string; readonly isVideo: boolean }[];
}

/** A comment, on a post or on another comment. */
export interface PreparedComment {
  readonly [key: string]: Json;
  readonly kind: 'comment';
  readonly parent: string;
  readonly text: string;
  readonly photo: string | null;
}

export type Prepared = PreparedPost | PreparedVideo | PreparedStories | PreparedComment;

export const prepare: Provider['prepare'] = async (request, ctx) => {
  const { item, settings, parent } = request;
  if (parent) return prepareComment(request, idOf(parent), ctx);
  if (settings.post_type === 'story') return prepareStories(request, ctx);
  const [first] = item.media;
  return first?.kind === 'video' ? prepareVideo(request, ctx) : preparePost(request, ctx);
};

async function prepareComment(
  { channel, item }: PublishRequest,
  parent: string,
  ctx: ProviderContext,
): Promise<PreparedComment> {
  const [file] = item.media;
  const photo = file ? await uploadPhoto(channel, file, ctx) : null;
  return { kind: 'comment', parent, text: item.text, photo };
}

async function prepareStories(
  { channel, item }: PublishRequest,
  ctx: ProviderContext,
): Promise<PreparedStories> {
  const files: { id: string; isVideo: boolean }[] = [];
  for (const file of item.media) {
    const isVideo = file.kind === 'video';
    const upload = isVideo ? uploadStoryVideo : uploadPhoto;
    files.push({ id: await upload(channel, file, ctx), isVideo });
  }
  return { kind: 'stories', files };
}

async function prepareVideo(
  { channel, item, settings }: PublishRequest,
  ctx: ProviderContext,
): Promise<PreparedVideo | PreparedPost> {
  const [file] = item.media;
  if (!file) throw new Error('A post with a video has a file');
  const { video, session } = await uploadVideo(channel, file, ctx);
  const title = String(settings.video_title ?? '').trim();
  return { kind: 'video', video, session, text: item.text, title };
}

async function preparePost(
  { channel, item, settings }: PublishRequest,
  ctx: ProviderContext,
): Promise<PreparedPost> {
  const photos: string[] = [];
  for (const file of item.media) photos.push(await uploadPhoto(channel, file, ctx));
  const fields = {
    ...(item.text ? { message: item.text } : {}),
    // A card of a link and photos exclude each other; photos are what people see first.
    ...(settings.url && !photos.length ? { link: String(settings.url) } : {}),
    ...(settings.text_format_preset_id
      ? { text_format_preset_id: String(settings.text_format_preset_id) }
      : {}),
    ...(settings.place ? { place: String(settings.place) } : {}),
    ...(photos.length ? { attached_media: JSON.stringify(photos.map((id) => ({ media_fbid: id }))) } : {}),
  };
  return { kind: 'post', text: item.text, photos, fields };
}
