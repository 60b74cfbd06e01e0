/**
 * Limits that can be checked before anything is sent (core.telegram.org/bots/api: sendMessage, sendPhoto,
 * sendVideo, sendAnimation, sendMediaGroup).
 */
import type { ContentIssue, ContentRules, MediaFile, Provider } from '../_kit/contract.ts';
import { countLength } from './text.ts';

/** Text of a message: 1 to 4,096 characters after entities parsing. */
const MAX_TEXT = 4096;
/** Caption of media: a longer one is rejected ("message caption is too long"). */
const MAX_CAPTION = 1024;
const MAX_ALBUM = 10;
const MIB = 1024 ** 2;
const MAX_PHOTO_BYTES = 10 * MIB;
/**
 * Any other file. The files of an album are sent in one request, and larger requests are answered with 413:
 * so this also limits their sum.
 */
const MAX_UPLOAD_BYTES = 50 * MIB;
const MAX_PHOTO_SIDES = 10_000;
const MAX_PHOTO_RATIO = 20;

/** A GIF is sent as an animation, which is not a photo and cannot be part of an album. */
export const isAnimation = (file: Pick<MediaFile, 'mime'>): boolean => file.mime === 'image/gif';

export const rules: ContentRules = {
  format: 'html',
  maxLength: () => MAX_TEXT,
  length: countLength,
  media: {
    maxFiles: MAX_ALBUM,
    maxImages: MAX_ALBUM,
    maxVideos: MAX_ALBUM,
    mixed: true,
    imageTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
    videoTypes: ['video/mp4'],
    maxImageBytes: MAX_UPLOAD_BYTES,
    maxVideoBytes: MAX_UPLOAD_BYTES,
  },
  description:
    'Up to 4,096 characters, or 1,024 with media; bold, underlined and linked text is kept. Up to 10 ' +
    'pictures and MP4 videos together; a GIF must be on its own. Each picture up to 10 MB, all files ' +
    'together up to 50 MB. Telegram has no alternative texts.',
};

/** What depends on the other media of the same part. */
export const validate: NonNullable<Provider['validate']> = ({ item }) => {
  const path = `value.${item.position}`;
  const issues: ContentIssue[] = [];
  const length = countLength(item.text);
  const { media } = item;
  if (!length && !media.length) {
    issues.push({ path: `${path}.content`, message: 'A post needs text or media' });
  }
  if (media.length && length > MAX_CAPTION) {
    issues.push({
      path: `${path}.content`,
      message: `The text has ${length} characters; with media Telegram allows ${MAX_CAPTION}`,
    });
  }
  if (media.length > 1 && media.some(isAnimation)) {
    issues.push({ path: `${path}.image`, message: 'A GIF must be on its own' });
  }
  const total = media.reduce((sum, file) => sum + file.size, 0);
  if (media.length > 1 && total > MAX_UPLOAD_BYTES) {
    issues.push({
      path: `${path}.image`,
      message: `The files have ${total} bytes together; Telegram allows ${MAX_UPLOAD_BYTES}`,
    });
  }
  media.forEach((file, i) =>
    issues.push(...checkPhoto(file).map((message) => ({ path: `${path}.image.${i}`, message }))),
  );
  return issues;
};

function checkPhoto(file: MediaFile): string[] {
  if (file.kind !== 'image' || isAnimation(file)) return [];
  const problems: string[] = [];
  const { width, height } = file;
  if (file.size > MAX_PHOTO_BYTES) {
    problems.push(`The picture has ${file.size} bytes; Telegram allows ${MAX_PHOTO_BYTES}`);
  }
  if (!width || !height) return problems;
  if (width + height > MAX_PHOTO_SIDES) {
    problems.push(
      `Width and height are ${width + height} pixels together; Telegram allows ${MAX_PHOTO_SIDES}`,
    );
  }
  if (Math.max(width / height, height / width) > MAX_PHOTO_RATIO) {
    problems.push(`One side is more than ${MAX_PHOTO_RATIO} times the other`);
  }
  return problems;
}
