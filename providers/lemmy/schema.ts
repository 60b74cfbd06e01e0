/** Settings and limits of a post. */
import type { JsonSchema } from '../_kit/contract.ts';
import { serialField, urlField } from '../_kit/setting-fields.ts';

/**
 * Limits of Lemmy in code points, the same for all instances (lemmy crates/utils/src/utils/validation.rs).
 */
export const LIMITS = {
  title: { min: 3, max: 200 },
  body: 50_000,
  comment: 10_000,
  url: 2000,
  alt: 1500,
} as const;

/** A community to post in. Clients send its name, and the list, as `subreddit`. */
export interface Target {
  readonly subreddit: string;
  readonly id: string | number;
  readonly title: string;
  readonly url?: string | null;
}

const target: JsonSchema = {
  type: 'object',
  properties: {
    subreddit: { type: 'string', minLength: 2, maxLength: 255, description: 'Name of the community' },
    id: serialField("ID of the community at the account's instance (tool subreddits)"),
    // Lemmy rejects line breaks.
    title: {
      type: 'string',
      minLength: LIMITS.title.min,
      maxLength: LIMITS.title.max,
      pattern: '^[^\\n]*$',
      description: 'Title of the post: 3 to 200 characters on one line',
    },
    url: urlField('Address that the post links to. Optional', LIMITS.url),
  },
  required: ['subreddit', 'id', 'title'],
};

export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'lemmy' },
    subreddit: {
      type: 'array',
      minItems: 1,
      maxItems: 50,
      items: { type: 'object', properties: { value: target }, required: ['value'] },
      description:
        'Communities to post in, each as {"value": {"subreddit", "id", "title", "url"}}; there is one post ' +
        'in each. The same community, title and address must not appear twice',
    },
  },
  required: ['subreddit'],
};
