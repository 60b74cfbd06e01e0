/** The relays of an account: read from what a person typed, named in messages, offered to others as hints. */
import { normalizeURL } from 'nostr-tools/utils';
import type { Channel } from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';

/** Large public relays that take notes from anyone without payment. */
export const WELL_KNOWN_RELAYS = [
  'wss://nos.lol',
  'wss://relay.damus.io',
  'wss://relay.snort.social',
  'wss://relay.primal.net',
] as const;

const MAX_RELAYS = 20;

/**
 * Relay addresses from a comma-separated text, normalised, each once; the well-known ones when it is empty.
 *
 * @throws Rejected naming the address that is wrong and why
 */
export function parseRelays(text: string | undefined): string[] {
  const words = (text ?? '').split(/[\s,]+/).filter(Boolean);
  const relays = [...new Set((words.length ? words : WELL_KNOWN_RELAYS).map(relayAddress))];
  if (relays.length > MAX_RELAYS) {
    throw new Rejected(`At most ${MAX_RELAYS} relays can be used; ${relays.length} were given`);
  }
  return relays;
}

/** The relays that were recorded when the channel was connected. */
export function relaysOf(channel: Pick<Channel, 'details'>): string[] {
  const relays = channel.details.relays;
  const found = Array.isArray(relays) ? relays.filter((r) => typeof r === 'string') : [];
  if (!found.length) throw new Rejected('This channel has no relays; connect it again');
  return found;
}

/** A relay's name for messages: its host only, since a path or a query may be a subscriber's own. */
export function relayName(relay: string): string {
  return new URL(relay).host;
}

/**
 * Where others may look for an event: of the given relays, those whose address holds nothing but a host and a
 * path.
 */
export function relayHints(relays: readonly string[]): string[] {
  return relays.filter((relay) => !new URL(relay).search);
}

function relayAddress(word: string): string {
  // The scheme is asked for, because the library would make a WebSocket address of anything.
  if (!/^wss?:\/\//i.test(word) || !URL.canParse(word)) {
    throw new Rejected(`Not a relay address: ${word.slice(0, 100)}. It must look like wss://nos.lol`);
  }
  const { username, password } = new URL(word);
  if (username || password) throw new Rejected('A relay address must not hold a user name or a password');
  // The root path's slash is left out, as relays themselves and strict comparisons of NIP-42 do.
  return normalizeURL(word).replace(/\/$/, '');
}
