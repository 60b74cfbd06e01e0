/**
 * Settings of a TikTok post (developers.tiktok.com, Content Posting API: direct post and photo post,
 * `post_info`).
 */
import type { JsonSchema } from '../_kit/contract.ts';

/** Who sees a post (`privacy_level`); TikTok's API reports which of these an account may choose. */
export const PRIVACY_LEVELS = [
  'PUBLIC_TO_EVERYONE',
  'MUTUAL_FOLLOW_FRIENDS',
  'FOLLOWER_OF_CREATOR',
  'SELF_ONLY',
] as const;

/** Publish directly, or send a draft to the inbox of the account, to be finished in the app. */
export const POSTING_METHODS = ['DIRECT_POST', 'UPLOAD'] as const;

/** Title of photos, in UTF-16 code units. */
export const MAX_TITLE = 90;

const choice = (description: string): JsonSchema => ({ type: 'boolean', description });

/** Most fields have no default, because TikTok requires that a person chooses each of them. */
export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'tiktok' },
    title: {
      type: ['string', 'null'],
      maxLength: MAX_TITLE,
      description: 'Title of photos, up to 90 characters (UTF-16 code units); a video has none',
    },
    privacy_level: {
      enum: [...PRIVACY_LEVELS],
      description:
        'Who sees the post; the tool `privacyLevels` lists what the account may choose. Of no effect on an inbox draft',
    },
    duet: choice('Whether others may create duets with the video; of no effect on photos'),
    stitch: choice('Whether others may stitch the video; of no effect on photos'),
    comment: choice('Whether others may comment'),
    autoAddMusic: {
      enum: ['yes', 'no'],
      description: 'Whether TikTok adds music to photos; of no effect on a video',
    },
    brand_content_toggle: choice(
      'Whether the post is a paid partnership that promotes another business; not for posts that ' +
        'only you can see',
    ),
    brand_organic_toggle: choice("Whether the post promotes the account's own business"),
    video_made_with_ai: {
      type: ['boolean', 'null'],
      description: 'Whether the video is labelled as AI-generated; of no effect on photos',
    },
    content_posting_method: {
      enum: [...POSTING_METHODS],
      description:
        'Publish, or send a draft to the inbox of the account, to be finished in the app within ' +
        '24 hours. A draft keeps title and text of photos, but not those of a video',
    },
  },
  required: [
    'privacy_level',
    'duet',
    'stitch',
    'comment',
    'autoAddMusic',
    'brand_content_toggle',
    'brand_organic_toggle',
    'content_posting_method',
  ],
  allOf: [
    {
      if: {
        not: {
          properties: {
            brand_content_toggle: { const: true },
            content_posting_method: { const: 'DIRECT_POST' },
          },
          required: ['brand_content_toggle', 'content_posting_method'],
        },
      },
      else: {
        properties: { privacy_level: { enum: PRIVACY_LEVELS.filter((level) => level !== 'SELF_ONLY') } },
      },
    },
  ],
};
