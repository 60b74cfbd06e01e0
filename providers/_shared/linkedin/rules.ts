/**
 * Limits of LinkedIn, the same for members and organisations (learn.microsoft.com/linkedin: Posts,
 * MultiImage, Images, Videos, Documents, Comments API).
 */
import type { ContentIssue, ContentRules, MediaFile, MediaRules, Network } from '../../_kit/contract.ts';
import { MIB, NO_MEDIA } from '../../_kit/media-rules.ts';

/** Text in UTF-16 units, sizes in bytes, durations in milliseconds. A picture has fewer than `pixels`. */
const LIMITS = {
  text: 3000,
  images: 20,
  pixels: 36_152_320,
  minVideo: 75_000,
  video: 500 * MIB,
  minDuration: 3000,
  maxDuration: 30 * 60_000,
  aspect: 2.4,
} as const;

const media: MediaRules = {
  maxFiles: LIMITS.images,
  maxImages: LIMITS.images,
  maxVideos: 1,
  mixed: false,
  imageTypes: ['image/jpeg', 'image/png', 'image/gif'],
  videoTypes: ['video/mp4'],
  maxImageBytes: 1024 * MIB,
  maxVideoBytes: LIMITS.video,
  video: {
    minAspect: 1 / LIMITS.aspect,
    maxAspect: LIMITS.aspect,
    minDurationMs: LIMITS.minDuration,
    maxDurationMs: LIMITS.maxDuration,
  },
};

/** Lengths of the visible text: the escaping of reserved characters does not count. */
export const linkedInRules: ContentRules = {
  format: 'plain',
  maxLength: () => LIMITS.text,
  // The documentation does not define "characters"; existing clients count UTF-16 units.
  length: (text) => text.length,
  media,
  mediaFor: (_, { position }) => (position > 0 ? NO_MEDIA : media),
  description:
    'Text of up to 3,000 characters (an emoji counts as 2 or more), optional with media. Up to 20 pictures ' +
    '(JPEG, PNG, GIF; each with fewer than 36,152,320 pixels), or one MP4 video (75 KB to 500 MB, 3 ' +
    'seconds to 30 minutes, 1:2.4 to 2.4:1). ' +
    'post_as_images_carousel is not possible yet. Further parts are comments on the post: text only; LinkedIn may reject more ' +
    'than 1,250 characters.',
};

export const validateLinkedIn: NonNullable<Network['validate']> = ({ item, settings }) => {
  if (item.position > 0) return [];
  const issues = item.media
    .flatMap(problemsOfFile)
    .map((message): ContentIssue => ({ path: 'value.0.image', message }));
  if (settings.post_as_images_carousel === true) {
    issues.push({
      path: 'settings.post_as_images_carousel',
      message: 'cannot be true yet: Crier makes no documents of pictures. Send the pictures without it',
    });
  }
  return issues;
};

function problemsOfFile({ kind, width = 0, height = 0, size, fileName }: MediaFile): string[] {
  if (kind === 'video') {
    return size < LIMITS.minVideo
      ? [`${fileName} has ${size} bytes; LinkedIn requires at least ${LIMITS.minVideo} for a video`]
      : [];
  }
  return width * height >= LIMITS.pixels
    ? [`${fileName} has ${width * height} pixels; LinkedIn requires fewer than ${LIMITS.pixels}`]
    : [];
}
