/** Limits that can be checked before anything is sent: the length as Mastodon counts it, media by the instance's document. */
import type { ContentIssue, ContentRules, MediaFile, Provider } from '../_kit/contract.ts';
import { countGraphemes } from '../_kit/text.ts';
import { DEFAULTS, readDetails, type InstanceDetails } from './schema.ts';

// A link as Mastodon finds it: protocol, a host with a dot, then a path without punctuation at its end (twitter_regex.rb).
const LINK = /(?<![A-Za-z0-9@＠$#＃])https?:\/\/(?:[\p{L}\p{N}_-]+\.)+\p{L}[\p{L}\p{N}-]+(?::\d+)?(?:\/(?:[^\s<>()?]|\((?:[^\s<>()]|\([^\s<>()]*\))*\))*)?(?:\?[^\s<>"「」]*)?/giu;
const PUNCTUATION = /[!?*"'「」;:=,.$%[\]~&|@]+$/u;
// `@user@domain`; a following `@` or `://` makes it something else (Account::MENTION_RE).
const REMOTE_MENTION = /(?<![=/\p{L}\p{N}_])@([a-z0-9_]+(?:[.-]+[a-z0-9_]+)*)@[\p{L}\p{N}_]+(?:[.-]+[\p{L}\p{N}_]+)*(?![@＠]|:\/\/)/giu;

/**
 * Length of a text as Mastodon counts it (docs.joinmastodon.org/user/posting): grapheme clusters; each link counts
 * `perUrl`, of a remote mention only the user counts.
 */
export function countLength(text: string, perUrl = DEFAULTS.charactersReservedPerUrl): number {
  let links = 0;
  // A link goes first, so that `https://host/@user@domain` is not read as a mention. Its last character stays in its place:
  // what may follow it depends on it.
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

/** Mastodon's defaults; an instance's own limits are applied by `validate`. */
export const rules: ContentRules = {
  format: 'plain',
  maxLength: (channel) => readDetails(channel.details).maxCharacters,
  length: (text) => countLength(text),
  media: {
    maxImages: 4, maxVideos: 1, mixed: false,
    imageTypes: DEFAULTS.mimeTypes.filter((type) => type.startsWith('image/')),
    videoTypes: DEFAULTS.mimeTypes.filter((type) => type.startsWith('video/')),
    maxImageBytes: DEFAULTS.imageSizeLimit, maxVideoBytes: DEFAULTS.videoSizeLimit,
  },
  words: 'Plain text of up to 500 characters, or what the instance allows; any link counts 23, of @user@domain only @user counts. Up to 4 images or 1 video, each described in up to 1,500 characters. Text may be empty with media.',
};

/** Problems by the limits of the channel's own instance. */
export const validate: NonNullable<Provider['validate']> = ({ item, channel }) => {
  const details = readDetails(channel.details);
  const path = `value.${item.position}`;
  const issues: ContentIssue[] = [];
  const length = countLength(item.text, details.charactersReservedPerUrl);
  if (!item.text.trim() && !item.media.length) issues.push({ path: `${path}.content`, message: 'A post needs a text or media' });
  if (length > details.maxCharacters) issues.push({ path: `${path}.content`, message: `The text has ${length} characters; this instance takes ${details.maxCharacters}` });
  if (item.media.length > details.maxMedia) issues.push({ path: `${path}.image`, message: `This instance takes at most ${details.maxMedia} files` });
  if (item.media.length > 1 && item.media.some((file) => file.kind === 'video')) issues.push({ path: `${path}.image`, message: 'A video stands alone' });
  item.media.forEach((file, i) => issues.push(...checkFile(file, details).map((message) => ({ path: `${path}.image.${i}`, message }))));
  return issues;
};

function checkFile(file: MediaFile, details: InstanceDetails): string[] {
  const limit = file.kind === 'video' ? details.videoSizeLimit : details.imageSizeLimit;
  const problems: string[] = [];
  if (!details.mimeTypes.includes(file.mime)) problems.push(`This instance does not take ${file.mime}`);
  // "must be less than": a file of exactly the limit is refused.
  if (file.size >= limit) problems.push(`The file has ${file.size} bytes; this instance takes less than ${limit}`);
  if (file.alt.length > details.descriptionLimit) problems.push(`The description has ${file.alt.length} characters; this instance takes ${details.descriptionLimit}`);
  return problems;
}
