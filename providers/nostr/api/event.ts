/** Signed events: read from a relay or from the database, and written for the database. */
import { validateEvent, verifyEvent, type Event } from 'nostr-tools/pure';
import type { Json } from '../../_kit/contract.ts';

/** The event if it is one with a valid id and signature (NIP-01, "Events and signatures"), else null. */
export function readEvent(value: unknown): Event | null {
  if (!validateEvent(value)) return null;
  const { id, sig } = value as { id?: unknown; sig?: unknown };
  if (typeof id !== 'string' || typeof sig !== 'string') return null;
  const { pubkey, created_at, kind, tags, content } = value;
  const event: Event = { id, pubkey, created_at, kind, tags, content, sig };
  return verifyEvent(event) ? eventFields(event) : null;
}

/** The event for a column of the database. */
export function toJson(event: Event): Json {
  return { ...eventFields(event) };
}

// The library marks verified events with a symbol; only these seven fields belong to the event.
function eventFields({ id, pubkey, created_at, kind, tags, content, sig }: Event): Event {
  return { id, pubkey, created_at, kind, tags, content, sig };
}
