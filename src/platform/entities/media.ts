import { defineEntity, p } from '@mikro-orm/core';
import { v7 as uuidv7 } from 'uuid';
import type { VideoFacts } from '../../../providers/_kit/content.ts';
import { Organization } from './organization.ts';

/**
 * A stored upload. `path` is relative to the upload folder, `size` in bytes, `width` and `height` in pixels
 * as shown, `durationMs` in milliseconds.
 */
export const Media = defineEntity({
  name: 'Media',
  tableName: 'media',
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => uuidv7()),
    organization: () => p.manyToOne(Organization).mapToPk(),
    path: p.text(),
    name: p.text(),
    originalName: p.text().nullable(),
    mime: p.text(),
    size: p.bigint('number'),
    width: p.integer().nullable(),
    height: p.integer().nullable(),
    durationMs: p.integer().nullable(),
    /** How a video is encoded; null for a picture, and for a video from before that was read. */
    video: p.json().$type<VideoFacts>().nullable(),
    /** Of a document. */
    pages: p.integer().nullable(),
    alt: p.text().nullable(),
    tags: p
      .array()
      .$type<string[]>()
      .onCreate(() => []),
    /** Null: until a post uses it, a picture may be on its side, and contain where it was taken. */
    cleanedAt: p.datetime().nullable(),
    /** Where its bytes are: `local` or `s3`. */
    storage: p.text().$type<'local' | 's3'>().default('local'),
    /** The hash of its bytes, in hex; null for an old file, until it is moved or checked. */
    sha256: p.text().nullable(),
    /** When it last came from another storage, where a copy may still be. */
    movedAt: p.datetime().nullable(),
    createdAt: p.datetime().onCreate(() => new Date()),
    deletedAt: p.datetime().nullable(),
  },
});
