/** Limits that can be checked before anything is sent. */
import type { ContentIssue, ContentRules, MediaRules, Network } from '../_kit/contract.ts';
import { MIB, NO_LIMIT } from '../_kit/media-rules.ts';

/**
 * Limits of Pages (developers.facebook.com: Pages API, Facebook Stories API; the text and the background as
 * Facebook itself applies them). Lengths in code points, sizes in bytes, durations in milliseconds, sides in
 * pixels.
 */
export const LIMITS = {
  text: 63_206,
  background: 130,
  photo: 10 * MIB,
  minStory: 3000,
  maxStory: 90_000,
  storyWidth: 540,
  storyHeight: 960,
} as const;

/**
 * Length in code points. Which characters Facebook counts is not documented; this reading refuses the least.
 */
export function countCodePoints(text: string): number {
  return Array.from(text).length;
}

/**
 * Number of photos, and size and duration of a video: no limit of the documentation comes near what can be
 * uploaded here.
 */
const postMedia: MediaRules = {
  maxImages: 1000,
  maxVideos: 1,
  mixed: false,
  imageTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/bmp', 'image/tiff'],
  videoTypes: ['video/mp4'],
  maxImageBytes: LIMITS.photo,
  maxVideoBytes: NO_LIMIT,
};

/** Files of one post are stories beside each other. */
const storyMedia: MediaRules = {
  ...postMedia,
  minFiles: 1,
  maxFiles: 1000,
  maxVideos: 1000,
  mixed: true,
  video: {
    minWidth: LIMITS.storyWidth,
    minHeight: LIMITS.storyHeight,
    minAspect: 9 / 16,
    maxAspect: 9 / 16,
    minDurationMs: LIMITS.minStory,
    maxDurationMs: LIMITS.maxStory,
  },
};

/** `attachment_url` of a comment is the address of a photo (Graph API, /{object}/comments). */
const commentMedia: MediaRules = { ...postMedia, maxFiles: 1, maxImages: 1, maxVideos: 0 };

export const rules: ContentRules = {
  format: 'plain',
  maxLength: () => LIMITS.text,
  length: countCodePoints,
  media: postMedia,
  mediaFor(_, { settings, position }) {
    if (position > 0) return commentMedia;
    return settings.post_type === 'story' ? storyMedia : postMedia;
  },
  description:
    'Text of up to 63,206 characters; it may be empty with media. Photos (JPEG, PNG, GIF, BMP, TIFF; 10 MB each, PNG best under 1 MB), or one MP4 video. A story needs media and shows no text; each photo or video becomes a story: videos of 9:16, at least 540 × 960, 3 to 90 seconds. A background is for text of up to 130 characters without media. Further parts are comments, the second under the post, each other one under the one before, with at most one photo.',
};

/** Problems of a background, of the post itself: it is for a short text alone. */
export const validate: NonNullable<Network['validate']> = ({ item, settings }) => {
  if (item.position > 0 || !settings.text_format_preset_id) return [];
  const path = 'settings.text_format_preset_id';
  const length = countCodePoints(item.text);
  const issues: ContentIssue[] = [];
  if (item.media.length) {
    issues.push({ path, message: 'is for a post without media: leave out the background or the media' });
  }
  if (length > LIMITS.background) {
    issues.push({
      path,
      message: `is for a text of up to ${LIMITS.background} characters, this one has ${length}`,
    });
  }
  return issues;
};
