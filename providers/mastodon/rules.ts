/**
 * Limits that can be checked before anything is sent: the length as Mastodon counts it, media by the
 * instance's document.
 */
import type { ContentIssue, ContentRules, MediaRules, Provider } from '../_kit/contract.ts';
import { countGraphemes } from '../_kit/text.ts';
import { DEFAULTS, readDetails, type InstanceDetails } from './schema.ts';

// A link as Mastodon finds it: protocol, a host with a dot, then a path without punctuation at its end
// (twitter_regex.rb).
const LINK =
  /(?<![A-Za-z0-9@＠$#＃])https?:\/\/(?:[\p{L}\p{N}_-]+\.)+\p{L}[\p{L}\p{N}-]+(?::\d+)?(?:\/(?:[^\s<>()?]|\((?:[^\s<>()]|\([^\s<>()]*\))*\))*)?(?:\?[^\s<>"「」]*)?/giu;
const PUNCTUATION = /[!?*"'「」;:=,.$%[\]~&|@]+$/u;
// `@user@domain`; a following `@` or `://` makes it something else (Account::MENTION_RE).
const REMOTE_MENTION =
  /(?<![=/\p{L}\p{N}_])@([a-z0-9_]+(?:[.-]+[a-z0-9_]+)*)@[\p{L}\p{N}_]+(?:[.-]+[\p{L}\p{N}_]+)*(?![@＠]|:\/\/)/giu;

/**
 * Length of a text as Mastodon counts it (docs.joinmastodon.org/user/posting): grapheme clusters; each link
 * counts `perUrl`, of a remote mention only the user counts.
 */
export function countLength(text: string, perUrl = DEFAULTS.charactersReservedPerUrl): number {
  let links = 0;
  // A link goes first, so that `https://host/@user@domain` is not read as a mention. Its last character stays
  // in its place: what may follow it depends on it.
  const withoutLinks = text.replace(LINK, (match) => {
    const link = endOfLink(match);
    links++;
    return `${Array.from(link).at(-1)}${match.slice(link.length)}`;
  });
  const withoutDomains = withoutLinks.replace(REMOTE_MENTION, '@$1');
  return countGraphemes(withoutDomains) + links * (perUrl - 1);
}

function endOfLink(match: string): string {
  const query = match.indexOf('?');
  if (query === -1) return match.replace(PUNCTUATION, '');
  const kept = match.slice(query).replace(/[!?*'();:+$%[\].,~|@^]+$/u, '');
  return kept.length > 1 ? match.slice(0, query) + kept : match.slice(0, query).replace(PUNCTUATION, '');
}

/**
 * The media that an instance takes. A file must be smaller than the limit: one of exactly that size is
 * refused ("must be less than").
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

/** Mastodon's defaults, and an instance's own limits where it is known. */
export const rules: ContentRules = {
  format: 'plain',
  maxLength: (channel) => readDetails(channel.details).maxCharacters,
  length: (text) => countLength(text),
  media: mediaRules(DEFAULTS),
  mediaFor: (channel) => mediaRules(readDetails(channel.details)),
  words:
    'Plain text of up to 500 characters, or what the instance allows; any link counts 23, of @user@domain only @user counts. Up to 4 images or 1 video, each described in up to 1,500 characters. Text may be empty with media.',
};

/** Problems by what the channel's own instance counts. */
export const validate: NonNullable<Provider['validate']> = ({ item, channel }) => {
  const details = readDetails(channel.details);
  const path = `value.${item.position}`;
  const issues: ContentIssue[] = [];
  const length = countLength(item.text, details.charactersReservedPerUrl);
  if (length > details.maxCharacters) {
    issues.push({
      path: `${path}.content`,
      message: `The text has ${length} characters; this instance takes ${details.maxCharacters}`,
    });
  }
  item.media.forEach(({ alt }, i) => {
    if (alt.length > details.descriptionLimit) {
      issues.push({
        path: `${path}.image.${i}`,
        message: `The description has ${alt.length} characters; this instance takes ${details.descriptionLimit}`,
      });
    }
  });
  return issues;
};
