/** Limits that can be checked before anything is sent. */
import type { ContentRules, Network } from '../_kit/contract.ts';
import { LIMITS } from './schema.ts';

export const rules: ContentRules = {
  format: 'plain',
  maxLength: () => LIMITS.characters,
  length: (text) => Array.from(text).length,
  media: {
    maxFiles: LIMITS.attachments,
    maxImages: LIMITS.attachments,
    maxVideos: LIMITS.attachments,
    mixed: true,
    imageTypes: ['image/jpeg', 'image/png', 'image/gif'],
    videoTypes: ['video/mp4'],
    maxImageBytes: LIMITS.photoBytes,
    maxVideoBytes: LIMITS.videoBytes,
    image: { minAspect: 1 / LIMITS.photoAspect, maxAspect: LIMITS.photoAspect },
  },
  description:
    'Plain text of up to 2,048 characters, on the own wall; it may be empty with media. Up to 10 attachments, pictures and videos together. Pictures are JPEG, PNG or GIF of up to 50 MiB, of at most 14,000 pixels width and height together and at most 20 times as long as wide; others are refused. Videos are MP4. People and communities are mentioned as @id1 or [club1|Name]. Further parts become comments under the post.',
};

/** Problems beyond `rules`: the sides of a photo are limited by their sum. */
export const validate: NonNullable<Network['validate']> = ({ item }) =>
  item.media.flatMap(({ kind, width = 0, height = 0, fileName }) =>
    kind === 'image' && width + height > LIMITS.photoSides
      ? [
          {
            path: `value.${item.position}.image`,
            message: `${fileName} is ${width} × ${height} pixels; width and height together may be at most ${LIMITS.photoSides}`,
          },
        ]
      : [],
  );
