/**
 * Limits of a Tumblr post that can be checked before anything is sent (github.com/tumblr/docs, npf-spec.md,
 * "Post Content Limits").
 */
import type { ContentIssue, ContentRules, Network } from '../_kit/contract.ts';
import { MAX_BLOCK } from './schema.ts';

/**
 * Tumblr limits a post to 1 MB of stored JSON and says no number of characters; this is what existing clients
 * know.
 */
const MAX_TEXT = 32_768;

/** Length as Tumblr counts: Unicode code points. */
const codePoints = (text: string): number => Array.from(text).length;

/** Sizes are bounds of this product; Tumblr's help names others from year to year. */
export const rules: ContentRules = {
  format: 'plain',
  maxLength: () => MAX_TEXT,
  length: codePoints,
  media: {
    // One uploaded video; ten video blocks count those of other sites as well.
    maxImages: 30,
    maxVideos: 1,
    mixed: true,
    imageTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
    videoTypes: ['video/mp4'],
    maxImageBytes: 10 * 1024 ** 2,
    maxVideoBytes: 1024 ** 3,
  },
  description:
    'Plain text of up to 32,768 characters (code points); blank lines part its paragraphs. Up to 30 pictures (JPEG, PNG, GIF, WebP), each described in up to 4,096 characters, and one MP4 video; Tumblr may refuse videos above 500 MB or 10 minutes. One part: there are no threads.',
};

/** Alternative texts that are longer than Tumblr takes. */
export const validate: NonNullable<Network['validate']> = ({ item }) =>
  item.media.flatMap((file, i): ContentIssue[] => {
    const length = codePoints(file.alt);
    return length > MAX_BLOCK
      ? [
          {
            path: `value.${item.position}.image.${i}`,
            message: `The description has ${length} characters; Tumblr takes ${MAX_BLOCK}`,
          },
        ]
      : [];
  });
