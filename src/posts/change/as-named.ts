import type { PostMedia } from '../../platform/entities/post.ts';

/** A video's thumbnail, as a request names it: the URL of a picture, and a moment in milliseconds. */
export interface Thumbnail {
  readonly thumbnail?: string | null;
  readonly thumbnailTimestamp?: number | null;
}

export interface NamedFile extends Thumbnail {
  readonly id: string | null;
  readonly path: string;
  readonly alt?: string | null;
}

/** Stored media as requests name them, and as answers show them. */
export const asNamed = (media: readonly PostMedia[]): NamedFile[] =>
  media.map(({ thumbnail, ...one }) => ({ ...one, ...(thumbnail ? { thumbnail: thumbnail.path } : {}) }));
