/**
 * Twitch: messages and announcements in the chat of your own channel (dev.twitch.tv/docs/api/reference, "Send
 * Chat Message" and "Send Chat Announcement").
 */
import type { Provider } from '../_kit/contract.ts';
import { idOf } from '../_kit/identity.ts';
import { cannotLook } from '../_kit/lookup.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { appSetup } from './app-setup.ts';
import { connect, oauth, refresh } from './auth.ts';
import { PUBLISH_TIMEOUT_MS, rules } from './rules.ts';
import { settingsSchema } from './schema.ts';

export const twitch: Provider = {
  identifier: 'twitch',
  name: 'Twitch',
  mark: { simpleIcon: 'twitch' },
  preview: 'message',
  evidence: {
    kind: 'stand-in',
    what: 'a stand-in written from dev.twitch.tv, which also answers the client twurple (@twurple/api 8.2.0)',
    not: 'the codes for which messages are dropped, of which Twitch publishes no list, and words of errors',
    since: '2026-11-23',
  },
  connection: { kind: 'oauth' },
  oauth,
  appSetup,
  env: [
    {
      name: 'TWITCH_CLIENT_ID',
      required: false,
      help: 'Client ID of an application at dev.twitch.tv/console; with TWITCH_CLIENT_SECRET it lets people connect Twitch. Its OAuth redirect URL is FRONTEND_URL followed by /integrations/social/twitch',
    },
    { name: 'TWITCH_CLIENT_SECRET', required: false, help: 'Client secret of that application' },
    {
      name: 'TWITCH_API_URL',
      required: false,
      help: 'URL of a server in place of https://api.twitch.tv and https://id.twitch.tv, for tests',
    },
  ],
  settingsSchema,
  rules,
  // Messages have no key, and a chat has no history that could be read: an unknown outcome needs a person.
  capability: 'none',
  // `reply_parent_message_id`; announcements cannot be replied to, and follow one another.
  followUps: 'reply',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  // `verify` reads nothing, so there is nothing to wait for.
  settleMs: 0,
  preparedForMs: null,
  preparesOffline: true,
  connect,
  refresh,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish'),
  keyOf: idOf,
  // Subscribers get messages (EventSub, `channel.chat.message`) only at the moment in which they are sent.
  // Twitch drops the same text from an ordinary user for 30 seconds, but not from the broadcaster, so a
  // repeat is no protection either.
  verify: cannotLook('Twitch shows no history of a chat; look into the chat of the channel'),
  ...onFirstUse(() => import('./analytics.ts'), 'analytics'),
};
