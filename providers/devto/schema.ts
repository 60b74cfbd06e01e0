/** The field to connect an account, and settings and limits of an article. */
import type { ConnectField, JsonSchema } from '../_kit/contract.ts';
import { optionalSerialField, uploadField, urlField } from '../_kit/setting-fields.ts';

/** Limits of Forem (forem app/models, `article.rb` and `tag.rb`). */
export const LIMITS = {
  /** Of the Markdown, in bytes of UTF-8 (800 KiB). */
  body: 800 * 1024,
  /** In code points. The minimum is that of existing clients. */
  title: { min: 2, max: 128 },
  tags: 4,
  /** Of one tag. Four tags with their commas fit exactly into the maximum of the whole list (126). */
  tag: 30,
} as const;

export const fields: readonly ConnectField[] = [
  {
    name: 'apiKey',
    label: 'API key',
    secret: true,
    required: true,
    env: 'DEVTO_API_KEY',
    help: 'dev.to, Settings, Extensions, DEV Community API Keys: enter a description and press Generate API Key',
  },
];

/** Settings of an article, as they passed the schema. */
export interface Settings {
  readonly title: string;
  readonly canonical?: string | null;
  readonly description?: string | null;
  readonly series?: string | null;
  readonly organization?: string | number | null;
  readonly tags?: readonly { readonly label: string }[] | null;
}

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
        'Title of the article, 2 to 128 characters; DEV takes one that the same author used in the last ' +
        'five minutes only after them',
    },
    [COVER]: uploadField('Cover: an uploaded picture, shown from its public URL'),
    canonical: urlField('URL where the article first appeared; DEV accepts each URL only once. Optional'),
    description: {
      type: ['string', 'null'],
      maxLength: 300,
      description: 'Line for lists and search engines; without one, DEV takes the beginning of the text',
    },
    series: {
      type: ['string', 'null'],
      maxLength: 200,
      description: 'Name of the series, the same in each of its articles; DEV begins a new one by itself',
    },
    organization: optionalSerialField(
      'ID of the organisation to publish for (tool organizations); empty or absent: your own account',
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
            description: 'ID of the tag; not sent',
          },
          // Ruby's [[:alnum:]]: letters, marks and decimal digits.
          label: {
            type: 'string',
            minLength: 1,
            maxLength: LIMITS.tag,
            pattern: '^[\\p{L}\\p{M}\\p{Nd}]*$',
            description: 'The tag: up to 30 letters and digits; converted to lower case',
          },
        },
        required: ['label'],
      },
      description: 'Up to 4 tags (tool tags); new tags are created',
    },
  },
  required: ['title'],
};
