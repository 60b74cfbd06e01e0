/**
 * Limits of a post that can be checked before anything is sent (lexicon app.bsky.feed.post and its embeds).
 */
import type { ContentIssue, ContentRules, PublishRequest } from '../_kit/contract.ts';
import { linkIssues } from '../_kit/link-card.ts';
import { countGraphemes } from '../_kit/text.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { parsePost } from './prepare/quote.ts';
import { settingsOf } from './schema.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** A text may be within 300 graphemes and still exceed this many bytes of UTF-8. */
const MAX_TEXT_BYTES = 3000;

export const rules: ContentRules = {
  format: 'plain',
  maxLength: () => 300,
  length: countGraphemes,
  media: {
    maxImages: 10,
    maxVideos: 1,
    mixed: false,
    imageTypes: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
    videoTypes: ['video/mp4'],
    maxImageBytes: 2_000_000,
    maxVideoBytes: 300_000_000,
  },
  description:
    'Up to 300 characters (and 3,000 bytes), with up to 10 pictures of 2 MB each or one MP4 video of 300 ' +
    'MB, not both; more than 4 pictures are a gallery. Links, mentions and hashtags become clickable; ' +
    'without media, the first link gets a card.',
};

export function validate({
  item,
  settings,
}: Pick<PublishRequest, 'item'> & { settings?: PublishRequest['settings'] }): ContentIssue[] {
  const issues = linkIssues('Bluesky', { item, settings: settings ?? {} });
  const bytes = Buffer.byteLength(item.text, 'utf8');
  if (bytes > MAX_TEXT_BYTES) {
    issues.push({
      path: `value.${item.position}.content`,
      ...sentence('bluesky_too_many_bytes', { bytes, max: MAX_TEXT_BYTES }),
    });
  }
  if (item.position > 0) return issues;
  const { quote, repliers } = settingsOf(settings ?? {});
  // A link to another post becomes its URL when that is published.
  if (quote && !quote.includes('(post:') && !parsePost(quote)) {
    issues.push({ path: 'settings.quote', ...sentence('bluesky_not_a_post') });
  }
  if (repliers.includes('nobody') && repliers.length > 1) {
    issues.push({ path: 'settings.who_can_reply', ...sentence('bluesky_nobody_and_others') });
  }
  return issues;
}
