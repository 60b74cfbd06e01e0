/** The relays of an account: as typed, as recorded, in messages to people, and as hints for others. */
import { normalizeURL } from 'nostr-tools/utils';
import type { Channel } from '../../_kit/contract.ts';
import { Rejected } from '../../_kit/errors.ts';
import { catalogue } from '../../_kit/sentences/catalogue.ts';
import { english } from '../sentences.ts';

const sentence = catalogue(english);

/** Large public relays that accept notes from anyone, free of charge. */
export const WELL_KNOWN_RELAYS = [
  'wss://nos.lol',
  'wss://relay.damus.io',
  'wss://relay.snort.social',
  'wss://relay.primal.net',
] as const;

const MAX_RELAYS = 20;

/**
 * Relay URLs from a comma-separated text, normalised and without duplicates; the well-known ones if it is
 * empty.
 *
 * @throws Rejected naming the wrong URL and the reason
 */
export function parseRelays(text: string | undefined): string[] {
  const words = (text ?? '').split(/[\s,]+/).filter(Boolean);
  const relays = [...new Set((words.length ? words : WELL_KNOWN_RELAYS).map(relayAddress))];
  if (relays.length > MAX_RELAYS) {
    throw new Rejected(sentence('nostr_too_many_relays', { count: relays.length, max: MAX_RELAYS }));
  }
  return relays;
}

/** The relays recorded when the channel was connected. */
export function relaysOf(channel: Pick<Channel, 'details'>): string[] {
  const relays = channel.details.relays;
  const found = Array.isArray(relays) ? relays.filter((r) => typeof r === 'string') : [];
  if (!found.length) throw new Rejected(sentence('nostr_no_relays'));
  return found;
}

/** A relay's name in messages: only its host, because path and query may be private to a subscriber. */
export function relayName(relay: string): string {
  return new URL(relay).host;
}

/** Where others may find an event: the relays whose URL has no query, which may be private. */
export function relayHints(relays: readonly string[]): string[] {
  return relays.filter((relay) => !new URL(relay).search);
}

function relayAddress(word: string): string {
  // The scheme is required, because the library would turn anything into a WebSocket URL.
  if (!/^wss?:\/\//i.test(word) || !URL.canParse(word)) {
    throw new Rejected(
      sentence('not_a_url_such_as', { given: word.slice(0, 100), example: 'wss://nos.lol' }),
    );
  }
  const { username, password } = new URL(word);
  if (username || password) throw new Rejected(sentence('nostr_relay_with_password'));
  // Without the slash of the root path, as relays themselves and strict comparisons in NIP-42 have it.
  return normalizeURL(word).replace(/\/$/, '');
}
