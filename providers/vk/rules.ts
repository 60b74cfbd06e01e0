/** Limits that can be checked before anything is sent. */
import type { ContentRules, Network } from '../_kit/contract.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { LIMITS } from './schema.ts';
import { english } from './sentences.ts';

export const PUBLISH_TIMEOUT_MS = 30_000;

/** After this, the wall is looked at again: much may have been posted since. */
export const PREPARED_MS = 3_600_000;

const sentence = catalogue(english);

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
    'Plain text on your own wall or that of a community, optional with media. VK documents no length: it refuses ' +
    'what is too long for it, and Crier what has more than 100,000 characters. Up to 10 pictures and videos ' +
    'together. Pictures: JPEG, PNG or GIF of up to 50 MiB, width and height at most 14,000 pixels ' +
    'together, and one side at most 20 times the other. Videos: MP4. @id1 or [club1|Name] mentions a ' +
    'person or community. Further parts become comments on the post.',
};

export const validate: NonNullable<Network['validate']> = ({ item, settings }) => [
  ...(item.position > 0 && settings.close_comments === true
    ? [{ path: 'settings.close_comments', ...sentence('vk_comments_closed') }]
    : []),
  ...item.media.flatMap(({ kind, width = 0, height = 0, fileName }) =>
    kind === 'image' && width + height > LIMITS.photoSides
      ? [
          {
            path: `value.${item.position}.image`,
            ...sentence('vk_too_many_pixels', { file: fileName, width, height, max: LIMITS.photoSides }),
          },
        ]
      : [],
  ),
];
