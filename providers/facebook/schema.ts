/** Settings of a post. */
import type { JsonSchema } from '../_kit/contract.ts';
import { urlField } from '../_kit/setting-fields.ts';

/** Ids of backgrounds are numbers of Facebook's own; 20 digits hold any of them. */
export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'facebook' },
    url: urlField('Link that is shown as a card under the text of a post without media'),
    post_type: {
      enum: ['post', 'story', '', null],
      default: 'post',
      description: 'post, or story: each file becomes a story of its own, and the text is not shown',
    },
    text_format_preset_id: {
      type: ['string', 'null'],
      pattern: '^[0-9]{0,20}$',
      description:
        'Coloured background of a text without media of up to 130 characters, by its number: 106018623298955 purple, 1881421442117417 black, 204187940028597 red, 217761075370932 blue, 301029513638534 teal',
    },
  },
};
