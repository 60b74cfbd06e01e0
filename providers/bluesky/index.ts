/** Bluesky, and any other Personal Data Server of the AT Protocol. */
import type { Provider } from '../_kit/contract.ts';
import { connectFields, rules, settingsSchema, validate } from './schema.ts';

// The library of the AT Protocol takes 65 MB: what needs it is loaded where an account is used.
export const bluesky: Provider = {
  identifier: 'bluesky',
  name: 'Bluesky',
  connection: { kind: 'credentials', fields: connectFields },
  env: [
    {
      name: 'BLUESKY_VIDEO_SERVICE',
      required: false,
      help: 'Service that encodes videos; default https://video.bsky.app for accounts at Bluesky itself, else the PDS takes the file',
    },
  ],
  settingsSchema,
  rules,
  capability: 'client_id',
  followUps: 'reply',
  publishTimeoutMs: 30_000,
  // A PDS answers reads from the same database that the write went to.
  settleMs: 1000,
  connect: async (...args) => (await import('./auth.ts')).connect(...args),
  refresh: async (...args) => (await import('./auth.ts')).refresh(...args),
  validate,
  prepare: async (...args) => (await import('./publish.ts')).prepare(...args),
  publish: async (...args) => (await import('./publish.ts')).publish(...args),
  verify: async (...args) => (await import('./publish.ts')).verify(...args),
  remove: async (...args) => (await import('./publish.ts')).remove(...args),
  recent: async (...args) => (await import('./publish.ts')).recent(...args),
};
