/** Settings of a Whop forum post (docs.whop.com/api-reference/forum-posts/create-forum-post). */
import type { JsonSchema } from '../_kit/contract.ts';

/**
 * `company` = `biz_…`; `experience` = `exp_…` of a forum of that company, or `public` for its public forum.
 * Whop documents no lengths: those here are bounds of this product.
 */
export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'whop' },
    company: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'Id of the company (biz_…); the tool `companies` lists those of the account',
    },
    experience: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: "Id of the forum's experience (exp_…); the tool `experiences` lists those of the company",
    },
    title: {
      type: ['string', 'null'],
      maxLength: 1000,
      description:
        'Title above the post; leave it out, or send an empty text or null, for a post without one',
    },
  },
  required: ['company', 'experience'],
};
