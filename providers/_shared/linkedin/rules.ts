/**
 * What LinkedIn takes of members and of organizations alike (learn.microsoft.com/linkedin: Posts, MultiImage,
 * Images, Videos, Documents, Comments API).
 */
import type {
  ContentIssue,
  ContentRules,
  JsonSchema,
  MediaFile,
  MediaRules,
  Network,
} from '../../_kit/contract.ts';
import { MIB, NO_LIMIT, NO_MEDIA } from '../../_kit/media-rules.ts';

/** Settings of a post of the network `identifier`. LinkedIn names no length for the title of a document. */
export function linkedInSettings(identifier: string): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      __type: { const: identifier },
      post_as_images_carousel: {
        type: ['boolean', 'null'],
        default: false,
        description: 'Whether the pictures, 2 or more and no video, become one document to page through',
      },
      carousel_name: {
        type: ['string', 'null'],
        maxLength: 1000,
        description: 'Title of that document; default: slides',
      },
    },
  };
}

/** Text in UTF-16 units, sizes in bytes, durations in milliseconds. A picture has fewer than `pixels`. */
export const LINKEDIN_LIMITS = {
  text: 3000,
  images: 20,
  pages: 300,
  pixels: 36_152_320,
  minVideo: 75_000,
  video: 500 * MIB,
  minDuration: 3000,
  maxDuration: 30 * 60_000,
  aspect: 2.4,
} as const;

const media: MediaRules = {
  maxFiles: LINKEDIN_LIMITS.images,
  maxImages: LINKEDIN_LIMITS.images,
  maxVideos: 1,
  mixed: false,
  imageTypes: ['image/jpeg', 'image/png', 'image/gif'],
  videoTypes: ['video/mp4'],
  maxImageBytes: NO_LIMIT,
  maxVideoBytes: LINKEDIN_LIMITS.video,
  video: {
    minAspect: 1 / LINKEDIN_LIMITS.aspect,
    maxAspect: LINKEDIN_LIMITS.aspect,
    minDurationMs: LINKEDIN_LIMITS.minDuration,
    maxDurationMs: LINKEDIN_LIMITS.maxDuration,
  },
};

/** Each picture is a page of the document. */
const carouselMedia: MediaRules = {
  ...media,
  minFiles: 2,
  maxFiles: LINKEDIN_LIMITS.pages,
  maxImages: LINKEDIN_LIMITS.pages,
  maxVideos: 0,
};

/** Lengths are those of the text that is shown: what escapes its reserved characters does not count. */
export const linkedInRules: ContentRules = {
  format: 'plain',
  maxLength: () => LINKEDIN_LIMITS.text,
  // The documentation says "characters" and not which; UTF-16 units are what existing clients count.
  length: (text) => text.length,
  media,
  mediaFor(_, { settings, position }) {
    if (position > 0) return NO_MEDIA;
    return settings.post_as_images_carousel === true ? carouselMedia : media;
  },
  description:
    'Text of up to 3,000 characters (an emoji counts as 2 or more); it may be empty with media. Up to 20 pictures (JPEG, PNG, GIF; each of fewer than 36,152,320 pixels), or one MP4 video (75 KB to 500 MB, 3 seconds to 30 minutes, 1:2.4 to 2.4:1). With post_as_images_carousel, 2 to 300 pictures become one document of up to 100 MB. Further parts are comments under the post: text only; LinkedIn may refuse those of more than 1,250 characters.',
};

/** Problems beyond `linkedInRules`: pixels of a picture, the least size of a video. */
export const validateLinkedIn: NonNullable<Network['validate']> = ({ item }) => {
  if (item.position > 0) return [];
  return item.media
    .flatMap(problemsOfFile)
    .map((message): ContentIssue => ({ path: 'value.0.image', message }));
};

function problemsOfFile({ kind, width = 0, height = 0, size, fileName }: MediaFile): string[] {
  if (kind === 'video') {
    return size < LINKEDIN_LIMITS.minVideo
      ? [`${fileName} has ${size} bytes; LinkedIn takes videos of at least ${LINKEDIN_LIMITS.minVideo}`]
      : [];
  }
  return width * height >= LINKEDIN_LIMITS.pixels
    ? [`${fileName} has ${width * height} pixels; LinkedIn takes fewer than ${LINKEDIN_LIMITS.pixels}`]
    : [];
}
