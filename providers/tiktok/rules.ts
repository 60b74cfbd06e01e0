/**
 * Limits of a TikTok post that can be checked before anything is sent (Content Posting API: media transfer
 * guide, post_info).
 */
import type { ContentIssue, ContentRules, Network } from '../_kit/contract.ts';
import { MIB } from '../_kit/media-rules.ts';
import { checkReach } from '../_kit/public-url.ts';
import { MAX_TITLE } from './schema.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

/** Upper bound for the last chunk, of less than 20 MiB. */
export const PUBLISH_TIMEOUT_MS = 4 * 60_000;

export const PREPARED_MS = 10 * 60_000;

const sentence = catalogue(english);

/** UTF-16 code units of the caption of a video (`title`) and of the text of photos (`description`). */
const MAX_CAPTION = 2200;
const MAX_DESCRIPTION = 4000;

/** As in the transfer guide. For some accounts, videos must be shorter; TikTok's API reports how long. */
export const rules: ContentRules = {
  format: 'plain',
  // Which one applies depends on the media, which only `validate` sees.
  maxLength: (_, place) => (place ? MAX_DESCRIPTION : MAX_CAPTION),
  length: (text) => text.length,
  media: {
    minFiles: 1,
    maxImages: 35,
    maxVideos: 1,
    mixed: false,
    imageTypes: ['image/jpeg', 'image/webp'],
    videoTypes: ['video/mp4', 'video/webm', 'video/quicktime'],
    maxImageBytes: 20 * MIB,
    maxVideoBytes: 4 * 1024 * MIB,
    video: {
      minWidth: 360,
      maxWidth: 4096,
      minHeight: 360,
      maxHeight: 4096,
      minDurationMs: 3000,
      maxDurationMs: 600_000,
      // Media Transfer Guide, Video restrictions: "Supported codecs: H.264 (recommended), H.265, VP8, VP9".
      codecs: ['avc', 'hevc', 'vp8', 'vp9'],
      minFrameRate: 23,
      maxFrameRate: 60,
    },
  },
  description:
    'One video or 1 to 35 photos, not both. Plain text of up to 2,200 characters (UTF-16 code units) with ' +
    'a video, 4,000 with photos. Photos: JPEG or WebP of up to 20 MiB, ideally up to 1080p. Videos: 360 to ' +
    '4,096 pixels per side, 3 seconds to 10 minutes (less for some accounts) and up to 4 GiB. One part ' +
    'only.',
};

/** The text depends on the type of the media; the title counts as TikTok counts it. */
export const validate: NonNullable<Network['validate']> = ({ item, settings }) => {
  const issues: ContentIssue[] = [];
  const isVideo = item.media.some((file) => file.kind === 'video');
  if (isVideo && item.text.length > MAX_CAPTION && item.text.length <= MAX_DESCRIPTION) {
    issues.push({
      path: `value.${item.position}.content`,
      ...sentence('tiktok_text_too_long_with_video', { length: item.text.length, max: MAX_CAPTION }),
    });
  }
  // TikTok fetches photos; the bytes of a video are sent.
  if (!isVideo) issues.push(...checkReach('TikTok', item));
  const title = typeof settings.title === 'string' ? settings.title : '';
  if (item.position === 0 && title.length > MAX_TITLE) {
    issues.push({
      path: 'settings.title',
      ...sentence('tiktok_title_too_long', { length: title.length, max: MAX_TITLE }),
    });
  }
  return issues;
};
