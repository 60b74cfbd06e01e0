/** Fields to connect an account, settings of a post, and the facts about an instance that a channel keeps. */
import type { ConnectField, Json, JsonSchema } from '../_kit/contract.ts';
import { policyOf, quoteFields } from './schema/quote.ts';
import { pollField } from './schema/poll.ts';

/** Who sees a status (docs.joinmastodon.org/methods/statuses, `visibility`). */
export const VISIBILITIES = ['public', 'unlisted', 'private', 'direct'] as const;

/** A code of ISO 639 such as `de`, or one with a region. */
const LANGUAGE = '^([A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*)?$';

/**
 * Parameters of docs.joinmastodon.org/methods/statuses ("Post a new status"); each part of a thread has them.
 */
export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'mastodon' },
    visibility: {
      enum: [...VISIBILITIES, '', null],
      description:
        'Who sees the post: public (default), unlisted (not in public timelines), private (followers only) ' +
        'or direct (only who is mentioned)',
    },
    spoiler_text: {
      type: ['string', 'null'],
      maxLength: 5000,
      description: 'Warning that is shown instead of the text until people open it; counts as text',
    },
    sensitive: {
      type: ['boolean', 'null'],
      description: "Whether pictures and videos are hidden at first; default: the account's own preference",
    },
    language: {
      type: ['string', 'null'],
      maxLength: 35,
      pattern: LANGUAGE,
      description: "Language of the text, as an ISO 639 code such as de; default: the account's own",
    },
    poll: pollField,
    ...quoteFields,
  },
};

/** The settings as the API takes them; what is not given is the account's own, except the visibility. */
export function statusSettings(settings: Readonly<Record<string, unknown>>): Record<string, Json> {
  const warning = warningOf(settings);
  const [visibility, sensitive, language] = ['visibility', 'sensitive', 'language'].map((name) =>
    textOf(settings[name]),
  );
  return {
    // Explicit, because accounts and other software have other defaults.
    visibility: visibility || 'public',
    ...(warning ? { spoiler_text: warning } : {}),
    ...(sensitive ? { sensitive: sensitive !== 'false' } : {}),
    ...(language ? { language } : {}),
    ...(policyOf(settings) ? { quote_approval_policy: policyOf(settings) } : {}),
  };
}

/** The warning above a post; empty for none. */
export const warningOf = (settings: Readonly<Record<string, unknown>>): string =>
  textOf(settings.spoiler_text);

/** What was copied from another instance may be of another type: it is sent, and the instance decides. */
const textOf = (value: unknown): string =>
  (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')).trim();

/** What `connect` learned about the instance, kept in `channel.details`. Sizes in bytes. */
export interface InstanceDetails {
  readonly baseUrl: string;
  /** Lower-case name from nodeinfo (`mastodon`, `gotosocial`, …), else `unknown`. */
  readonly software: string;
  readonly version: string;
  readonly maxCharacters: number;
  readonly charactersReservedPerUrl: number;
  readonly maxMedia: number;
  readonly mimeTypes: readonly string[];
  readonly imageSizeLimit: number;
  readonly videoSizeLimit: number;
  readonly descriptionLimit: number;
  /** Answers of a poll, and the characters of one; 0 answers where an instance has no polls. */
  readonly maxPollOptions: number;
  readonly maxPollOptionLength: number;
  readonly minPollSeconds: number;
  readonly maxPollSeconds: number;
  readonly honoursIdempotencyKey: boolean;
  /** The version of Mastodon's API that it states; 0 for none, as before 4.3 and in other software. */
  readonly apiVersion: number;
}

/**
 * Mastodon's limits, for what an instance does not state (app/models/media_attachment.rb and
 * app/validators/poll_options_validator.rb of 4.5; entities/Instance, `configuration[polls]`).
 */
export const DEFAULTS: InstanceDetails = {
  baseUrl: 'https://mastodon.social',
  software: 'unknown',
  version: '',
  maxCharacters: 500,
  charactersReservedPerUrl: 23,
  maxMedia: 4,
  mimeTypes: [
    'image/jpeg',
    'image/png',
    'image/gif',
    'image/webp',
    'video/mp4',
    'video/webm',
    'video/quicktime',
  ],
  imageSizeLimit: 16 * 1024 ** 2,
  videoSizeLimit: 99 * 1024 ** 2,
  descriptionLimit: 1500,
  maxPollOptions: 4,
  maxPollOptionLength: 50,
  minPollSeconds: 300,
  maxPollSeconds: 2_629_746,
  honoursIdempotencyKey: false,
  apiVersion: 0,
};

/** The details of a channel; `DEFAULTS` replace what is missing or of the wrong type. */
export function readDetails(details: Readonly<Record<string, Json>>): InstanceDetails {
  const known = Object.entries(DEFAULTS).map(([name, fallback]) => {
    const value = details[name];
    const fits = Array.isArray(fallback) ? Array.isArray(value) : typeof value === typeof fallback;
    return [name, fits ? value : fallback];
  });
  return Object.fromEntries(known) as InstanceDetails;
}

/** Scopes that a token needs. Since 4.3 `profile` may replace `read:accounts`. */
export const SCOPES = ['read:accounts', 'read:statuses', 'write:statuses', 'write:media'] as const;

export const instanceField: ConnectField = {
  name: 'instance',
  label: 'Instance',
  secret: false,
  required: false,
  default: DEFAULTS.baseUrl,
  env: 'MASTODON_URL',
  known: ({ details }) => details.baseUrl,
  help: 'URL of the instance that hosts the account, e.g. https://mastodon.social',
};

export const fields: readonly ConnectField[] = [
  instanceField,
  {
    name: 'token',
    label: 'Access token',
    secret: true,
    required: true,
    env: 'MASTODON_TOKEN',
    help:
      `At the instance: Preferences, Development, New application, with ${SCOPES.join(', ')}; then copy ` +
      '"Your access token"',
  },
];
