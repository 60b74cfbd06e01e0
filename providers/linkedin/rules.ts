/**
 * Limits of LinkedIn, the same for members and organisations (learn.microsoft.com/linkedin: Posts,
 * MultiImage, Images, Videos, Documents, Comments API).
 */
import type { ContentIssue, ContentRules, MediaFile, MediaRules, Network } from '../_kit/contract.ts';
import { linkIssues } from '../_kit/link-card.ts';
import { MIB, NO_MEDIA } from '../_kit/media-rules.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import type { Sentence } from '../_kit/sentences/fill.ts';
import { pollIssues, pollOf, questionOf } from '../_kit/poll.ts';
import { subtitleIssues } from '../_kit/subtitles.ts';
import { NO_COMMENTS } from './auth.ts';
import { english } from './sentences.ts';

/** LinkedIn does not document how long it keeps a file that no post has used. */
export const KEPT_MS = 3_600_000;

export const PUBLISH_TIMEOUT_MS = 30_000;

const sentence = catalogue(english);

/**
 * Text in UTF-16 units, sizes in bytes, durations in milliseconds. A
 * document may have 100 MB; its pictures leave room for what holds them together.
 */
export const LIMITS = {
  text: 3000,
  comment: 1250,
  images: 20,
  pixels: 36_152_319,
  minVideo: 75_000,
  video: 500 * MIB,
  minDuration: 3000,
  maxDuration: 30 * 60_000,
  aspect: 2.4,
  pictures: 95 * MIB,
  document: 100_000_000,
  pages: 300,
} as const;

/** Types of pictures that can be put on a page. */
const PAGE_TYPES: readonly string[] = ['image/jpeg', 'image/png'];

const media: MediaRules = {
  maxFiles: LIMITS.images,
  maxImages: LIMITS.images,
  maxVideos: 1,
  mixed: false,
  imageTypes: ['image/jpeg', 'image/png', 'image/gif'],
  videoTypes: ['video/mp4'],
  maxImageBytes: 1024 * MIB,
  maxVideoBytes: LIMITS.video,
  image: { maxPixels: LIMITS.pixels },
  video: {
    minAspect: 1 / LIMITS.aspect,
    maxAspect: LIMITS.aspect,
    minDurationMs: LIMITS.minDuration,
    maxDurationMs: LIMITS.maxDuration,
  },
  document: { maxBytes: LIMITS.document, maxPages: LIMITS.pages },
};

/** The picture of a video. LinkedIn documents no bounds; 10 MB are what other clients allow
 * (ayrshare.com). */
export const thumbnailRules: Partial<MediaRules> = {
  imageTypes: ['image/jpeg', 'image/png'],
  maxImageBytes: 10 * MIB,
};

/** Lengths of the visible text: the escaping of reserved characters does not count. */
export const rules: ContentRules = {
  format: 'plain',
  maxLength: (_, place) => (place?.position ? LIMITS.comment : LIMITS.text),
  // The documentation does not define "characters"; existing clients count UTF-16 units.
  length: (text) => text.length,
  media,
  mediaFor: (_, { position }) => (position > 0 ? NO_MEDIA : media),
  description:
    'Text of up to 3,000 characters (an emoji counts as 2 or more), optional with media. Up to 20 pictures ' +
    '(JPEG, PNG, GIF; each with fewer than 36,152,320 pixels), or one MP4 video (75 KB to 500 MB, 3 ' +
    'seconds to 30 minutes, 1:2.4 to 2.4:1), or one PDF (100 MB, 300 pages). ' +
    'With post_as_images_carousel, 2 to 20 JPEG or PNG pictures (95 MB together) become one document. ' +
    'Further parts are comments on the post: text of up to 1,250 characters, if the account was connected with ' +
    'the permission for comments.',
};

export const validate: NonNullable<Network['validate']> = (request) => {
  const { item, settings, channel } = request;
  if (item.position > 0) {
    const path = `value.${item.position}.content`;
    return channel.details.comments === NO_COMMENTS.comments
      ? [{ path, ...sentence('linkedin_comments_not_granted') }]
      : [];
  }
  const issues = [
    ...item.media
      .flatMap(problemsOfFile)
      .map((problem): ContentIssue => ({ path: 'value.0.image', ...problem })),
    ...linkIssues('LinkedIn', request),
    ...subtitleIssues(settings, item.media),
  ];
  if (settings.thumbnail && item.media[0]?.kind !== 'video') {
    issues.push({ path: 'settings.thumbnail', ...sentence('linkedin_only_for_video') });
  }
  const poll = pollOf(settings);
  if (poll) {
    issues.push(...pollIssues(poll, item.media));
    if (typeof settings.link === 'object' && settings.link !== null) {
      issues.push({ path: 'settings.link', ...sentence('linkedin_card_beside_poll') });
    }
    if (!questionOf(poll)) {
      issues.push({ path: 'settings.poll.question', ...sentence('linkedin_poll_without_question') });
    }
  }
  if (settings.post_as_images_carousel === true) {
    issues.push(...problemsOfDocument(item.media));
  }
  return issues;
};

function problemsOfDocument(media: readonly MediaFile[]): ContentIssue[] {
  const path = 'value.0.image';
  const bytes = media.reduce((sum, { size }) => sum + size, 0);
  // A video beside pictures is refused anyway.
  const pictures = media.filter(({ kind }) => kind === 'image');
  const others = pictures.filter(({ mime }) => !PAGE_TYPES.includes(mime));
  return [
    ...(pictures.length < 2
      ? [{ path: 'settings.post_as_images_carousel', ...sentence('linkedin_document_without_pictures') }]
      : []),
    ...others.map(({ fileName, mime }) => ({
      path,
      ...sentence('file_type_not_allowed', { file: fileName, mime, types: PAGE_TYPES }),
    })),
    ...(bytes > LIMITS.pictures
      ? [{ path, ...sentence('linkedin_document_too_large', { bytes, max: LIMITS.pictures }) }]
      : []),
  ];
}

function problemsOfFile({ kind, size, fileName }: MediaFile): Sentence[] {
  return kind === 'video' && size < LIMITS.minVideo
    ? [sentence('linkedin_video_too_small', { file: fileName, size, min: LIMITS.minVideo })]
    : [];
}
