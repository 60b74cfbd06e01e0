import type { ErrorCode } from '../../platform/errors.ts';
import type { Schema } from '../../http/operation.ts';
import { flag, id, listOf, record, text, textOrNull } from '../../http/shapes.ts';

/** The network in a path. */
export const providerParam: Readonly<Record<string, Schema>> = {
  provider: { type: 'string', maxLength: 60, description: 'The network: the `identifier` of a channel' },
};

/** Errors of every operation that talks to a network to connect an account there. */
export const NETWORK_ERRORS = [
  'invalid_request',
  'network_hidden',
  'provider_not_configured',
  'network_failed',
  'network_busy',
  'blocked_address',
  'connect_denied',
] as const satisfies readonly ErrorCode[];

/** A channel that was just connected. */
export const connectedChannel: Schema = record({
  id: id('The channel'),
  name: text('Its name on the network'),
  identifier: text('The network'),
  picture: textOrNull("URL of the channel's picture"),
  reconnected: flag('Whether it existed before; it keeps its id and its waiting posts'),
});

/** Accounts to choose from. */
export const choice: Schema = record({
  connectId: id('For chooseAccount; valid for an hour, in this session'),
  askedByProgram: flag(
    'Whether an API key or an app asked for this connection: ask the person whether they want it',
  ),
  accounts: listOf(
    record({
      id: text('The account on the network'),
      name: text('Its name on the network'),
      picture: textOrNull("URL of the account's picture"),
      profile: textOrNull('Handle on the network'),
    }),
  ),
});

/** What the person still has to approve in the network's own app. */
export const awaitedApproval: Schema = record({
  url: text('Where to approve, in a browser on a phone or as a QR code'),
});

/** The answer that has a channel and nothing else. */
export const channelAnswer: Schema = record({ channel: connectedChannel });
