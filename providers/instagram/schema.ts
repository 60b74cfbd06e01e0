/** Settings of a post to Instagram (developers.facebook.com: Instagram Platform, IG User Media). */
import type { JsonSchema } from '../_kit/contract.ts';
import { uploadField } from '../_kit/setting-fields.ts';

const volume = (sound: string): JsonSchema => ({
  type: ['number', 'null'],
  minimum: 0,
  maximum: 100,
  description: `Volume of the ${sound}, 0 to 100; default 100`,
});
const displayText = (description: string): JsonSchema => ({
  type: ['string', 'null'],
  maxLength: 2048,
  description,
});

/** Music or a sound from Instagram's library; only for accounts connected through a Facebook Page. */
export const audioField: JsonSchema = {
  type: ['object', 'null'],
  properties: {
    id: { type: 'string', minLength: 1, maxLength: 100, description: 'ID of the sound (tool audioSearch)' },
    title: displayText('Title, only for display'),
    artist: displayText('Artist, only for display'),
    image: displayText('URL of a picture, only for display'),
    audio_volume: volume('sound'),
    video_volume: volume("video's own sound"),
  },
  required: ['id'],
  description: 'Sound of a reel, for a post of exactly one video',
};

/** A user name has up to 30 characters, with or without @. */
const userName: JsonSchema = {
  type: 'string',
  title: 'User name',
  minLength: 1,
  pattern: '^(@?[A-Za-z0-9._]{1,30})?$',
};

const collaboratorsField: JsonSchema = {
  type: ['array', 'null'],
  maxItems: 3,
  items: { type: 'object', properties: { label: userName }, required: ['label'] },
  description: 'Up to 3 public accounts that are invited as collaborators, by user name; not for stories',
};

const place = (edge: string): JsonSchema => ({
  type: ['number', 'null'],
  title: `Position from the ${edge}`,
  minimum: 0,
  maximum: 1,
  description: `Share of the picture, from 0 (its ${edge}) to 1; 0.5 is the middle`,
});

const tagsField: JsonSchema = {
  type: ['array', 'null'],
  maxItems: 200,
  items: {
    type: 'object',
    properties: {
      label: userName,
      x: place('left'),
      y: place('top'),
      file: {
        type: ['integer', 'null'],
        title: 'Number of the file',
        minimum: 0,
        maximum: 9,
        description: 'Which file it is on, counted from 0; default: 0, the first',
      },
    },
    required: ['label'],
  },
  description:
    'People on a picture or a reel: up to 20 public accounts for each file, on a picture with ' +
    'their position',
};

/** What only a reel has. */
export const COVER = 'cover';
const reelFields: Readonly<Record<string, JsonSchema>> = {
  [COVER]: uploadField(
    'Picture that stands for a reel where it does not play: JPEG of up to 8 MB, ideally 9:16',
  ),
  thumb_offset: {
    type: ['integer', 'null'],
    minimum: 0,
    maximum: 900_000,
    'x-unit': 'millisecond',
    description: 'Moment of a reel that stands for it, in milliseconds; a cover goes before it',
  },
  share_to_feed: {
    type: ['boolean', 'null'],
    default: true,
    description: 'Whether a reel is shown in the feed as well, and not only under Reels',
  },
};

/** Settings for the network `identifier`; `own`: its additional fields, none of which is for stories. */
export function settingsOf(identifier: string, own: Readonly<Record<string, JsonSchema>> = {}): JsonSchema {
  const isStory = { properties: { post_type: { const: 'story' } }, required: ['post_type'] };
  const notForStories = Object.fromEntries(Object.keys(own).map((field) => [field, { type: 'null' }]));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      __type: { const: identifier },
      // The enum contains the empty string, so that only `minLength` rejects it: a draft may lack the value.
      post_type: {
        type: 'string',
        minLength: 1,
        enum: ['post', 'story', ''],
        description:
          'Post (one picture, one video as a reel, or a carousel of 2 to 10 files) or story (each' +
          ' file becomes a separate story)',
      },
      is_trial_reel: {
        type: ['boolean', 'null'],
        default: false,
        description:
          'Whether the reel is first shown only to people who do not follow the account; for a ' +
          'post of exactly one video',
      },
      graduation_strategy: {
        enum: ['MANUAL', 'SS_PERFORMANCE', '', null],
        description:
          'When a trial reel is shown to followers: when you decide (default), or if it performs ' +
          'well. For trial reels only',
      },
      collaborators: collaboratorsField,
      ...reelFields,
      location_id: {
        type: ['string', 'null'],
        maxLength: 20,
        pattern: '^[0-9]*$',
        description: 'ID of the Facebook Page of a place with an address; not for stories',
      },
      user_tags: tagsField,
      is_ai_generated: {
        type: ['boolean', 'null'],
        default: false,
        description: 'Whether the post is labelled as made with AI',
      },
      ...own,
    },
    required: ['post_type'],
    allOf: [
      {
        if: { not: isStory },
        else: {
          properties: {
            is_trial_reel: { enum: [false, null] },
            collaborators: { type: ['array', 'null'], maxItems: 0 },
            [COVER]: { type: 'null' },
            thumb_offset: { type: 'null' },
            location_id: { enum: ['', null] },
            ...notForStories,
          },
        },
      },
    ],
  };
}
