import type { StoredMedia } from '../platform/media/storage.ts';

/**
 * An upload as the Public API shows it; `path` is its public address, `type` its MIME type, `size` in bytes,
 * `width` and `height` in pixels as shown, `durationMs` in milliseconds; null where the file does not say.
 * `originalName` is always null, as existing clients know it.
 */
export function presentMedia(media: StoredMedia) {
  return {
    id: media.id,
    name: media.name,
    originalName: null,
    path: media.url,
    thumbnail: null,
    alt: null,
    type: media.mime,
    size: media.size,
    width: media.width,
    height: media.height,
    durationMs: media.durationMs,
  };
}
