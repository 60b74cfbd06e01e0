/** Bluesky, and any other Personal Data Server (PDS) of the AT Protocol. */
import type { Provider } from '../_kit/contract.ts';
import { hostIn } from '../_kit/host-of.ts';
import { idOf } from '../_kit/identity.ts';
import { LINK_IMAGE } from '../_kit/link-card.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { rules, validate } from './rules.ts';
import { fields, settingsSchema } from './schema.ts';
import { tools } from './tools.ts';

// The AT Protocol library takes 65 MB, so the files that need it are loaded on the first call.
export const bluesky: Provider = {
  identifier: 'bluesky',
  name: 'Bluesky',
  mark: { simpleIcon: 'bluesky' },
  popularity: 10,
  preview: 'short',
  evidence: {
    kind: 'own server',
    what: "Bluesky's own PDS 0.5.35",
    not: 'the service that encodes videos',
    since: '2026-11-21',
  },
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
  settingsMedia: ['link.image'],
  settingsMediaRules: { 'link.image': LINK_IMAGE },
  rules,
  linkCards: 'post',
  capability: 'client_id',
  followUps: 'reply',
  hostOf: ({ details }) => hostIn(details.pds ?? details.service),
  publishTimeoutMs: 30_000,
  // A PDS reads from the database that it writes to.
  settleMs: 1000,
  // Readers see posts in the order of the time in the record, so an old one would be buried. Uploads live
  // longer (KEPT_MS in media.ts).
  preparedForMs: 10 * 60_000,
  ...onFirstUse(() => import('./auth.ts'), 'connect', 'refresh'),
  validate,
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish', 'remove'),
  keyOf: idOf,
  ...onFirstUse(() => import('./verify.ts'), 'verify', 'recent'),
  recentAll: 20,
  tools,
};
