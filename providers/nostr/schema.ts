/** What a person fills in: the fields that connect an account, and the settings of a note. */
import type { ConnectField, JsonSchema } from '../_kit/contract.ts';
import { WELL_KNOWN_RELAYS } from './api/relays.ts';

/** One line of a tag. */
const line = (maxLength: number, description: string): JsonSchema => ({
  type: ['string', 'null'],
  maxLength,
  description,
});

export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'nostr' },
    content_warning: line(
      200,
      'Reason why the note is hidden until people choose to see it; empty: it is shown',
    ),
    subject: line(80, 'Subject that apps with lists of notes show, up to 80 characters. Optional'),
  },
};

/** A setting as one line; empty where nothing was chosen. */
export const lineOf = (settings: Readonly<Record<string, unknown>>, name: string): string => {
  const value = settings[name];
  return typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim() : '';
};

export const fields: readonly ConnectField[] = [
  {
    name: 'key',
    label: 'Private key',
    secret: true,
    required: false,
    env: 'NOSTR_KEY',
    help: 'nsec1… or 64 hexadecimal digits. Leave empty to create a new key',
  },
  {
    name: 'relays',
    label: 'Relays',
    secret: false,
    required: false,
    default: WELL_KNOWN_RELAYS.join(','),
    env: 'NOSTR_RELAYS',
    known: ({ details: { relays } }) => (Array.isArray(relays) ? relays.join(',') : null),
    help: 'Addresses such as wss://nos.lol, separated by commas',
  },
];
