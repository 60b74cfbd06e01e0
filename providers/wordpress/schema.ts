/** Settings of a post, and the facts about a site that a channel keeps. */
import type { Json, JsonSchema } from '../_kit/contract.ts';
import { uploadField } from '../_kit/setting-fields.ts';

/**
 * Statuses that a post can be given (developer.wordpress.org/rest-api/reference/posts); `future` is Crier's
 * own matter.
 */
export const STATUSES = ['publish', 'draft', 'pending', 'private'] as const;

export type Status = (typeof STATUSES)[number];

/** What a person chooses for a post. */
export interface Settings {
  readonly title: string;
  /** A post type by its name (`post`) or by its REST base (`posts`). */
  readonly type: string;
  readonly status?: Status | null;
  /** Ids of terms. */
  readonly categories?: readonly number[] | null;
  readonly tags?: readonly number[] | null;
}

/** The setting that names the featured image. */
export const FEATURED = 'main_image';

const terms = (of: string): JsonSchema => ({
  type: ['array', 'null'],
  maxItems: 100,
  uniqueItems: true,
  items: { type: 'integer', minimum: 1 },
  description: `Ids of ${of} of the site`,
});

export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'wordpress' },
    title: {
      type: 'string',
      minLength: 2,
      maxLength: 1000,
      description: 'Title of the post; its address is made of it',
    },
    type: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'Post type: post, page, or one of the site (tool postTypes)',
    },
    [FEATURED]: uploadField('Featured image: an uploaded file, as the upload answered it; null for none'),
    categories: terms('categories (tool categoriesList)'),
    tags: terms('tags (tool tagsList)'),
    status: {
      enum: [...STATUSES, null],
      default: 'publish',
      description: 'What the post becomes at its date; null counts as publish',
    },
  },
  required: ['title', 'type'],
};

/** What `connect` learned about the site. Kept in `channel.details`. */
export interface SiteDetails {
  /** Address of the site, without a slash at the end. */
  readonly baseUrl: string;
  /**
   * Root of its REST API: `<baseUrl>/wp-json`, or `<baseUrl>/?rest_route=` where the site has no pretty
   * addresses.
   */
  readonly restRoot: string;
  /** Name of the site. */
  readonly siteName: string;
}

export function readDetails(details: Readonly<Record<string, Json>>): SiteDetails {
  const baseUrl = String(details.baseUrl ?? '');
  return {
    baseUrl,
    restRoot: String(details.restRoot ?? `${baseUrl}/wp-json`),
    siteName: String(details.siteName ?? ''),
  };
}
