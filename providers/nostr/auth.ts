/** The account: a private key, brought by a person or created for them, and its profile from the relays. */
import { Metadata } from 'nostr-tools/kinds';
import { decode, npubEncode, nsecEncode } from 'nostr-tools/nip19';
import { finalizeEvent, generateSecretKey, getPublicKey, type Event } from 'nostr-tools/pure';
import type { Channel, ConnectedAccount, ProviderContext } from '../_kit/contract.ts';
import { Rejected, Unsent } from '../_kit/errors.ts';
import { queryAll, type Access } from './api.ts';
import { parseRelays, relayName } from './api/relays.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

const MAX_NAME = 200;

/**
 * Connects the account of `key`, or of a new key if it is empty. The key is returned in `credentials` only;
 * with `details.generatedKey` the person has no copy yet and must be shown it.
 *
 * @throws Rejected for an unusable key or relay; Unsent if no relay can be reached
 */
export async function connect(
  input: Readonly<Record<string, string>>,
  ctx: ProviderContext,
): Promise<ConnectedAccount> {
  const relays = parseRelays(input.relays);
  const secret = input.key?.trim();
  const key = secret ? parseKey(secret) : generateSecretKey();
  const pubkey = getPublicKey(key);
  const npub = npubEncode(pubkey);
  const profile = await loadProfile(pubkey, relays, accessWith(key, ctx));
  return {
    internalId: pubkey,
    name: profile.name ?? `${npub.slice(0, 12)}…${npub.slice(-4)}`,
    picture: profile.picture,
    profile: npub,
    credentials: { key: nsecEncode(key) },
    details: { relays, generatedKey: !secret },
    expiresAt: null,
  };
}

/** Access to the relays with the channel's signature. */
export function accessOf(channel: Pick<Channel, 'credentials'>, ctx: ProviderContext): Access {
  return accessWith(parseKey(channel.credentials.key ?? ''), ctx);
}

/**
 * The 32 bytes of a private key, given as `nsec1…` (NIP-19) or in hexadecimal.
 *
 * @throws Rejected with a message that does not repeat the key
 */
export function parseKey(text: string): Uint8Array {
  const word = text.trim();
  if (/^npub1/i.test(word)) {
    throw new Rejected(sentence('nostr_public_key'));
  }
  const key = /^[0-9a-f]{64}$/i.test(word) ? new Uint8Array(Buffer.from(word, 'hex')) : decodeNsec(word);
  if (!key) throw new Rejected(sentence('nostr_not_a_key'));
  try {
    getPublicKey(key);
  } catch {
    // The library's error may contain the key, so it is not attached as the cause.
    throw new Rejected(sentence('nostr_key_out_of_range'));
  }
  return key;
}

/** Whether a text contains a private key, which would be published with it. */
export function nsecIn(text: string): boolean {
  return [...text.matchAll(/nsec1[02-9ac-hj-np-z]{58}/gi)].some((match) => decodeNsec(match[0]) !== null);
}

function decodeNsec(word: string): Uint8Array | null {
  try {
    const decoded = decode(word.toLowerCase());
    return decoded.type === 'nsec' ? decoded.data : null;
  } catch {
    return null; // wrong checksum or length
  }
}

function accessWith(key: Uint8Array, { egress, signal }: ProviderContext): Access {
  return { egress, signal, sign: (template) => finalizeEvent(template, key) };
}

// NIP-01, kind 0: the newest event counts.
async function loadProfile(
  pubkey: string,
  relays: readonly string[],
  access: Access,
): Promise<{ name: string | null; picture: string | null }> {
  const answers = await queryAll(relays, { kinds: [Metadata], authors: [pubkey], limit: 1 }, access);
  if (answers.every((answer) => !answer.events)) {
    throw new Unsent(
      sentence('nostr_not_reached', {
        answers: answers.map((a) => `${relayName(a.relay)}: ${a.message}`).join('; '),
      }),
    );
  }
  const newest = answers
    .flatMap((answer) => answer.events ?? [])
    .toSorted((a, b) => b.created_at - a.created_at)[0];
  return newest ? readProfile(newest) : { name: null, picture: null };
}

function readProfile(event: Event): { name: string | null; picture: string | null } {
  const profile = parseObject(event.content);
  const name = [profile.display_name, profile.displayName, profile.name].find(
    (value) => typeof value === 'string' && value.trim(),
  );
  const picture = profile.picture;
  return {
    name: typeof name === 'string' ? name.trim().slice(0, MAX_NAME) : null,
    picture:
      typeof picture === 'string' && /^https?:\/\//i.test(picture) && URL.canParse(picture) ? picture : null,
  };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return value && typeof value === 'object' ? { ...value } : {};
  } catch {
    return {}; // not JSON
  }
}
