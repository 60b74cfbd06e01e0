/** Settings of a post, and Lemmy's limits. */
import type { JsonSchema } from '../_kit/contract.ts';
import { serialField, urlField } from '../_kit/setting-fields.ts';

/**
 * Limits of Lemmy itself (lemmy crates/utils, `validation.rs`), in Unicode code points; an instance cannot
 * change them.
 */
export const LIMITS = {
  title: { min: 3, max: 200 },
  body: 50_000,
  comment: 10_000,
  url: 2000,
  alt: 1500,
} as const;

/** One community to post in. The name `subreddit` is what clients send, here as in the list. */
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
    id: serialField('Id of the community at the instance of the account (tool subreddits)'),
    // Line breaks are refused by Lemmy.
    title: {
      type: 'string',
      minLength: LIMITS.title.min,
      maxLength: LIMITS.title.max,
      pattern: '^[^\\n]*$',
      description: 'Title of the post: 3 to 200 characters in one line',
    },
    url: urlField('Address that the post links to; empty or absent: none', LIMITS.url),
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
        'Communities to post in, each as {"value": {"subreddit", "id", "title", "url"}}: one post is made in each, and none may stand there twice with the same title and address',
    },
  },
  required: ['subreddit'],
};
