/**
 * Limits of a post that can be checked before anything is sent (lexicon app.bsky.feed.post and its embeds).
 */
import type { ContentIssue, ContentRules, PublishRequest } from '../_kit/contract.ts';
import { countGraphemes } from '../_kit/text.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** A text may be within 300 graphemes and still exceed this many bytes of UTF-8. */
const MAX_TEXT_BYTES = 3000;

export const rules: ContentRules = {
  format: 'plain',
  maxLength: () => 300,
  length: countGraphemes,
  media: {
    maxImages: 4,
    maxVideos: 1,
    mixed: false,
    imageTypes: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
    videoTypes: ['video/mp4'],
    maxImageBytes: 2_000_000,
    maxVideoBytes: 300_000_000,
  },
  description:
    'Up to 300 characters (and 3,000 bytes), with up to 4 pictures of 2 MB each or one MP4 video of 300 ' +
    'MB, not both. Links, mentions and hashtags become clickable.',
};

export function validate({ item }: Pick<PublishRequest, 'item'>): ContentIssue[] {
  const bytes = Buffer.byteLength(item.text, 'utf8');
  if (bytes <= MAX_TEXT_BYTES) return [];
  return [
    {
      path: `value.${item.position}.content`,
      ...sentence('bluesky_too_many_bytes', { bytes, max: MAX_TEXT_BYTES }),
    },
  ];
}
