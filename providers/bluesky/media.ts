/**
 * Media of a post: uploaded as blobs, then named by the record (lexicons app.bsky.embed.images, .gallery,
 * .video and .external).
 */
import type { Json, LinkCard, MediaFile, ProviderContext, PublishRequest } from '../_kit/contract.ts';
import { uploadMs } from '../_kit/bounds.ts';
import { Rejected } from '../_kit/errors.ts';
import { uploadOnce } from '../_kit/uploads.ts';
import { rules } from './rules.ts';
import { processVideo, videoServiceFor } from './media/video.ts';
import { urlsOf, xrpc } from './api.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/**
 * A PDS removes blobs that no record names, and should not do so within the first hour
 * (atproto.com/specs/blob).
 */
export const KEPT_MS = 45 * 60_000;

/** More are a gallery, which older apps do not show. */
const MAX_IMAGES = 4;

/**
 * Uploads the item's media and returns the embed that names them; null without media. Repeatable: the same
 * bytes are the same blob.
 */
export async function uploadMedia(request: PublishRequest, ctx: ProviderContext): Promise<Json | null> {
  const { media, linkCard } = request.item;
  const [first] = media;
  if (!first) return linkCard ? cardEmbed(linkCard, request, ctx) : null;
  if (first.kind === 'video') {
    if (media.length > 1) throw new Rejected(sentence('bluesky_one_video'));
    const video = await uploadVideo(first, request, ctx);
    return {
      $type: 'app.bsky.embed.video',
      video,
      ...(first.alt ? { alt: first.alt } : {}),
      ...aspectRatio(first),
    };
  }
  if (media.length > rules.media.maxImages) {
    throw new Rejected(
      sentence('bluesky_more_pictures_than_shown', { max: rules.media.maxImages, count: media.length }),
    );
  }
  const isGallery = media.length > MAX_IMAGES;
  const images: Json[] = [];
  for (const [n, file] of media.entries()) {
    if (file.kind !== 'image') throw new Rejected(sentence('bluesky_mixed_media'));
    // A PDS stores a larger file and rejects only the post that names it.
    if (file.size > rules.media.maxImageBytes) {
      throw new Rejected(
        sentence('bluesky_picture_too_large', {
          file: file.fileName,
          size: file.size,
          max: rules.media.maxImageBytes,
        }),
      );
    }
    images.push({
      ...(isGallery ? { $type: 'app.bsky.embed.gallery#image', ...UNKNOWN_RATIO } : {}),
      image: await uploadBlob(file, { request, n }, ctx),
      alt: file.alt,
      ...aspectRatio(file),
    });
  }
  return isGallery
    ? { $type: 'app.bsky.embed.gallery', items: images }
    : { $type: 'app.bsky.embed.images', images };
}

/** Lexicon app.bsky.embed.external. */
async function cardEmbed(
  { url, title, description, picture }: LinkCard,
  request: PublishRequest,
  ctx: ProviderContext,
): Promise<Json> {
  const thumb = picture && (await uploadBlob(picture, { request, n: 0 }, ctx));
  return {
    $type: 'app.bsky.embed.external',
    external: { uri: url, title, description, ...(thumb ? { thumb } : {}) },
  };
}

function uploadVideo(file: MediaFile, request: PublishRequest, ctx: ProviderContext): Promise<Json> {
  const service = videoServiceFor(urlsOf(request.channel), ctx);
  return service ? processVideo(file, { request, service }, ctx) : uploadBlob(file, { request, n: 0 }, ctx);
}

// The answer is used as it is: it names the type that the PDS detected in the bytes.
function uploadBlob(
  file: Pick<MediaFile, 'mime' | 'size' | 'blob'>,
  { request: { channel }, n }: { request: PublishRequest; n: number },
  ctx: ProviderContext,
): Promise<Json> {
  return uploadOnce(ctx, { name: `blob ${n}`, forMs: KEPT_MS }, async () => {
    const { pds } = urlsOf(channel);
    const { blob } = await xrpc<{ blob: Json }>(ctx, pds, 'com.atproto.repo.uploadBlob', {
      token: channel.credentials.accessJwt,
      file: { mime: file.mime, data: await file.blob() },
      timeoutMs: uploadMs(file.size),
    });
    return blob;
  });
}

/** A gallery demands one, which "may be approximate" (lexicon app.bsky.embed.defs#aspectRatio). */
const UNKNOWN_RATIO = { aspectRatio: { width: 1, height: 1 } };

function aspectRatio({ width, height }: MediaFile): { aspectRatio?: { width: number; height: number } } {
  return width && height ? { aspectRatio: { width: Math.round(width), height: Math.round(height) } } : {};
}
