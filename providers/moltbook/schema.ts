/** Settings of a Moltbook post (www.moltbook.com/skill.md, "Create a post"). */
import type { JsonSchema } from '../_kit/contract.ts';

/**
 * `submolt` = name of a community, as it stands after `m/`. The network names no length; the one here is a
 * bound of this product.
 */
export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'moltbook' },
    submolt: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description:
        'Name of the submolt to post in, as it stands after m/ in its address; `general` is open to all',
    },
  },
  required: ['submolt'],
};
