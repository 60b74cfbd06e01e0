/**
 * Limits that can be checked before anything is sent (core.telegram.org/bots/api: sendMessage, sendPhoto,
 * sendVideo, sendAnimation, sendMediaGroup).
 */
import type { ContentIssue, ContentRules, MediaFile, Provider } from '../_kit/contract.ts';
import { pollIssues, pollOf, questionOf, type Poll } from '../_kit/poll.ts';
import { MAX_QUESTION, readDetails } from './schema.ts';
import { countLength, toTelegramText } from './text.ts';
import type { Sentence } from '../_kit/sentences/fill.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

/** Upper bound for the one call, which includes the files: 50 MB at 2 Mbit/s take 200 seconds. */
export const PUBLISH_TIMEOUT_MS = 240_000;

const sentence = catalogue(english);

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
    'Up to 4,096 characters, or 1,024 with media, or 300 as the question of a poll; bold, italic, underlined ' +
    'and linked text is kept. Up to 10 ' +
    'pictures and MP4 videos together; a GIF must be on its own. Each picture up to 10 MB, all files ' +
    'together up to 50 MB. Telegram has no alternative texts.',
};

/** What depends on the other media of the same part. */
export const validate: NonNullable<Provider['validate']> = ({ item, settings, channel }) => {
  const path = `value.${item.position}`;
  const issues: ContentIssue[] = [];
  const length = countLength(item.text);
  const { media } = item;
  const poll = item.position === 0 ? pollOf(settings) : null;
  if (poll) return checkPoll(poll, item, readDetails(channel.details).chatType === 'channel');
  if (!length && !media.length) {
    issues.push({ path: `${path}.content`, ...sentence('no_text_or_media') });
  }
  if (media.length && length > MAX_CAPTION) {
    issues.push({
      path: `${path}.content`,
      ...sentence('telegram_text_too_long_with_media', { length, max: MAX_CAPTION }),
    });
  }
  // `sendMediaGroup` has no `reply_markup`.
  if (item.position === 0 && media.length > 1 && (settings.buttons as unknown[] | null)?.length) {
    issues.push({ path: 'settings.buttons', ...sentence('telegram_buttons_below_album') });
  }
  if (media.length > 1 && media.some(isAnimation)) {
    issues.push({ path: `${path}.image`, ...sentence('telegram_gif_not_alone') });
  }
  const total = media.reduce((sum, file) => sum + file.size, 0);
  if (media.length > 1 && total > MAX_UPLOAD_BYTES) {
    issues.push({
      path: `${path}.image`,
      ...sentence('telegram_files_too_large', { bytes: total, max: MAX_UPLOAD_BYTES }),
    });
  }
  media.forEach((file, i) =>
    issues.push(...checkPhoto(file).map((problem) => ({ path: `${path}.image.${i}`, ...problem }))),
  );
  return issues;
};

/** In a channel, `is_anonymous` must be true ("non-anonymous polls can't be sent to channel chats"). */
function checkPoll(
  poll: Poll,
  { text, media }: { readonly text: string; readonly media: readonly MediaFile[] },
  isChannel: boolean,
): ContentIssue[] {
  const issues = pollIssues(poll, media);
  const question = questionOf(poll);
  const length = question ? countLength(text) : Array.from(toTelegramText(text)).length;
  const max = question ? MAX_CAPTION : MAX_QUESTION;
  if (length > max) {
    const problem = question
      ? sentence('telegram_text_above_poll_too_long', { length, max })
      : sentence('poll_question_too_long', { length, network: 'Telegram', max });
    issues.push({ path: 'value.0.content', ...problem });
  }
  if (isChannel && poll.anonymous === false) {
    issues.push({ path: 'settings.poll.anonymous', ...sentence('telegram_poll_must_be_anonymous') });
  }
  return issues;
}

function checkPhoto(file: MediaFile): Sentence[] {
  if (file.kind !== 'image' || isAnimation(file)) return [];
  const problems: Sentence[] = [];
  const { width, height } = file;
  if (file.size > MAX_PHOTO_BYTES) {
    problems.push(sentence('telegram_picture_too_large', { size: file.size, max: MAX_PHOTO_BYTES }));
  }
  if (!width || !height) return problems;
  if (width + height > MAX_PHOTO_SIDES) {
    problems.push(sentence('telegram_too_many_pixels', { sum: width + height, max: MAX_PHOTO_SIDES }));
  }
  if (Math.max(width / height, height / width) > MAX_PHOTO_RATIO) {
    problems.push(sentence('telegram_side_too_long', { times: MAX_PHOTO_RATIO }));
  }
  return problems;
}
