/** What a person fills in: the fields that connect an account, and the settings of a post. */
import type { ConnectField } from '../_kit/contract.ts';
import { noSettings } from '../_kit/no-settings.ts';
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
    help: 'Address of the service that hosts the account',
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
    help: 'Create one at Bluesky under Settings, Privacy and security, App passwords',
  },
];

/** A Bluesky post has no settings of its own. */
export const settingsSchema = noSettings('bluesky');
