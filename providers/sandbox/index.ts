/** The sandbox: a network of the instance itself, so that a first post needs no account anywhere. */
import type { Provider } from '../_kit/contract.ts';
import { idOf } from '../_kit/identity.ts';
import { onFirstUse } from '../_kit/on-first-use.ts';
import { capabilityOf } from './api.ts';
import { PUBLISH_TIMEOUT_MS, RECENT, rules, SETTLE_MS } from './rules.ts';
import { fields, settingsSchema } from './schema.ts';

export const sandbox: Provider = {
  identifier: 'sandbox',
  name: 'Sandbox',
  mark: { tabler: 'flask', colour: '#0b6e77' },
  preview: 'short',
  evidence: { kind: 'own server', what: 'the sandbox itself', not: 'nothing', since: '2026-11-21' },
  connection: { kind: 'credentials', fields },
  env: [
    {
      name: 'CRIER_SANDBOX_URL',
      required: true,
      help: 'URL of the sandbox network; npm start sets it to its own',
    },
    {
      name: 'CRIER_SANDBOX_KEY',
      required: false,
      help: 'What the sandbox network knows this instance by; derived from ENCRYPTION_KEY',
    },
    {
      name: 'CRIER_SANDBOX_LINKS',
      required: false,
      help: 'URL under which people open the sandbox; derived from FRONTEND_URL',
    },
  ],
  settingsSchema,
  rules,
  capability: 'lookup',
  followUps: 'reply',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  settleMs: SETTLE_MS,
  preparedForMs: null,
  preparesOffline: true,
  capabilityOf,
  ...onFirstUse(() => import('./auth.ts'), 'connect', 'refresh'),
  ...onFirstUse(() => import('./prepare.ts'), 'prepare'),
  ...onFirstUse(() => import('./publish.ts'), 'publish', 'remove'),
  keyOf: (post) => idOf(post, /#(.+)$/),
  ...onFirstUse(() => import('./verify.ts'), 'recent', 'verify'),
  recentAll: RECENT,
};
