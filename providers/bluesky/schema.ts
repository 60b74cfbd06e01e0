/** What a person fills in: the fields that connect an account, and the settings of a post. */
import type { ConnectField, JsonSchema } from '../_kit/contract.ts';
import { linkField } from '../_kit/link-card.ts';
import { DEFAULT_SERVICE } from './api.ts';

export const fields: readonly ConnectField[] = [
  {
    name: 'service',
    label: 'Service',
    secret: false,
    required: false,
    default: DEFAULT_SERVICE,
    env: 'BLUESKY_SERVICE',
    known: ({ details }) => details.service,
    help: 'URL of the service that hosts the account',
  },
  {
    name: 'identifier',
    label: 'Handle',
    secret: false,
    required: true,
    env: 'BLUESKY_IDENTIFIER',
    known: ({ profile }) => profile,
    help: 'Handle of the account, such as alice.bsky.social, or its email address',
  },
  {
    name: 'password',
    label: 'App password',
    secret: true,
    required: true,
    env: 'BLUESKY_APP_PASSWORD',
    help: 'Create one on Bluesky under Settings, Privacy and security, App passwords',
  },
];

/** Labels that an author may give a post (@atproto/api 0.21, definitions/labels.json, without `no-self`). */
const LABELS = ['sexual', 'nudity', 'porn', 'graphic-media'] as const;

/** Groups of people who may reply, with the rule of each (lexicon app.bsky.feed.threadgate). */
export const REPLIERS = {
  mentioned: 'mentionRule',
  following: 'followingRule',
  followers: 'followerRule',
} as const;

const listOf = (items: JsonSchema, most: number, description: string): JsonSchema => ({
  type: ['array', 'null'],
  maxItems: most,
  uniqueItems: true,
  items: { type: 'string', ...items },
  description,
});

export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'bluesky' },
    link: linkField,
    languages: listOf(
      { maxLength: 35, pattern: '^([A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*)?$' },
      3,
      'Languages of the text: up to 3 codes such as de or pt-BR',
    ),
    who_can_reply: listOf(
      { enum: ['nobody', ...Object.keys(REPLIERS)] },
      3,
      'Who can reply: nobody, or one or more of these: people mentioned in the post, accounts ' +
        'that you follow, your followers; empty: everyone',
    ),
    who_can_quote: {
      enum: ['everyone', 'nobody', '', null],
      description: 'Who can quote the post: everyone (default) or nobody',
    },
    quote: {
      type: ['string', 'null'],
      maxLength: 2048,
      description: 'Post to quote: its URL, such as https://bsky.app/profile/alice.bsky.social/post/…',
    },
    labels: listOf(
      { enum: [...LABELS] },
      LABELS.length,
      'Warnings: suggestive, nudity (not sexual), porn, disturbing pictures',
    ),
  },
};

/** Settings of a post, with nothing where nothing was chosen. */
export interface Settings {
  readonly languages: readonly string[];
  readonly repliers: readonly string[];
  readonly isQuotable: boolean;
  readonly quote: string;
  readonly labels: readonly string[];
}

/** What was stored before there were settings may be of any type. */
export function settingsOf(settings: Readonly<Record<string, unknown>>): Settings {
  const list = (value: unknown): string[] =>
    (Array.isArray(value) ? value : []).filter((one): one is string => typeof one === 'string' && one !== '');
  return {
    languages: list(settings.languages),
    repliers: list(settings.who_can_reply),
    isQuotable: settings.who_can_quote !== 'nobody',
    quote: typeof settings.quote === 'string' ? settings.quote.trim() : '',
    labels: list(settings.labels),
  };
}
