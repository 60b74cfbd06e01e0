import type { ConnectedChannel } from './connect-channel.ts';

/** A channel as the web app shows it right after it was connected. */
export function presentConnected({ id, name, identifier, picture, reconnected }: ConnectedChannel) {
  return { id, name, identifier, picture, reconnected };
}
