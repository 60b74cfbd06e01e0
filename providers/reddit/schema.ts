/**
 * Settings of a Reddit post (reddit.com/dev/api, POST /api/submit): one submission for each entry of
 * `subreddit`.
 */
import type { JsonSchema } from '../_kit/contract.ts';
import { patternWith } from '../_kit/issue-words.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { urlField } from '../_kit/setting-fields.ts';
import { english } from './sentences.ts';

/**
 * The permissions that are used: the account's name; subreddits and their rules; submitting, and uploading;
 * the flairs; the account's own lists, in which a post is found again; deleting.
 */
export const SCOPES = ['identity', 'read', 'submit', 'flair', 'history', 'edit'] as const;

/** Text (which some clients call `text` instead of `self`), links, and posts of Reddit that are shared. */
export const PLAIN_TYPES = ['self', 'text', 'link', 'crosspost'] as const;

/** Submissions of the post's file; `media`: a picture or a video. */
export const FILE_TYPES = ['media', 'image', 'video', 'videogif'] as const;

/** One submission; in a draft, anything may be missing. */
export interface Submission {
  readonly subreddit?: string;
  readonly title?: string;
  readonly type?: (typeof PLAIN_TYPES)[number] | (typeof FILE_TYPES)[number];
  readonly url?: string | null;
  readonly nsfw?: boolean | null;
  readonly spoiler?: boolean | null;
  readonly sendreplies?: boolean | null;
  readonly is_flair_required?: boolean;
  readonly flair?: { readonly id?: string | null; readonly name?: string | null } | null;
}

/** With or without `r/`, as people copy it. */
export const subredditPattern = patternWith(
  '^(/?[rR]/)?[A-Za-z0-9_-]*/?$',
  catalogue(english)('reddit_not_a_subreddit'),
);

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
  description: 'Flair, if the subreddit requires one; the tool `flairs` lists those of the subreddit',
};

const flag = (description: string): JsonSchema => ({ type: ['boolean', 'null'], description });

const submission: JsonSchema = {
  type: 'object',
  properties: {
    subreddit: {
      type: 'string',
      minLength: 2,
      maxLength: 60,
      ...subredditPattern,
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
        'Text only, link, crosspost (another post of Reddit, without the text), media (the ' +
        'pictures or the video of the post), image, video or video without sound',
    },
    url: urlField('URL for a link, or of the post for a crosspost; http or https'),
    nsfw: flag('Whether the submission is marked as not safe for work (18+)'),
    spoiler: flag('Whether the submission is marked as a spoiler'),
    sendreplies: { ...flag('Whether the account gets a message for each reply'), default: true },
    is_flair_required: {
      type: 'boolean',
      description: 'Whether the subreddit requires a flair; see the tool `restrictions`',
    },
    flair,
  },
  required: ['subreddit', 'title', 'type', 'is_flair_required'],
  allOf: [
    {
      if: { not: { properties: { type: { enum: ['link', 'crosspost'] } }, required: ['type'] } },
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
      description: 'Submissions, one for each subreddit; each has the same text and files',
    },
  },
  required: ['subreddit'],
};

/** The name of a post by its URL: `…/comments/ID/…`, `redd.it/ID`; null for another URL. */
export function postAt(url: string | null | undefined): string | null {
  const pattern =
    /^https?:\/\/(?:(?:[\w-]+\.)?reddit\.com\/(?:(?:r|u|user)\/[\w-]+\/)?comments|redd\.it)\/([a-z0-9]{1,12})(?:[/?#]|$)/i;
  const id = pattern.exec(url?.trim() ?? '')?.[1];
  return id ? `t3_${id.toLowerCase()}` : null;
}

export function submissionsOf(settings: Readonly<Record<string, unknown>>): Submission[] {
  const entries = settings.subreddit as readonly { readonly value?: Submission }[] | undefined;
  return (entries ?? []).map(({ value }) => value ?? {});
}
