import type { Operation } from '../../http/operation.ts';
import { orNull, record } from '../../http/shapes.ts';
import { NETWORK_ERRORS, choice, connectedChannel, providerParam } from './connect-parts.schema.ts';

export const finishConnectBody = {
  type: 'object',
  properties: {
    state: { type: 'string', maxLength: 300, description: 'As the network sent it back' },
    code: { type: 'string', maxLength: 4000, description: 'The authorization code' },
    error: { type: 'string', maxLength: 300, description: 'What the network says in place of a code' },
    error_description: { type: 'string', maxLength: 2000, description: 'The same in words' },
  },
} as const;

export const finishConnectOperation = {
  id: 'finishConnect',
  method: 'post',
  path: '/integrations/social/{provider}',
  tag: 'Connecting',
  access: 'caller',
  role: 'admin',
  summary: 'Finish connecting a channel',
  description:
    'Takes what the network sent the browser back with. Where it opens several accounts, nothing is stored before one was chosen.',
  params: providerParam,
  body: finishConnectBody,
  answer: {
    status: 201,
    description: 'The channel, or the accounts to choose from',
    schema: record({ channel: orNull(connectedChannel), choose: orNull(choice) }),
  },
  errors: [...NETWORK_ERRORS, 'invalid_state', 'other_account', 'integration_not_found', 'quota_exceeded'],
} as const satisfies Operation;
