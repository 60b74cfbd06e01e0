/** Settings of a Skool post. */
import type { JsonSchema } from '../_kit/contract.ts';

/**
 * Skool publishes no documentation: the fields are those that existing clients send, and only their presence
 * is known to matter. The lengths of ids and title are bounds of this product, far above what the site shows.
 */
export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'skool' },
    group: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'Id of the group to post in; the tool `groups` lists those of the account',
    },
    label: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description:
        'Id of the category in the group; the tool `label` lists them. A group without categories takes `none`',
    },
    title: { type: 'string', minLength: 1, maxLength: 1000, description: 'Title of the post; not blank' },
  },
  required: ['group', 'label', 'title'],
};
