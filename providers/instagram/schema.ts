/** Settings of a post to Instagram (developers.facebook.com: Instagram Platform, IG User Media). */
import type { JsonSchema } from '../_kit/contract.ts';

const volume = (of: string): JsonSchema => ({
  type: ['number', 'null'],
  minimum: 0,
  maximum: 100,
  description: `Volume of the ${of}, 0 to 100; default 100`,
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
    image: displayText('Address of a picture, only for display'),
    audio_volume: volume('sound'),
    video_volume: volume("video's own sound"),
  },
  required: ['id'],
  description: 'Sound of a reel: post_type post with exactly one video',
};

/** A user name has up to 30 characters, with or without @. */
const collaboratorsField: JsonSchema = {
  type: ['array', 'null'],
  maxItems: 3,
  items: {
    type: 'object',
    properties: { label: { type: 'string', minLength: 1, pattern: '^(@?[A-Za-z0-9._]{1,30})?$' } },
    required: ['label'],
  },
  description:
    'Up to 3 public accounts that are invited as collaborators, as {label: user name}; not for stories',
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
          'post (one picture, one video as a reel, or a carousel of 2 to 10 files) or story (each file ' +
          'becomes a separate story)',
      },
      is_trial_reel: {
        type: ['boolean', 'null'],
        default: false,
        description:
          'Whether the reel is first shown only to people who do not follow the account: post_type post ' +
          'with exactly one video',
      },
      graduation_strategy: {
        enum: ['MANUAL', 'SS_PERFORMANCE', '', null],
        description:
          'When a trial reel is shown to followers: MANUAL (default; when you decide) or SS_PERFORMANCE ' +
          '(if it performs well). Used only with is_trial_reel',
      },
      collaborators: collaboratorsField,
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
            ...notForStories,
          },
        },
      },
    ],
  };
}
