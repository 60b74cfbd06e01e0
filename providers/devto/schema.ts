/** Settings of an article, and the limits of DEV (Forem). */
import type { JsonSchema } from '../_kit/contract.ts';
import { optionalSerialField, uploadField, urlField } from '../_kit/setting-fields.ts';

/** Limits of Forem itself (forem app/models, `article.rb` and `tag.rb`). */
export const LIMITS = {
  /** Of the Markdown, in bytes of UTF-8 (800 KiB). */
  body: 800 * 1024,
  /** In code points. Existing clients ask for 2 at least. */
  title: { min: 2, max: 128 },
  tags: 4,
  /** Of one tag. Four of them with their commas are just what the whole list may have (126). */
  tag: 30,
} as const;

/** The setting that names the cover. */
export const COVER = 'main_image';

export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'devto' },
    title: {
      type: 'string',
      minLength: LIMITS.title.min,
      maxLength: LIMITS.title.max,
      description:
        'Title of the article, 2 to 128 characters; DEV refuses one that the same author used in the last five minutes',
    },
    [COVER]: uploadField('Cover: an uploaded picture; it is shown from its public address'),
    canonical: urlField(
      'Address where the article appeared first; DEV takes each only once. Empty or absent: none',
    ),
    organization: optionalSerialField(
      'Id of the organization to publish for (tool organizations); empty or absent: the own account',
    ),
    tags: {
      type: ['array', 'null'],
      maxItems: LIMITS.tags,
      items: {
        type: 'object',
        properties: {
          value: {
            type: ['integer', 'string', 'null'],
            maxLength: 100,
            description: 'Id of the tag; not sent',
          },
          // Ruby's [[:alnum:]]: letters, marks and decimal digits.
          label: {
            type: 'string',
            minLength: 1,
            maxLength: LIMITS.tag,
            pattern: '^[\\p{L}\\p{M}\\p{Nd}]*$',
            description: 'The tag: letters and digits, up to 30; upper case becomes lower case',
          },
        },
        required: ['label'],
      },
      description: 'Up to 4 tags, each as {"value", "label"} (tool tags); others than those listed are made',
    },
  },
  required: ['title'],
};
