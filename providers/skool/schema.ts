/** Settings of a Skool post. */
import type { JsonSchema } from '../_kit/contract.ts';

/**
 * Skool has no documentation: these are the fields that existing clients send. The maximum lengths are
 * Crier's, far above those in practice.
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
      description: 'ID of the group to post in; the tool `groups` lists those of the account',
    },
    label: {
      type: 'string',
      title: 'Category',
      minLength: 1,
      maxLength: 200,
      description:
        'ID of the category in the group; the tool `label` lists them. The word none for a group ' +
        'without categories',
    },
    title: { type: 'string', minLength: 1, maxLength: 1000, description: 'Title of the post' },
  },
  required: ['group', 'label', 'title'],
};
