import type { Operation } from '../../http/operation.ts';
import { channelAnswer, providerParam } from './connect-parts.schema.ts';

export const chooseAccountBody = {
  type: 'object',
  properties: {
    connectId: { type: 'string', maxLength: 100, description: 'Of the answer that offered the accounts' },
    accountId: { type: 'string', minLength: 1, maxLength: 500, description: 'The account that was chosen' },
  },
  required: ['connectId', 'accountId'],
} as const;

export const chooseAccountOperation = {
  id: 'chooseAccount',
  method: 'post',
  path: '/integrations/social/{provider}/choose',
  tag: 'Connecting',
  access: 'caller',
  role: 'admin',
  summary: 'Choose one of several accounts',
  params: providerParam,
  body: chooseAccountBody,
  answer: { status: 201, description: 'The channel', schema: channelAnswer },
  errors: [
    'invalid_request',
    'network_not_available',
    'invalid_state',
    'other_account',
    'integration_not_found',
    'quota_exceeded',
  ],
} as const satisfies Operation;
