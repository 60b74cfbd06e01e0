/** Limits that can be checked before anything is sent: Mastodon's own, or those of the channel's instance. */
import type { ContentIssue, ContentRules, MediaRules, Provider } from '../_kit/contract.ts';
import { DEFAULTS, readDetails, warningOf, type InstanceDetails } from './schema.ts';
import { quoteIssues } from './rules/quote.ts';
import { instanceIssues } from './rules/poll.ts';
import { statusPoll } from './schema/poll.ts';
import { countLength } from './text.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

/** An instance removes media that belong to no status after a day. */
export const KEPT_MS = 12 * 3_600_000;

export const RECENT = 20;

/** Upper bound for the one call; the instance answers after its own database work alone. */
export const PUBLISH_TIMEOUT_MS = 30_000;

const sentence = catalogue(english);

/**
 * A file must be smaller than the instance's limit: one of exactly that size is rejected ("must be less
 * than").
 */
function mediaRules({ maxMedia, mimeTypes, imageSizeLimit, videoSizeLimit }: InstanceDetails): MediaRules {
  return {
    maxImages: maxMedia,
    maxVideos: 1,
    mixed: false,
    imageTypes: mimeTypes.filter((type) => type.startsWith('image/')),
    videoTypes: mimeTypes.filter((type) => type.startsWith('video/')),
    maxImageBytes: imageSizeLimit - 1,
    maxVideoBytes: videoSizeLimit - 1,
  };
}

export const rules: ContentRules = {
  format: 'plain',
  maxLength: (channel) => readDetails(channel.details).maxCharacters,
  length: (text) => countLength(text),
  media: mediaRules(DEFAULTS),
  mediaFor: (channel) => mediaRules(readDetails(channel.details)),
  description:
    'Plain text of up to 500 characters, or as many as the instance allows; each link counts as 23, and ' +
    '@user@domain as @user. Up to 4 pictures or 1 video, each with a description of up to 1,500 ' +
    'characters. With media, text is optional. A poll of up to 4 answers goes without media.',
};

export const validate: NonNullable<Provider['validate']> = ({ item, channel, settings }) => {
  const details = readDetails(channel.details);
  const path = `value.${item.position}`;
  const issues: ContentIssue[] = [];
  const warning = warningOf(settings);
  // Both count together (app/validators/status_length_validator.rb).
  const length = countLength(warning + item.text, details.charactersReservedPerUrl);
  // Without a text, Mastodon shows the warning in its place (app/services/post_status_service.rb).
  if (warning && !item.text.trim()) {
    issues.push({ path: 'settings.spoiler_text', ...sentence('mastodon_warning_without_text') });
  }
  // A text that is too long by itself is reported by the common rules.
  if (length > details.maxCharacters && rules.length(item.text) <= details.maxCharacters) {
    issues.push({
      path: `${path}.content`,
      ...sentence('mastodon_text_too_long', { length, max: details.maxCharacters }),
    });
  }
  const poll = statusPoll(settings, item.position);
  if (poll) issues.push(...instanceIssues(poll, details, item.media));
  if (item.position === 0) {
    issues.push(...quoteIssues(settings, details, { files: item.media.length, poll: poll !== null }));
  }
  item.media.forEach(({ alt }, i) => {
    if (alt.length > details.descriptionLimit) {
      issues.push({
        path: `${path}.image.${i}`,
        ...sentence('mastodon_description_too_long', { length: alt.length, max: details.descriptionLimit }),
      });
    }
  });
  return issues;
};
