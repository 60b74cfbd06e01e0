/** A channel as the app shows it right after it was connected. */
export function presentConnected(channel: { id: string; name: string; identifier: string; picture: string | null; reconnected: boolean }) {
  const { id, name, identifier, picture, reconnected } = channel;
  return { id, name, identifier, picture, reconnected };
}
