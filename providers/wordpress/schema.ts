/** Fields to connect a site, settings of a post, and the facts about a site that a channel keeps. */
import type { ConnectField, Json, JsonSchema } from '../_kit/contract.ts';
import { optionalSerialField, uploadField } from '../_kit/setting-fields.ts';

export const fields: readonly ConnectField[] = [
  {
    name: 'domain',
    label: 'Site URL',
    secret: false,
    required: false,
    env: 'WORDPRESS_URL',
    known: ({ details }) => details.baseUrl,
    help: 'URL of the site, e.g. https://blog.example',
  },
  {
    name: 'username',
    label: 'User name',
    secret: false,
    required: true,
    env: 'WORDPRESS_USERNAME',
    known: ({ details }) => details.username,
    help: 'Name of a user of the site who may write posts, with the role Author or above',
  },
  {
    name: 'password',
    label: 'Application password',
    secret: true,
    required: true,
    env: 'WORDPRESS_PASSWORD',
    help:
      'Users, Profile, Application Passwords, "Add New Application Password"; not the password for logging ' +
      'in',
  },
];

/**
 * Statuses of a post (developer.wordpress.org/rest-api/reference/posts), except `future`: Crier schedules.
 */
export const STATUSES = ['publish', 'draft', 'pending', 'private'] as const;

export type Status = (typeof STATUSES)[number];

/** Settings of a post, as they passed the schema. */
export interface Settings {
  readonly title: string;
  /** A post type, by name (`post`) or by its REST base (`posts`). */
  readonly type: string;
  readonly status?: Status | null;
  readonly categories?: readonly number[] | null;
  readonly tags?: readonly number[] | null;
  readonly excerpt?: string | null;
  readonly slug?: string | null;
  readonly author?: string | number | null;
  readonly seo_title?: string | null;
  readonly seo_description?: string | null;
}

/**
 * The fields of a post in which SEO plugins keep their title and description: Yoast SEO, Rank Math. Yoast SEO
 * opens its own to the API (28.5); those of Rank Math are open where another plugin registers them.
 */
export const SEO_FIELDS = {
  seo_title: ['_yoast_wpseo_title', 'rank_math_title'],
  seo_description: ['_yoast_wpseo_metadesc', 'rank_math_description'],
} as const;

/** The setting that names the featured image. */
export const FEATURED = 'main_image';

const text = (maxLength: number, description: string): JsonSchema => ({
  type: ['string', 'null'],
  maxLength,
  description,
});

const terms = (taxonomy: string): JsonSchema => ({
  type: ['array', 'null'],
  maxItems: 100,
  uniqueItems: true,
  items: { type: 'integer', minimum: 1 },
  description: `IDs of ${taxonomy} of the site`,
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
      description: 'Title of the post, from which its URL is made',
    },
    type: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'Post type: post, page, or another type of the site (tool postTypes)',
    },
    [FEATURED]: uploadField('Featured image: an uploaded file, as returned by the upload; null for none'),
    categories: terms('categories (tool categoriesList)'),
    tags: terms('tags (tool tagsList)'),
    excerpt: text(5000, 'Excerpt for lists of posts; without one, the site shows the beginning of the text'),
    slug: {
      ...text(200, 'Last part of the URL, in lower case with hyphens; default: made from the title'),
      pattern: '^([\\p{Ll}\\p{Lo}\\p{Lm}\\p{M}\\p{Nd}]+(-[\\p{Ll}\\p{Lo}\\p{Lm}\\p{M}\\p{Nd}]+)*)?$',
    },
    author: optionalSerialField(
      'ID of the author (tool authorsList); empty: the connected user. Another one needs the role Editor',
    ),
    seo_title: text(300, 'Title for search engines, with Yoast SEO or Rank Math. Optional'),
    seo_description: text(300, 'Description for search engines, with Yoast SEO or Rank Math. Optional'),
    status: {
      enum: [...STATUSES, null],
      default: 'publish',
      description: 'Status of the post once it is published; null means publish',
    },
  },
  required: ['title', 'type'],
};

/** What `connect` learned about the site, kept in `channel.details`. */
export interface SiteDetails {
  /** URL of the site, without a trailing slash. */
  readonly baseUrl: string;
  /** Root of its REST API: `<baseUrl>/wp-json`, or `<baseUrl>/?rest_route=` without pretty permalinks. */
  readonly restRoot: string;
  readonly siteName: string;
  /** Who signs in; empty for a site that was connected before it was kept. */
  readonly username: string;
}

export function readDetails(details: Readonly<Record<string, Json>>): SiteDetails {
  const baseUrl = String(details.baseUrl ?? '');
  return {
    baseUrl,
    restRoot: String(details.restRoot ?? `${baseUrl}/wp-json`),
    siteName: String(details.siteName ?? ''),
    username: String(details.username ?? ''),
  };
}
