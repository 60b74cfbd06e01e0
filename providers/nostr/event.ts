/** Signed events as values: read from what came from outside or from the database, and written for it. */
import { validateEvent, verifyEvent, type Event } from 'nostr-tools/pure';
import type { Json } from '../_kit/contract.ts';

/** The event, when it is one and its id and signature hold (NIP-01, "Events and signatures"); else null. */
export function readEvent(value: unknown): Event | null {
  if (!validateEvent(value)) return null;
  const { id, sig } = value as { id?: unknown; sig?: unknown };
  if (typeof id !== 'string' || typeof sig !== 'string') return null;
  const { pubkey, created_at, kind, tags, content } = value;
  const event: Event = { id, pubkey, created_at, kind, tags, content, sig };
  return verifyEvent(event) ? withoutMarks(event) : null;
}

/** The event as a column of the database keeps it. */
export function storedEvent(event: Event): Json {
  return { ...withoutMarks(event) };
}

// The library marks what it verified by a symbol on the object; only the seven fields belong to the event.
function withoutMarks({ id, pubkey, created_at, kind, tags, content, sig }: Event): Event {
  return { id, pubkey, created_at, kind, tags, content, sig };
}
