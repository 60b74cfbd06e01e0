/**
 * Settings of a Reddit post (reddit.com/dev/api, POST /api/submit): one submission for each entry of
 * `subreddit`.
 */
import type { JsonSchema } from '../_kit/contract.ts';
import { urlField } from '../_kit/setting-fields.ts';

/** Submissions of a text (`text` is what existing clients call `self`), and of a link. */
export const PLAIN_TYPES = ['self', 'text', 'link'] as const;

/** Submissions of the file of the post; `media` is a picture or a video, whichever the file is. */
export const FILE_TYPES = ['media', 'image', 'video', 'videogif'] as const;

/** One submission, as far as it is there: a draft may lack anything. */
export interface Submission {
  readonly subreddit?: string;
  readonly title?: string;
  readonly type?: (typeof PLAIN_TYPES)[number] | (typeof FILE_TYPES)[number];
  readonly url?: string | null;
  readonly is_flair_required?: boolean;
  readonly flair?: { readonly id?: string | null; readonly name?: string | null } | null;
}

/**
 * Submissions that one post may make: a bound of this product, under Reddit's own limits of how fast an
 * account posts.
 */
const MAX_SUBMISSIONS = 50;

/**
 * An identifier of a flair is a UUID, its text has 64 characters; the bounds are wider, because Reddit
 * decides.
 */
const flair: JsonSchema = {
  type: ['object', 'null'],
  properties: {
    id: { type: ['string', 'null'], maxLength: 200 },
    name: { type: ['string', 'null'], maxLength: 500 },
  },
  description:
    'Flair as {id, name}, where is_flair_required is true; the tool `restrictions` lists those of the subreddit',
};

const submission: JsonSchema = {
  type: 'object',
  properties: {
    subreddit: {
      type: 'string',
      minLength: 2,
      maxLength: 60,
      pattern: '^(/?[rR]/)?[A-Za-z0-9_-]*/?$',
      description: 'Name of the subreddit, with or without r/; the tool `subreddits` searches for it',
    },
    title: {
      type: 'string',
      minLength: 2,
      maxLength: 300,
      description: 'Title of the submission, 2 to 300 characters',
    },
    type: {
      enum: [...PLAIN_TYPES, ...FILE_TYPES],
      description:
        'self (a text; "text" means the same), link, media (the picture or video of the post), image, video or videogif (a video without sound)',
    },
    url: urlField('Address that a submission of the type link shows; http or https'),
    is_flair_required: {
      type: 'boolean',
      description: 'Whether the subreddit demands a flair; the tool `restrictions` tells',
    },
    flair,
  },
  required: ['subreddit', 'title', 'type', 'is_flair_required'],
  allOf: [
    {
      if: { not: { properties: { type: { const: 'link' } }, required: ['type'] } },
      else: { properties: { url: { type: ['string', 'null'], minLength: 1 } }, required: ['url'] },
    },
    {
      if: { not: { properties: { is_flair_required: { const: true } }, required: ['is_flair_required'] } },
      else: {
        properties: {
          flair: {
            type: ['object', 'null'],
            properties: { id: { type: ['string', 'null'], minLength: 1 } },
            required: ['id'],
          },
        },
        required: ['flair'],
      },
    },
  ],
};

export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'reddit' },
    subreddit: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_SUBMISSIONS,
      items: { type: 'object', properties: { value: submission }, required: ['value'] },
      description:
        'Submissions as [{value: {subreddit, title, type, url, is_flair_required, flair}}]; the same text and file go to each',
    },
  },
  required: ['subreddit'],
};

/** The submissions that the settings name. */
export function submissionsOf(settings: Readonly<Record<string, unknown>>): Submission[] {
  const entries = settings.subreddit as readonly { readonly value?: Submission }[] | undefined;
  return (entries ?? []).map(({ value }) => value ?? {});
}
