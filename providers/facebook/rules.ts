/** Limits that can be checked before anything is sent. */
import type { ContentIssue, ContentRules, MediaRules, Network, PublishRequest } from '../_kit/contract.ts';
import { MIB, NO_LIMIT } from '../_kit/media-rules.ts';
import { subtitleIssues } from '../_kit/subtitles.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

/** Facebook deletes photos that belong to no post after a day. */
export const KEPT_MS = 23 * 3_600_000;

/** Upper bound for the call, or for those of several stories; what is left then goes on after a look. */
export const PUBLISH_TIMEOUT_MS = 2 * 60_000;

const sentence = catalogue(english);

/**
 * Limits of Pages (developers.facebook.com: Pages API, Facebook Stories API; text and background as Facebook
 * itself applies them). Lengths in code points, sizes in bytes, durations in milliseconds, sides in pixels.
 */
const LIMITS = {
  text: 63_206,
  background: 130,
  photo: 10 * MIB,
  minStory: 3000,
  maxStory: 90_000,
  storyWidth: 540,
  storyHeight: 960,
} as const;

/** How Facebook counts characters is not documented; code points are the most lenient reading. */
function countCodePoints(text: string): number {
  return Array.from(text).length;
}

/**
 * The documented limits of the number of photos, and of size and duration of a video, are never reached here.
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

/** Each file becomes a separate story. */
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
    // developers.facebook.com/docs/page-stories-api, Video specifications; posts have none.
    codecs: ['avc', 'hevc', 'vp9', 'av1'],
    audioCodecs: ['aac'],
    chroma: '4:2:0',
    minFrameRate: 24,
    maxFrameRate: 60,
  },
};

/** `attachment_url` of a comment is the URL of a photo (Graph API, /{object}/comments). */
const commentMedia: MediaRules = { ...postMedia, maxFiles: 1, maxImages: 1, maxVideos: 0 };

/** Of the picture that stands for a video. */
export const thumbnailRules: Partial<MediaRules> = { imageTypes: ['image/jpeg', 'image/png'] };

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
    'Text of up to 63,206 characters, optional with media. Photos (JPEG, PNG, GIF, BMP, TIFF; 10 MB each, ' +
    'PNG ideally under 1 MB), or one MP4 video. A story needs media and shows no text; each photo or video ' +
    'becomes a story, videos with 9:16, at least 540 × 960 pixels and 3 to 90 seconds. A background is for ' +
    'text of up to 130 characters without media, a place for a post without a video. Further parts are comments, the second on the post, each ' +
    'other one on the comment before, with at most one photo.',
};

/** Where the settings of a video and of other posts belong. */
function checkKind(
  { media }: Pick<PublishRequest['item'], 'media'>,
  settings: Readonly<Record<string, unknown>>,
): ContentIssue[] {
  const isStory = settings.post_type === 'story';
  const isVideo = !isStory && media[0]?.kind === 'video';
  const ofVideo = isVideo ? [] : ['video_title', 'thumbnail'].filter((name) => settings[name]);
  // Without a video or in a story, there is nothing that subtitles could belong to.
  const film = isStory ? [] : media;
  return [
    ...ofVideo.map((name) => ({ path: `settings.${name}`, ...sentence('facebook_only_for_video') })),
    ...subtitleIssues(settings, film),
    ...(settings.place && (isStory || isVideo)
      ? [{ path: 'settings.place', ...sentence('facebook_place_not_there') }]
      : []),
  ];
}

export const validate: NonNullable<Network['validate']> = ({ item, settings }) =>
  item.position > 0 ? [] : [...checkKind(item, settings), ...checkBackground(item, settings)];

/** A background is only for a short text without media. */
function checkBackground(
  item: Pick<PublishRequest['item'], 'media' | 'text'>,
  settings: Readonly<Record<string, unknown>>,
): ContentIssue[] {
  if (!settings.text_format_preset_id) return [];
  const path = 'settings.text_format_preset_id';
  const length = countCodePoints(item.text);
  const issues: ContentIssue[] = [];
  if (item.media.length) {
    issues.push({ path, ...sentence('facebook_background_with_media') });
  }
  if (length > LIMITS.background) {
    issues.push({
      path,
      ...sentence('facebook_background_text_too_long', { max: LIMITS.background, length }),
    });
  }
  return issues;
}
