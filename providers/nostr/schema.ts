/** What a person fills in: the fields that connect an account, and the settings of a note. */
import type { ConnectField } from '../_kit/contract.ts';
import { noSettings } from '../_kit/no-settings.ts';
import { WELL_KNOWN_RELAYS } from './api/relays.ts';

/** A note has no settings of its own. */
export const settingsSchema = noSettings('nostr');

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
