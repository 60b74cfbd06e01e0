/**
 * The sandbox: a network on the instance itself, so that a newcomer sees a post go out with no account
 * anywhere.
 */
import type { Provider } from '../_kit/contract.ts';
import { connect, refresh } from './auth.ts';
import { PUBLISH_TIMEOUT_MS, SETTLE_MS, capabilityOf, prepare, publish, remove, verify } from './publish.ts';
import { rules, settingsSchema } from './schema.ts';

export const sandbox: Provider = {
  identifier: 'sandbox',
  name: 'Sandbox',
  connection: {
    kind: 'credentials',
    fields: [
      {
        name: 'name',
        label: 'Name',
        secret: false,
        required: false,
        default: 'Sandbox',
        help: 'Shown on the sandbox page',
        env: 'SANDBOX_NAME',
      },
    ],
  },
  env: [
    {
      name: 'CRIER_SANDBOX_URL',
      required: true,
      help: 'Address of the sandbox network; npm start sets it to its own',
    },
  ],
  settingsSchema,
  rules,
  capability: 'lookup',
  followUps: 'reply',
  publishTimeoutMs: PUBLISH_TIMEOUT_MS,
  settleMs: SETTLE_MS,
  preparesAlone: true,
  capabilityOf,
  connect,
  refresh,
  prepare,
  publish,
  verify,
  remove,
};
