/** Kick: messages in the chat of your own channel (docs.kick.com, "Chat"; api.kick.com/swagger/doc.yaml). */
import type { Provider } from '../_kit/contract.ts';
import { idOf } from '../_kit/identity.ts';
import { cannotLook } from '../_kit/lookup.ts';
import { noSettings } from '../_kit/no-settings.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { appSetup } from './app-setup.ts';
import { connect, oauth, refresh } from './auth.ts';
import { PUBLISH_TIMEOUT_MS, rules } from './rules.ts';

export const kick: Provider = {
  identifier: 'kick',
  name: 'Kick',
  mark: { simpleIcon: 'kick' },
  preview: 'message',
  evidence: {
    kind: 'stand-in',
    what: 'a stand-in written from docs.kick.com and the issues of KickDevDocs',
    not: "Kick's OpenAPI document, of which no copy is to be had, and the words of errors",
    since: '2026-11-23',
  },
  connection: { kind: 'oauth' },
  oauth,
  appSetup,
  env: [
    {
      name: 'KICK_CLIENT_ID',
      required: false,
      help: 'Client ID of an app at kick.com/settings/developer; with KICK_SECRET it lets people connect Kick. Its redirect URL is FRONTEND_URL followed by /integrations/social/kick',
    },
    { name: 'KICK_SECRET', required: false, help: 'Client secret of that app' },
    {
      name: 'KICK_API_URL',
      required: false,
      help: 'URL of a server in place of https://api.kick.com and https://id.kick.com, for tests',
    },
  ],
  settingsSchema: noSettings('kick'),
  rules,
  // Messages have no key, and a chat has no history that could be read: an unknown outcome needs a person.
  capability: 'none',
  // `reply_to_message_id`.
  followUps: 'reply',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  // `verify` reads nothing, so there is nothing to wait for.
  settleMs: 0,
  preparedForMs: null,
  preparesOffline: true,
  connect,
  refresh,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish', 'remove'),
  keyOf: idOf,
  // An app's webhook gets messages (`chat.message.sent`) only at the moment in which they are sent.
  verify: cannotLook('Kick shows no history of a chat; look into the chat of the channel'),
};
