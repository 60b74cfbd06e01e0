import type { ErrorCode } from '../../platform/errors.ts';
import type { Schema } from '../../http/operation.ts';
import { flag, id, listOf, record, text, textOrNull } from '../../http/shapes.ts';

/** The network in a path. */
export const providerParam: Readonly<Record<string, Schema>> = {
  provider: { type: 'string', maxLength: 60, description: 'The network, as in `identifier` of a channel' },
};

/** Refusals of whatever talks to a network to connect an account there. */
export const NETWORK_ERRORS = [
  'invalid_request',
  'network_not_available',
  'provider_not_configured',
  'network_failed',
  'network_busy',
  'blocked_address',
  'connect_denied',
] as const satisfies readonly ErrorCode[];

/** A channel that was just connected. */
export const connectedChannel: Schema = record({
  id: id('The channel'),
  name: text('What the network calls it'),
  identifier: text('The network'),
  picture: textOrNull('Address of its picture'),
  reconnected: flag('It was there already and kept its id and its waiting posts'),
});

/** Accounts to choose from. */
export const choice: Schema = record({
  connectId: id('Good for an hour, in this session'),
  accounts: listOf(
    record({
      id: text('The account at the network'),
      name: text('What the network calls it'),
      picture: textOrNull('Address of its picture'),
      profile: textOrNull('Handle'),
    }),
  ),
});

/** The answer that has a channel and nothing else. */
export const channelAnswer: Schema = record({ channel: connectedChannel });
