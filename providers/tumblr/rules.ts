/**
 * Limits of a Tumblr post that can be checked before anything is sent (github.com/tumblr/docs, npf-spec.md,
 * "Post Content Limits").
 */
import type { ContentIssue, ContentRules, Network } from '../_kit/contract.ts';
import { MAX_BLOCK } from './schema.ts';

/** As in existing clients; Tumblr limits a post to 1 MB of stored JSON instead of a number of characters. */
const MAX_TEXT = 32_768;

const codePoints = (text: string): number => Array.from(text).length;

/** Sizes are Crier's limits; those in Tumblr's help change from year to year. */
export const rules: ContentRules = {
  format: 'plain',
  maxLength: () => MAX_TEXT,
  length: codePoints,
  media: {
    // One uploaded video; the ten video blocks of a post include embedded ones.
    maxImages: 30,
    maxVideos: 1,
    mixed: true,
    imageTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
    videoTypes: ['video/mp4'],
    maxImageBytes: 10 * 1024 ** 2,
    maxVideoBytes: 1024 ** 3,
  },
  description:
    'Plain text of up to 32,768 characters (code points); blank lines separate paragraphs. Up to 30 ' +
    'pictures (JPEG, PNG, GIF, WebP), each with a description of up to 4,096 characters, and one MP4 ' +
    'video; Tumblr may reject videos above 500 MB or 10 minutes. One part only: there are no threads.',
};

export const validate: NonNullable<Network['validate']> = ({ item }) =>
  item.media.flatMap((file, i): ContentIssue[] => {
    const length = codePoints(file.alt);
    return length > MAX_BLOCK
      ? [
          {
            path: `value.${item.position}.image.${i}`,
            message: `The description has ${length} characters; Tumblr allows ${MAX_BLOCK}`,
          },
        ]
      : [];
  });
