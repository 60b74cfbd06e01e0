import type { ErrorCode } from '../../errors.ts';
import type { Schema } from '../operation.ts';

/** The network in a path. */
export const providerParam: Readonly<Record<string, Schema>> = { provider: { type: 'string', maxLength: 60, description: 'The network, as in `identifier` of a channel' } };

/** Refusals of whatever talks to a network to connect an account there. */
export const NETWORK_ERRORS = ['invalid_request', 'network_not_available', 'provider_not_configured', 'network_failed', 'network_busy', 'blocked_address', 'connect_denied'] as const satisfies readonly ErrorCode[];

const nullableText = (description: string): Schema => ({ type: ['string', 'null'], description });

/** A channel that was just connected. */
export const connectedChannel: Schema = {
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid' }, name: { type: 'string' }, identifier: { type: 'string', description: 'The network' }, picture: nullableText('Address of its picture'),
    reconnected: { type: 'boolean', description: 'It was there already and kept its id and its waiting posts' },
  },
  required: ['id', 'name', 'identifier', 'picture', 'reconnected'], additionalProperties: false,
};

/** Accounts to choose from. */
export const choice: Schema = {
  type: 'object',
  properties: {
    connectId: { type: 'string', format: 'uuid', description: 'Good for an hour, in this session' },
    accounts: {
      type: 'array', items: {
        type: 'object', properties: { id: { type: 'string', description: 'The account at the network' }, name: { type: 'string' }, picture: nullableText('Address of its picture'), profile: nullableText('Handle') },
        required: ['id', 'name', 'picture', 'profile'], additionalProperties: false,
      },
    },
  },
  required: ['connectId', 'accounts'], additionalProperties: false,
};

/** The answer that has a channel and nothing else. */
export const channelAnswer: Schema = { type: 'object', properties: { channel: connectedChannel }, required: ['channel'], additionalProperties: false };
