import type { StoredMedia } from '../platform/media/storage.ts';

/**
 * An upload as the Public API shows it. `path`: public URL; `type`: MIME type; `size`: bytes; `width` and
 * `height`: pixels as shown; `durationMs`: milliseconds; null where the file does not contain it. `pages`: of
 * a PDF. `originalName` is always null, as existing clients expect.
 */
export function presentMedia(media: StoredMedia) {
  return {
    id: media.id,
    name: media.name,
    originalName: null,
    path: media.url,
    thumbnail: null,
    alt: media.alt ?? null,
    type: media.mime,
    size: media.size,
    width: media.width,
    height: media.height,
    durationMs: media.durationMs,
    pages: media.pages,
  };
}
