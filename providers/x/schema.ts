/** Settings of a post, and the facts about an account that a channel keeps. */
import type { Json, JsonSchema } from '../_kit/contract.ts';
import { patternWith } from '../_kit/issue-words.ts';
import { pollField } from '../_kit/poll.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { uploadField } from '../_kit/setting-fields.ts';
import { SUBTITLES, subtitlesField } from '../_kit/subtitles.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/**
 * The permissions that are used (docs.x.com/fundamentals/authentication/guides/v2-authentication-mapping):
 * reading the account's own posts needs the first and the third, uploads `media.write`, and a token that is
 * renewed without a person `offline.access`.
 */
export const SCOPES = ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'] as const;

/** Who may reply (docs.x.com, POST /2/tweets, `reply_settings`; `everyone` is not sent). */
export const REPLIERS = ['everyone', 'following', 'mentionedUsers', 'subscribers', 'verified'] as const;

/** The setting that names the picture above an article. */
export const COVER = 'article_cover';

const flag = (description: string): JsonSchema => ({
  type: ['boolean', 'null'],
  default: false,
  description,
});

/** A post by its URL or its number; `(post:<id>)` becomes the URL of a post of this instance. */
const POST =
  '^(https://(www\\.|mobile\\.)?(x|twitter)\\.com/[^/]+/status/[0-9]{1,19}([/?#].*)?|[0-9]{1,19})?$';

/** Number of the post that a setting names; undefined for none. */
export const quoteOf = ({ quote }: Readonly<Record<string, unknown>>): string | undefined =>
  typeof quote === 'string' ? /(?:^|\/status\/)(\d{1,19})(?:$|[/?#])/.exec(quote.trim())?.[1] : undefined;

/** The names of the people that are tagged, without the @. */
export const taggedOf = ({ tagged_people: tagged }: Readonly<Record<string, unknown>>): string[] =>
  ((tagged ?? []) as string[]).map((name) => name.trim().replace(/^@/, ''));

const isArticle: JsonSchema = { properties: { post_type: { const: 'article' } }, required: ['post_type'] };

/** Fields that only one type of post requires. */
const byType: readonly JsonSchema[] = [
  {
    if: isArticle,
    else: {
      properties: { who_can_reply_post: { type: 'string', minLength: 1 } },
      required: ['who_can_reply_post'],
    },
  },
  {
    if: { not: isArticle },
    else: {
      properties: {
        article_title: { type: 'string', minLength: 1 },
        article_status: { type: 'string', minLength: 1 },
        // For articles, the API has no setting for who may reply.
        who_can_reply_post: { enum: ['everyone', '', null] },
      },
      required: ['article_title', 'article_status'],
    },
  },
];

/**
 * The length of titles is not documented; ids of communities have up to 19 digits (docs.x.com,
 * `community_id`).
 */
export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'x' },
    who_can_reply_post: {
      enum: [...REPLIERS, '', null],
      description:
        'Who can reply: everyone, accounts that you follow, people mentioned, subscribers or ' +
        'verified accounts. Required, except for an article',
    },
    community: {
      type: ['string', 'null'],
      ...patternWith('^(https://x\\.com/i/communities/[0-9]{1,19})?$', sentence('x_not_a_community')),
      description: 'Community to post in: https://x.com/i/communities/<digits>. Default: the timeline',
    },
    made_with_ai: flag('Whether the post is labelled as containing AI-generated media'),
    paid_partnership: flag('Whether the post is labelled as a paid promotion'),
    quote: {
      type: ['string', 'null'],
      maxLength: 2048,
      if: { pattern: '\\(post:' },
      else: patternWith(POST, sentence('x_not_a_post')),
      description: 'Post to quote: its URL or its number',
    },
    tagged_people: {
      type: ['array', 'null'],
      maxItems: 10,
      items: { type: 'string', ...patternWith('^@?[A-Za-z0-9_]{1,15}$', sentence('x_not_a_user_name')) },
      description: 'People to tag in the pictures or the video, up to 10, by user name',
    },
    [SUBTITLES]: subtitlesField,
    poll: pollField(
      { options: 4, length: 25 },
      {
        duration_minutes: {
          type: ['integer', 'null'],
          minimum: 5,
          maximum: 10_080,
          title: 'Duration',
          'x-unit': 'minute',
          examples: [5, 30, 60, 360, 720, 1440, 4320, 10_080],
          description: 'How long the poll is open, from 5 minutes to 7 days; default: a day',
        },
      },
      'Poll in the first post, without files and without a quote',
    ),
    post_type: {
      enum: ['post', 'article', '', null],
      default: 'post',
      description: 'Post, or article (a long text with headings, lists and pictures)',
    },
    article_title: {
      type: ['string', 'null'],
      maxLength: 1000,
      description: 'Title of an article, which requires one',
    },
    article_status: {
      enum: ['draft', 'published', '', null],
      description: 'Whether an article stays a draft at X or is published; required for an article',
    },
    [COVER]: uploadField('Picture above an article: an uploaded file; not used for a post'),
  },
  allOf: byType,
};

/** What `connect` learns about the account, kept in `channel.details`. */
export interface AccountDetails {
  /** Whether the account pays for longer posts and videos (`subscription_type` of GET /2/users/me). */
  readonly premium: boolean;
  /** The name in URLs of posts, without the @. */
  readonly username: string;
}

/** The details of a channel; by default, an account without Premium. */
export function readDetails(details: Readonly<Record<string, Json>>): AccountDetails {
  return {
    premium: details.premium === true,
    username: typeof details.username === 'string' ? details.username : '',
  };
}
