/** Settings of a MeWe post. */
import type { JsonSchema } from '../_kit/contract.ts';

const POST_TYPES = ['timeline', 'group'] as const;

/** `group` is required with `postType: group`, and otherwise ignored. Its length is Crier's limit. */
export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'mewe' },
    postType: { enum: [...POST_TYPES], description: 'Where to post: on the timeline, or in a group' },
    group: {
      type: ['string', 'null'],
      maxLength: 200,
      description:
        'ID of the group, required for a post in a group; the tool `groups` lists those of the account',
    },
  },
  required: ['postType'],
  allOf: [
    {
      if: { not: { properties: { postType: { const: 'group' } }, required: ['postType'] } },
      else: { properties: { group: { type: ['string', 'null'], minLength: 1 } }, required: ['group'] },
    },
  ],
};
