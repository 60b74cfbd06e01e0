/**
 * Settings of a Reddit post (reddit.com/dev/api, POST /api/submit): one submission for each entry of
 * `subreddit`.
 */
import type { JsonSchema } from '../_kit/contract.ts';
import { urlField } from '../_kit/setting-fields.ts';

/**
 * The permissions that are used: the account's name; subreddits and their rules; submitting, and uploading;
 * the flairs; the account's own lists, in which a post is found again; deleting.
 */
export const SCOPES = ['identity', 'read', 'submit', 'flair', 'history', 'edit'] as const;

/** Text (which some clients call `text` instead of `self`) and links. */
export const PLAIN_TYPES = ['self', 'text', 'link'] as const;

/** Submissions of the post's file; `media`: a picture or a video. */
export const FILE_TYPES = ['media', 'image', 'video', 'videogif'] as const;

/** One submission; in a draft, anything may be missing. */
export interface Submission {
  readonly subreddit?: string;
  readonly title?: string;
  readonly type?: (typeof PLAIN_TYPES)[number] | (typeof FILE_TYPES)[number];
  readonly url?: string | null;
  readonly is_flair_required?: boolean;
  readonly flair?: { readonly id?: string | null; readonly name?: string | null } | null;
}

/** With or without `r/`, as people copy it. */
export const SUBREDDIT_PATTERN = '^(/?[rR]/)?[A-Za-z0-9_-]*/?$';

/** The subreddit's name alone; empty if it is missing. */
export const nameOf = ({ subreddit }: Pick<Submission, 'subreddit'>): string =>
  (subreddit ?? '').replace(/^\/?r\//i, '').replace(/\/$/, '');

/** Crier's limit; Reddit limits how fast an account may post. */
const MAX_SUBMISSIONS = 50;

/**
 * On Reddit, the id is a UUID and the text has up to 64 characters; these limits are wider, Reddit decides.
 */
const flair: JsonSchema = {
  type: ['object', 'null'],
  properties: {
    id: { type: ['string', 'null'], maxLength: 200 },
    name: { type: ['string', 'null'], maxLength: 500 },
  },
  description:
    'Flair as {id, name}, if is_flair_required is true; the tool `flairs` lists those of the subreddit',
};

const submission: JsonSchema = {
  type: 'object',
  properties: {
    subreddit: {
      type: 'string',
      minLength: 2,
      maxLength: 60,
      pattern: SUBREDDIT_PATTERN,
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
        'self (text; "text" means the same), link, media (the pictures or the video of the post), image, video ' +
        'or videogif (a video without sound)',
    },
    url: urlField('Address for a submission of the type link; http or https'),
    is_flair_required: {
      type: 'boolean',
      description: 'Whether the subreddit requires a flair; see the tool `restrictions`',
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
        'Submissions as [{value: {subreddit, title, type, url, is_flair_required, flair}}]; each has the ' +
        'same text and files',
    },
  },
  required: ['subreddit'],
};

export function submissionsOf(settings: Readonly<Record<string, unknown>>): Submission[] {
  const entries = settings.subreddit as readonly { readonly value?: Submission }[] | undefined;
  return (entries ?? []).map(({ value }) => value ?? {});
}
