/** Bluesky, and any other Personal Data Server of the AT Protocol. */
import type { Provider } from '../_kit/contract.ts';
import { connect, connectFields, refresh } from './auth.ts';
import { prepare, publish, remove, verify } from './publish.ts';
import { rules, settingsSchema, validate } from './schema.ts';

export const bluesky: Provider = {
  identifier: 'bluesky',
  name: 'Bluesky',
  connection: { kind: 'credentials', fields: connectFields },
  env: [{ name: 'BLUESKY_VIDEO_SERVICE', required: false, help: 'Service that encodes videos; default https://video.bsky.app for accounts at Bluesky itself, else the PDS takes the file' }],
  settingsSchema,
  rules,
  capability: 'client_id',
  followUps: 'reply',
  publishTimeoutMs: 30_000,
  // A PDS answers reads from the same database that the write went to.
  settleMs: 1000,
  connect,
  refresh,
  validate,
  prepare,
  publish,
  verify,
  remove,
};
