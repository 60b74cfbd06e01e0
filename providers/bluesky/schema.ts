/** Settings of a Bluesky post, and what a post may hold (lexicon app.bsky.feed.post and its embeds). */
import type {
  ConnectField,
  ContentIssue,
  ContentRules,
  JsonSchema,
  PublishRequest,
} from '../_kit/contract.ts';
import { countGraphemes } from '../_kit/text.ts';
import { DEFAULT_SERVICE } from './xrpc.ts';

/** What a person fills in. */
export const connectFields: readonly ConnectField[] = [
  {
    name: 'service',
    label: 'Service',
    secret: false,
    required: false,
    default: DEFAULT_SERVICE,
    env: 'BLUESKY_SERVICE',
    help: 'Address of the service that holds the account',
  },
  {
    name: 'identifier',
    label: 'Handle',
    secret: false,
    required: true,
    env: 'BLUESKY_IDENTIFIER',
    help: 'Handle of the account, such as alice.bsky.social, or its e-mail address',
  },
  {
    name: 'password',
    label: 'App password',
    secret: true,
    required: true,
    env: 'BLUESKY_APP_PASSWORD',
    help: 'Made at Bluesky under Settings, Privacy and security, App passwords',
  },
];

/** A Bluesky post has no settings of its own. */
export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { __type: { const: 'bluesky' } },
};

/** Bytes of a post's text in UTF-8, beside the 300 graphemes. */
export const MAX_TEXT_BYTES = 3000;

export const rules: ContentRules = {
  format: 'plain',
  maxLength: () => 300,
  length: countGraphemes,
  media: {
    maxImages: 4,
    maxVideos: 1,
    mixed: false,
    imageTypes: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
    videoTypes: ['video/mp4'],
    maxImageBytes: 2_000_000,
    maxVideoBytes: 300_000_000,
  },
  words:
    'At most 300 characters (and 3,000 bytes), up to 4 pictures of 2 MB or one MP4 video of 300 MB, not both. Links, mentions and hashtags are made clickable.',
};

/** A text of many-byte characters can pass 300 graphemes and still be too large. */
export function validate({ item }: Pick<PublishRequest, 'item'>): ContentIssue[] {
  const bytes = Buffer.byteLength(item.text, 'utf8');
  if (bytes <= MAX_TEXT_BYTES) return [];
  return [
    {
      path: `value.${item.position}.content`,
      message: `The text has ${bytes} bytes; Bluesky takes at most ${MAX_TEXT_BYTES}`,
    },
  ];
}
