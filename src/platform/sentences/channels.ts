/** Why a channel cannot be connected or asked. */
export const channelSentences = {
  words_of_network: '{network}: {words:sentence}',
  network_asks_to_wait: '{network} ({host}) asks to wait',
  network_sent_no_code: 'it sent no code',
  no_account_to_publish_to: 'The network opened no account that can be published to',
  nothing_to_choose:
    'Invalid state: there is no longer anything to choose here. Connect the channel again from the start',
  connected_as_another_channel:
    'This account at {network} is connected already, as the channel {name}. Move the posts of the other channel there, or remove one of the two channels',
  channel_deleted_meanwhile: 'The channel has just been deleted, so it cannot be reconnected',
  another_account_of_that_name:
    '{network} has several accounts called {name}, and this is not the one of the channel. Sign in there with the other one, or connect this one as a channel of its own',
  another_account:
    'At {network} this is {found}, but the channel is {wanted}. Sign in there as {wanted}, or connect {found} as a channel of its own',
  connected_in_browser_only: '{network} is connected in the browser only',
  more_needed_to_connect: '{network} needs more to connect',
  hidden_network: 'The operator of this instance does not offer {network} (CRIER_HIDDEN_NETWORKS)',
  no_network_of_that_name: 'There is no network "{name}"',
  network_not_set_up:
    '{network} is not set up on this instance: register an app there and set {variables:list}',
  group_of_that_name: 'There is a channel group "{name}" already',
  channel_is_disabled: 'The channel "{name}" is disabled',
  channel_to_reconnect: 'The channel "{name}" must be reconnected',
  channel_without_tool: 'The channel "{name}" has no tool "{tool}"; it has {tools:list}',
  channel_without_tools: 'The channel "{name}" has no tool "{tool}"; it has none',
  state_used: 'Invalid state: this link was used already. Connect the channel again from the beginning',
  state_expired:
    'Invalid state: this link is older than one hour. Connect the channel again from the beginning',
  state_of_another_network:
    'Invalid state: this link is of another network. Connect the channel again from the beginning',
  state_of_another_browser:
    'Invalid state: this link was made in another browser, or before you signed in again. Connect the channel again from the beginning',
  state_unknown:
    'Invalid state: this link was used already, or is older than one hour. Connect the channel again from the beginning',
  state_missing:
    'Invalid state: the network sent no state back. Connect the channel again from the beginning',
  state_of_another_organization:
    'Invalid state: this link is of another organisation. Switch to that organisation, and connect the channel there',
  state_of_another_host:
    'Invalid state: connecting began at {began} and came back to {ended}. Set FRONTEND_URL to the URL under which people open Crier ({origin}, or {other}), open only that one, and connect the channel again',
} as const;
