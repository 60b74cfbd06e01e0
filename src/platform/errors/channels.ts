/** Errors of channels, of connecting them, and of their networks. */
import type { ErrorKind } from './error-kind.ts';

/** Codes of channels and networks. */
export const channelErrors = {
  integration_not_found: {
    status: 404,
    message: 'Integration not found',
    when: 'No channel has this id, or it was deleted. GET /public/v1/integrations lists the channels.',
  },
  group_not_found: {
    status: 404,
    message: 'Channel group not found',
    when: 'No channel group has this id, or it was deleted.',
  },
  group_exists: {
    status: 409,
    message: 'There is a channel group with this name already',
    when: 'Names of channel groups are unique in an organisation.',
  },
  tool_not_found: {
    status: 404,
    message: 'The channel has no such tool',
    when: 'The network does not offer the method named in integration-trigger. GET /public/v1/integration-settings/{id} lists the tools.',
  },
  no_free_slot: {
    status: 404,
    message: 'The channel has no free slot',
    when: 'No posting times are set for the channel.',
  },
  slot_taken: {
    status: 409,
    message: 'The posting time is taken',
    when: 'The request has onlyFree, and the channel has another post in that minute by now. Choose another date, or use the type queue, which finds the next free posting time.',
  },
  channel_disabled: {
    status: 400,
    message: 'The channel is disabled',
    when: 'It was switched off, or this instance cannot publish to its network; the message says which.',
  },
  channel_disconnected: {
    status: 400,
    message: 'The channel must be reconnected',
    when: 'The network no longer accepts its credentials. New posts are refused; held posts are published once it is reconnected.',
  },
  channel_unauthorized: {
    status: 401,
    message: 'The network no longer accepts the credentials of the channel',
    when: 'A tool or the search for missing content called the network. The channel is now marked; reconnect it.',
  },
  network_refused: {
    status: 400,
    message: 'The network refused the request',
    when: 'A tool was called with data that the network does not accept. The message quotes its answer.',
  },
  network_busy: {
    status: 503,
    message: 'The network limits requests',
    when: 'A tool, or connecting a channel, called the network more often than it allows. Try again after Retry-After seconds.',
  },
  network_failed: {
    status: 502,
    message: 'The network did not answer',
    when: 'A tool, or connecting a channel ("Failed to fetch"), could not reach the network or received an unusable answer. Check the URL and try again.',
  },
  provider_not_configured: {
    status: 400,
    message: 'The network is not set up on this instance',
    when: 'Connecting a channel in the browser needs a client registration on its network. Register there and set the variables that the message names.',
  },
  invalid_state: {
    status: 400,
    message: 'Invalid state',
    when: 'The state that came back from the network is missing, unknown, used, more than an hour old, or belongs to another session or organisation. Connect again from the start. If the message names two different hosts, set FRONTEND_URL to the URL at which people open Crier.',
  },
  connect_denied: {
    status: 400,
    message: 'The account was not connected',
    when: 'The person declined on the network, or the network rejected the code, the client registration or the account. The message quotes its answer.',
  },
  other_account: {
    status: 409,
    message: 'This is another account',
    when: 'A channel was to be reconnected, but the person was signed in to the network with a different account, or gave the credentials of one; the message names both. Use the account of the channel.',
  },
  network_hidden: {
    status: 400,
    message: 'This network is not offered here',
    when: 'The operator of the instance hides the network (CRIER_HIDDEN_NETWORKS), so no account can be connected or reconnected there. Channels that are connected already keep publishing.',
  },
} as const satisfies Record<string, ErrorKind>;
