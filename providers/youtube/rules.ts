/**
 * Limits of a YouTube video that can be checked before anything is sent
 * (developers.google.com/youtube/v3/docs/videos).
 */
import type { Channel, ContentIssue, ContentRules, MediaRules, Network } from '../_kit/contract.ts';
import { MIB, NO_MEDIA } from '../_kit/media-rules.ts';
import { GRANTED } from './auth.ts';
import { MAX_TAGS, THUMBNAIL, type Tag } from './schema.ts';
import { SUBTITLES, subtitleIssues, subtitlesOf } from '../_kit/subtitles.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

/** Upper bound for the last 256 KiB; YouTube answers once it has stored the video. */
export const PUBLISH_TIMEOUT_MS = 60_000;

/** A session ends after a week. */
export const SESSION_MS = 6 * 86_400_000;

const sentence = catalogue(english);

/** Bytes of the description (`snippet.description`). */
const MAX_DESCRIPTION = 5000;
/** Of a comment: what YouTube's own page takes is counted in characters, and its documents name no number. */
const MAX_COMMENT = 10_000;

const media: MediaRules = {
  minFiles: 1,
  maxFiles: 1,
  maxImages: 0,
  maxVideos: 1,
  mixed: false,
  imageTypes: [],
  videoTypes: ['video/mp4', 'video/webm', 'video/quicktime'],
  maxImageBytes: 0,
  maxVideoBytes: 256 * 1024 * MIB,
  video: { maxDurationMs: 12 * 3_600_000 },
};

/** Without a verified phone number, YouTube allows only 15 minutes. */
export const rules: ContentRules = {
  format: 'plain',
  maxLength: (_, place) => (place?.position ? MAX_COMMENT : MAX_DESCRIPTION),
  length: (text) => Buffer.byteLength(text),
  unit: 'bytes',
  media,
  mediaFor: (_, { position }) => (position > 0 ? NO_MEDIA : media),
  description:
    'Exactly one video of up to 12 hours and 256 GiB (15 minutes if the channel is not verified). The text ' +
    'becomes its description: plain text of up to 5,000 bytes (UTF-8), without < and >. A vertical or ' +
    'square video of up to 3 minutes is shown as a Short. Further parts are comments below ' +
    'it: text of up to 10,000 bytes, if the channel was connected with the permission for comments.',
};

/** Limits of the thumbnail (docs/thumbnails/set). */
export const settingsMediaRules: Readonly<Record<string, Partial<MediaRules>>> = {
  [THUMBNAIL]: { maxFiles: 1, imageTypes: ['image/jpeg', 'image/png'], maxImageBytes: 50 * MIB },
};

/** A tag with a space is sent in quotation marks, which count. */
function tagsLength(tags: readonly Tag[]): number {
  return tags.reduce((sum, { label }) => sum + Array.from(label).length + (label.includes(' ') ? 2 : 0), 0);
}

/** Whether the channel has the permission for comments, which is that for subtitles as well. */
const isGranted = (channel: Pick<Channel, 'details'>): boolean =>
  channel.details.comments === GRANTED.comments;

/** Why there can be no comment: YouTube has none below what is private or made for kids. */
function commentIssues({
  item,
  settings,
  channel,
}: Parameters<NonNullable<Network['validate']>>[0]): ContentIssue[] {
  const path = `value.${item.position}.content`;
  const isClosed = settings.type === 'private' || settings.selfDeclaredMadeForKids === 'yes';
  return [
    ...(isGranted(channel) ? [] : [{ path, ...sentence('youtube_comments_not_granted') }]),
    ...(isClosed ? [{ path, ...sentence('youtube_comments_closed') }] : []),
  ];
}

/** YouTube takes subtitles with the permission for comments. */
function captionIssues({
  item,
  settings,
  channel,
}: Parameters<NonNullable<Network['validate']>>[0]): ContentIssue[] {
  const issues = subtitleIssues(settings, item.media);
  if (isGranted(channel) || issues.length > 0 || !subtitlesOf(settings)) return issues;
  return [{ path: `settings.${SUBTITLES}`, ...sentence('youtube_subtitles_not_granted') }];
}

export const validate: NonNullable<Network['validate']> = (request) => {
  const { item, settings } = request;
  if (item.position > 0) return commentIssues(request);
  const issues: ContentIssue[] = [];
  if (/[<>]/.test(item.text)) {
    issues.push({ path: `value.${item.position}.content`, ...sentence('youtube_angle_brackets') });
  }
  const { title, tags } = settings as { title?: string; tags?: readonly Tag[] | null };
  if ((title ?? '').trim().length < 2) {
    issues.push({ path: 'settings.title', ...sentence('too_short_without_spaces', { min: 2 }) });
  }
  const length = tagsLength(tags ?? []);
  if (length > MAX_TAGS) {
    issues.push({ path: 'settings.tags', ...sentence('youtube_tags_too_long', { length, max: MAX_TAGS }) });
  }
  return [...issues, ...captionIssues(request)];
};
