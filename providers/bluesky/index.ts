/** Bluesky, and any other Personal Data Server (PDS) of the AT Protocol. */
import type { Provider } from '../_kit/contract.ts';
import { hostIn } from '../_kit/host-of.ts';
import { idOf } from '../_kit/identity.ts';
import { rules, validate } from './rules.ts';
import { fields, settingsSchema } from './schema.ts';

// The AT Protocol library takes 65 MB, so the files that need it are loaded on the first call.
export const bluesky: Provider = {
  identifier: 'bluesky',
  name: 'Bluesky',
  connection: { kind: 'credentials', fields },
  env: [
    {
      name: 'BLUESKY_VIDEO_SERVICE',
      required: false,
      help:
        'Service that encodes videos; by default https://video.bsky.app for accounts hosted by Bluesky, ' +
        'and the PDS itself for all others',
    },
  ],
  settingsSchema,
  rules,
  capability: 'client_id',
  followUps: 'reply',
  hostOf: ({ details }) => hostIn(details.pds ?? details.service),
  publishTimeoutMs: 30_000,
  // A PDS reads from the database that it writes to.
  settleMs: 1000,
  // Readers see posts in the order of the time in the record, so an old one would be buried. Uploads live
  // longer (KEPT_MS in media.ts).
  preparedForMs: 10 * 60_000,
  connect: async (...args) => (await import('./auth.ts')).connect(...args),
  refresh: async (...args) => (await import('./auth.ts')).refresh(...args),
  validate,
  prepare: async (...args) => (await import('./prepare.ts')).prepare(...args),
  publish: async (...args) => (await import('./publish.ts')).publish(...args),
  keyOf: idOf,
  verify: async (...args) => (await import('./verify.ts')).verify(...args),
  remove: async (...args) => (await import('./publish.ts')).remove(...args),
  recent: async (...args) => (await import('./verify.ts')).recent(...args),
  recentAll: 20,
};
