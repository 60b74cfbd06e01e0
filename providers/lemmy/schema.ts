/** Fields to connect an account, settings and limits of a post, and the facts that a channel keeps. */
import type { Channel, ConnectField, Json, JsonSchema } from '../_kit/contract.ts';
import { optionalSerialField, serialField, urlField } from '../_kit/setting-fields.ts';

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

export const fields: readonly ConnectField[] = [
  {
    name: 'service',
    label: 'Instance',
    secret: false,
    required: false,
    env: 'LEMMY_URL',
    known: ({ details }) => details.baseUrl,
    help: 'URL of the instance where the account is, e.g. https://lemmy.world',
  },
  {
    name: 'identifier',
    label: 'User name',
    secret: false,
    required: true,
    env: 'LEMMY_USERNAME',
    known: ({ details }) => details.username,
    help: 'User name of the account, without @ and instance, or its email address',
  },
  {
    name: 'password',
    label: 'Password',
    secret: true,
    required: true,
    env: 'LEMMY_PASSWORD',
    help: 'Password of the account, which must not ask for a code of two-factor authentication',
  },
];

/** What a channel keeps. `personId`: the account's number at its instance. */
export interface Details {
  readonly [key: string]: Json;
  readonly baseUrl: string;
  readonly username: string;
  readonly personId: number;
}

export const readDetails = ({ details }: Pick<Channel, 'details'>): Details => ({
  baseUrl: String(details.baseUrl ?? ''),
  username: String(details.username ?? ''),
  personId: Number(details.personId ?? 0),
});

/** A community to post in. Clients send its name, and the list, as `subreddit`. */
export interface Target {
  readonly subreddit: string;
  readonly id: string | number;
  readonly title: string;
  readonly url?: string | null;
  readonly nsfw?: boolean | null;
}

export const targetsOf = (settings: Readonly<Record<string, unknown>>): readonly Target[] =>
  ((settings.subreddit ?? []) as readonly { readonly value: Target }[]).map(({ value }) => value);

const target: JsonSchema = {
  type: 'object',
  properties: {
    subreddit: {
      type: 'string',
      title: 'Community',
      minLength: 2,
      maxLength: 255,
      description: 'Name of the community',
    },
    id: serialField("ID of the community at the account's instance (tool subreddits)"),
    // Lemmy rejects line breaks.
    title: {
      type: 'string',
      minLength: LIMITS.title.min,
      maxLength: LIMITS.title.max,
      pattern: '^[^\\n]*$',
      description: 'Title of the post: 3 to 200 characters on one line',
    },
    url: urlField('URL that the post links to. Optional', LIMITS.url),
    nsfw: { type: ['boolean', 'null'], description: 'Whether the post is marked as not safe for work' },
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
      title: 'Community',
      minItems: 1,
      maxItems: 50,
      items: { type: 'object', properties: { value: target }, required: ['value'] },
      description:
        'Communities to post in, with one post in each. The same community, title and URL ' +
        'must not appear twice',
    },
    language: optionalSerialField(
      "ID of the language of the text (tool languages); empty: the account's own",
    ),
  },
  required: ['subreddit'],
};
