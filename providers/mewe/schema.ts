/** Settings of a MeWe post. */
import type { JsonSchema } from '../_kit/contract.ts';

/** Where a post appears: the timeline of the account, or a group that it is a member of. */
const POST_TYPES = ['timeline', 'group'] as const;

/**
 * `group` is needed with `postType: group`, and without meaning otherwise. The length of the id is a bound of
 * this product.
 */
export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'mewe' },
    postType: {
      enum: [...POST_TYPES],
      description: 'Where to post: `timeline`, or `group` with the id of the group',
    },
    group: {
      type: ['string', 'null'],
      maxLength: 200,
      description:
        'Id of the group, needed with postType `group`; the tool `groups` lists those of the account',
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
