/** Settings, fields and limits of a Nostr channel. */
import type {
  ConnectField,
  ContentIssue,
  ContentRules,
  JsonSchema,
  PublishRequest,
} from '../_kit/contract.ts';
import { nsecIn } from './auth.ts';
import { noteContent } from './note.ts';
import { WELL_KNOWN_RELAYS } from './relays.ts';

const MAX_CHARACTERS = 100_000;
const MEGABYTE = 1024 * 1024;

/** A note has no settings beside the network's name. */
export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { __type: { const: 'nostr' } },
};

/** What a person gives to connect. */
export const fields: readonly ConnectField[] = [
  {
    name: 'key',
    label: 'Private key',
    secret: true,
    required: false,
    env: 'NOSTR_KEY',
    help: 'nsec1… or 64 hexadecimal digits. Leave it empty to have a new key made',
  },
  {
    name: 'relays',
    label: 'Relays',
    secret: false,
    required: false,
    default: WELL_KNOWN_RELAYS.join(','),
    env: 'NOSTR_RELAYS',
    help: 'Addresses such as wss://nos.lol, separated by commas',
  },
];

/** Media are links in the text, so a note's own limit is all there is; each relay may set a lower one. */
export const rules: ContentRules = {
  format: 'plain',
  maxLength: () => MAX_CHARACTERS,
  length: (text) => [...text].length,
  media: {
    maxImages: 20,
    maxVideos: 20,
    mixed: true,
    imageTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'],
    videoTypes: ['video/mp4', 'video/webm', 'video/quicktime'],
    maxImageBytes: 10 * MEGABYTE,
    maxVideoBytes: 1024 * MEGABYTE,
  },
  description:
    'A plain text of up to 100,000 characters. Pictures and videos are added as links to their public addresses. nostr:npub1… mentions a person, #word names a topic. A thread becomes replies.',
};

/** Refuses a private key in the text, and a text that its media links make too long. */
export function validate({ item }: Pick<PublishRequest, 'item'>): ContentIssue[] {
  const path = `value.${item.position}.content`;
  const issues: ContentIssue[] = [];
  if (nsecIn(item.text)) {
    issues.push({
      path,
      message: 'The text holds a private key (nsec1…); whoever reads it could post as its owner',
    });
  }
  if (rules.length(noteContent(item)) > MAX_CHARACTERS) {
    issues.push({
      path,
      message: `The text and the links to its media are longer than ${MAX_CHARACTERS} characters`,
    });
  }
  return issues;
}
