/**
 * Settings of a YouTube video (developers.google.com/youtube/v3/docs/videos: `snippet`, `status`;
 * docs/videos/insert: `notifySubscribers`; docs/thumbnails/set; docs/playlistItems/insert;
 * docs/captions/insert).
 */
import type { JsonSchema } from '../_kit/contract.ts';
import { uploadField } from '../_kit/setting-fields.ts';
import { SUBTITLES, subtitlesField } from '../_kit/subtitles.ts';

/** Who sees the video (`status.privacyStatus`). */
export const PRIVACY = ['public', 'private', 'unlisted'] as const;

/** The setting that names the thumbnail. */
export const THUMBNAIL = 'thumbnail';

/** Characters of all tags together (`snippet.tags`). */
export const MAX_TAGS = 500;

/** A tag as clients send it; YouTube receives `label`. */
export interface Tag {
  readonly value?: string | null;
  readonly label: string;
}

export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'youtube' },
    title: {
      type: 'string',
      minLength: 2,
      maxLength: 100,
      pattern: '^[^<>]*$',
      description: 'Title of the video, 2 to 100 characters, without < and >',
    },
    type: {
      title: 'Visibility',
      enum: [...PRIVACY],
      description:
        'Who sees the video: public (everyone), private (only the channel) or unlisted (everyone with the ' +
        'link)',
    },
    selfDeclaredMadeForKids: {
      enum: ['yes', 'no', '', null],
      default: 'no',
      description: 'Whether the video is made for children',
    },
    containsSyntheticMedia: {
      type: ['boolean', 'null'],
      description: 'Whether the video has realistic content that was altered or made with AI',
    },
    category: {
      type: ['string', 'null'],
      pattern: '^[0-9]{0,10}$',
      description: 'Category of the video, default: People & Blogs; the tool `categories` lists them',
    },
    playlist: {
      type: ['string', 'null'],
      pattern: '^[A-Za-z0-9_-]{0,100}$',
      description: 'Playlist of the channel that the video is added to; the tool `playlists` lists them',
    },
    license: {
      enum: ['youtube', 'creativeCommon', '', null],
      description: "License: YouTube's standard one (default) or Creative Commons (CC BY)",
    },
    embeddable: {
      type: ['boolean', 'null'],
      default: true,
      description: 'Whether other pages may show the video',
    },
    notifySubscribers: {
      type: ['boolean', 'null'],
      default: true,
      description: 'Whether subscribers are notified',
    },
    [THUMBNAIL]: uploadField(
      'Thumbnail: an uploaded JPEG or PNG of up to 50 MiB; the channel must be verified by phone',
    ),
    [SUBTITLES]: subtitlesField,
    tags: {
      type: ['array', 'null'],
      maxItems: MAX_TAGS,
      items: {
        type: 'object',
        properties: {
          value: { type: ['string', 'null'], maxLength: MAX_TAGS },
          label: { type: 'string', minLength: 1, maxLength: MAX_TAGS },
        },
        required: ['label'],
      },
      description: 'Tags, of up to 500 characters together, where a tag with a space counts two more',
    },
  },
  required: ['title', 'type'],
};
