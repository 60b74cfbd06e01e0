/** Limits that can be checked before anything is sent. */
import type { ContentIssue, ContentRules, Provider } from '../_kit/contract.ts';
import { pollIssues, pollOf, questionOf } from '../_kit/poll.ts';
import { embedIssues } from './schema/embeds.ts';
import { LIMITS, sizeLimits } from './schema.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

/** How long a nonce certainly protects. Documented as "the past few minutes". */
export const NONCE_MS = 120_000;

/** Upper bound for the one call: 25 MiB at 2 Mbit/s. Without files it is cut off earlier. */
export const PUBLISH_TIMEOUT_MS = 120_000;

const sentence = catalogue(english);

/** "Our API calculates length based on the number of codepoints" (discord-api-docs, issue 1315). */
export function countCodePoints(text: string): number {
  return Array.from(text).length;
}

/** The most characters of a poll's question (resources/poll, "Poll Media Object"). */
const MAX_QUESTION = 300;

/** Whether the text of this part is the question of the post's poll. */
function isQuestion(settings: Readonly<Record<string, unknown>>, position: number): boolean {
  const poll = position === 0 ? pollOf(settings) : null;
  return poll !== null && !questionOf(poll);
}

/** Discord's limits; `validate` applies the file sizes that depend on the server's boosts. */
export const rules: ContentRules = {
  format: 'markdown',
  // The question of a poll is shown as it is.
  formatFor: (settings, position = 0) => (isQuestion(settings, position) ? 'plain' : 'markdown'),
  maxLength: () => LIMITS.content,
  length: countCodePoints,
  media: {
    maxFiles: LIMITS.attachments,
    maxImages: LIMITS.attachments,
    maxVideos: LIMITS.attachments,
    mixed: true,
    // Any file may be attached; these are shown inline.
    imageTypes: ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'],
    videoTypes: ['video/mp4', 'video/quicktime', 'video/webm'],
    maxImageBytes: LIMITS.file[3],
    maxVideoBytes: LIMITS.file[3],
  },
  description:
    'Markdown of up to 2,000 characters (code points). Up to 10 pictures and videos, 20 MiB each and 25 ' +
    'MiB together (50 or 100 MiB in a boosted server), each with a description of up to 1,024 characters. ' +
    'With media, text is optional. <@user>, <@&role>, <#channel>, @everyone and @here are mentions. ' +
    'Further parts go into a thread under the first.',
};

export const validate: NonNullable<Provider['validate']> = ({ item, channel, settings }) => {
  const path = `value.${item.position}`;
  const poll = item.position === 0 ? pollOf(settings) : null;
  const issues: ContentIssue[] = [
    ...(poll ? pollIssues(poll, item.media) : []),
    ...(item.position === 0 ? embedIssues(settings) : []),
  ];
  const length = countCodePoints(item.text);
  if (isQuestion(settings, item.position) && length > MAX_QUESTION) {
    issues.push({
      path: `${path}.content`,
      ...sentence('poll_question_too_long', { length, network: 'Discord', max: MAX_QUESTION }),
    });
  }
  const limits = sizeLimits(channel.details);
  const all = item.media.reduce((sum, file) => sum + file.size, 0);
  if (all > limits.all) {
    issues.push({
      path: `${path}.image`,
      ...sentence('discord_files_too_large', { bytes: all, max: limits.all }),
    });
  }
  item.media.forEach((file, i) => {
    const at = `${path}.image.${i}`;
    if (file.size > limits.file) {
      issues.push({ path: at, ...sentence('discord_file_too_large', { size: file.size, max: limits.file }) });
    }
    if (countCodePoints(file.alt) > LIMITS.description) {
      issues.push({
        path: at,
        ...sentence('description_too_long', {
          length: countCodePoints(file.alt),
          network: 'Discord',
          max: LIMITS.description,
        }),
      });
    }
  });
  return issues;
};
