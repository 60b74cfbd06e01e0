/**
 * Limits of a Tumblr post that can be checked before anything is sent (github.com/tumblr/docs, npf-spec.md,
 * "Post Content Limits").
 */
import type { ContentIssue, ContentRules, Network } from '../_kit/contract.ts';
import { contentOf } from './payload.ts';
import { MAX_BLOCK, settingsOf } from './schema.ts';
import { countLinks, MAX_LINKS, toBlocks } from './text.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

/** Upper bound for the one call: Tumblr takes files with the post itself. */
export const PUBLISH_TIMEOUT_MS = 4 * 60_000;

/** After this, the posts that were there before are read again. */
export const PREPARED_MS = 3_600_000;

const sentence = catalogue(english);

/** As in existing clients; Tumblr limits a post to 1 MB of stored JSON instead of a number of characters. */
const MAX_TEXT = 32_768;

/** "The maximum number of total content blocks allowed in a single post is 1,000." */
const MAX_BLOCKS = 1000;

const codePoints = (text: string): number => Array.from(text).length;

/** Sizes are Crier's limits; those in Tumblr's help change from year to year. */
export const rules: ContentRules = {
  format: 'html',
  maxLength: () => MAX_TEXT,
  // Without its markup.
  length: (content) => toBlocks(content).reduce((sum, { text }) => sum + codePoints(text), 0),
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
    'Text of up to 32,768 characters (code points) with headings, lists, bold text and up to 100 links; ' +
    'blank lines separate paragraphs, of which a post has up to 1,000. Up to 30 pictures (JPEG, PNG, GIF, ' +
    'WebP), each with a description of up to 4,096 characters, and one MP4 video; Tumblr may reject videos ' +
    'above 500 MB or 10 minutes. One part only: there are no threads.',
};

/**
 * "250 new published posts per day, per user." A day ends at midnight in New York, as the documents' example
 * of an end has it ("/user/limits").
 */
export const postLimit: NonNullable<Network['postLimit']> = () => ({
  posts: 250,
  of: 'account',
  within: { dayIn: 'America/New_York' },
  eachPart: false,
});

export const validate: NonNullable<Network['validate']> = ({ item, settings }) => {
  const path = `value.${item.position}`;
  const issues: ContentIssue[] = item.media.flatMap((file, i) => {
    const length = codePoints(file.alt);
    return length > MAX_BLOCK
      ? [
          {
            path: `${path}.image.${i}`,
            ...sentence('description_too_long', { length, network: 'Tumblr', max: MAX_BLOCK }),
          },
        ]
      : [];
  });
  const blocks = toBlocks(item.text);
  if (!blocks.length && !item.media.length) {
    issues.push({ path: `${path}.content`, ...sentence('no_text_or_media') });
  }
  const content = contentOf(settingsOf(settings), item.text, item.media);
  if (content.length > MAX_BLOCKS) {
    issues.push({
      path: `${path}.content`,
      ...sentence('tumblr_too_many_blocks', { count: content.length, max: MAX_BLOCKS }),
    });
  }
  const links = countLinks(blocks);
  if (links > MAX_LINKS) {
    issues.push({
      path: `${path}.content`,
      ...sentence('tumblr_too_many_links', { count: links, max: MAX_LINKS }),
    });
  }
  return issues;
};
