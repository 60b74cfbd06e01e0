/** Settings of a Whop forum post (docs.whop.com/api-reference/forum-posts/create-forum-post). */
import type { JsonSchema } from '../_kit/contract.ts';

/** Whop documents no maximum lengths; these are Crier's. */
export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'whop' },
    company: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'ID of the company (biz_…); the tool `companies` lists those of the account',
    },
    experience: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description:
        "ID of the forum's experience (exp_…), or `public` for the public forum; the tool `experiences` " +
        'lists those of the company',
    },
    title: { type: ['string', 'null'], maxLength: 1000, description: 'Title above the post. Optional' },
  },
  required: ['company', 'experience'],
};
