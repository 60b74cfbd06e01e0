/** Settings of a post (developers.facebook.com: Graph API, Page Feed, Page Videos). */
import type { JsonSchema } from '../_kit/contract.ts';
import { uploadField, urlField } from '../_kit/setting-fields.ts';
import { SUBTITLES, subtitlesField } from '../_kit/subtitles.ts';

/** The picture that stands for a video. */
export const THUMBNAIL = 'thumbnail';

export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'facebook' },
    url: urlField('Link, shown as a card below the text of a post without media'),
    post_type: {
      enum: ['post', 'story', '', null],
      default: 'post',
      description: 'Post, or story: each file becomes a separate story, and the text is not shown',
    },
    place: {
      type: ['string', 'null'],
      maxLength: 20,
      pattern: '^[0-9]*$',
      description: 'ID of the Page of a place, for a post without a video',
    },
    video_title: {
      type: ['string', 'null'],
      maxLength: 255,
      description: 'Title of the video, of up to 255 characters',
    },
    [THUMBNAIL]: uploadField(
      'Picture that stands for the video where it does not play: JPEG or PNG, up to 10 MB',
    ),
    [SUBTITLES]: subtitlesField,
    text_format_preset_id: {
      type: ['string', 'null'],
      // Facebook's own numbers; 20 digits are enough for any of them.
      pattern: '^[0-9]{0,20}$',
      description:
        'Number of a coloured background, for text of up to 130 characters without media: 106018623298955 ' +
        'purple, 1881421442117417 black, 204187940028597 red, 217761075370932 blue, 301029513638534 teal',
    },
  },
};
