/** The calls to one relay: publish an event, query with a filter, authenticate (NIP-01, NIP-42). */
import type { Event, EventTemplate, VerifiedEvent } from 'nostr-tools/core';
import { matchFilter, type Filter } from 'nostr-tools/filter';
import { makeAuthEvent } from 'nostr-tools/nip42';
import type { Egress } from '../../_kit/egress.ts';
import { readEvent } from './event.ts';
import { openConnection, type Frame, type RelayConnection } from './connection.ts';

/** What a call to a relay needs. `sign` signs the answer to a challenge with the account's key. */
export interface RelayAccess {
  readonly egress: Egress;
  readonly signal: AbortSignal;
  sign(template: EventTemplate): VerifiedEvent;
}

/**
 * One relay's answer to one event:
 *   accepted     it has the event, now or already before
 *   limited      it does not have it, and asks us to wait
 *   rejected     it does not have it, for the reason in `message`
 *   unreachable  it does not have it: the event was not sent, or failed for a passing reason
 *   unknown      the event was sent, but it is not known whether it was accepted
 */
export type Answer =
  | { readonly relay: string; readonly kind: 'accepted' }
  | {
      readonly relay: string;
      readonly kind: 'limited' | 'rejected' | 'unreachable' | 'unknown';
      readonly message: string;
    };

/** One relay's answer to a query; without an answer `events` is null, for the reason in `message`. */
export interface QueryResult {
  readonly relay: string;
  readonly events: readonly Event[] | null;
  readonly message: string;
}

const CONNECT_MS = 6000;
const MAX_MESSAGE = 300;
const MAX_EVENTS = 100;
const SUBSCRIPTION = 'crier';

/**
 * Sends an event to one relay, authenticating if the relay asks for it. Never throws for what a relay does.
 */
export async function publishEvent(relay: string, event: Event, access: RelayAccess): Promise<Answer> {
  const connection = await openOrExplain(relay, access);
  if (typeof connection === 'string') return { relay, kind: 'unreachable', message: connection };
  try {
    const first = await sendEvent(connection, event, access.signal);
    if (first.kind !== 'rejected' || !first.message.startsWith('auth-required:')) return first;
    const denied = await authenticate(connection, access);
    if (denied) return { relay, ...denied };
    return await sendEvent(connection, event, access.signal);
  } finally {
    connection.close();
  }
}

/** Queries one relay for events; only those with a valid signature that match the filter are returned. */
export async function queryRelay(relay: string, filter: Filter, access: RelayAccess): Promise<QueryResult> {
  const connection = await openOrExplain(relay, access);
  if (typeof connection === 'string') return { relay, events: null, message: connection };
  try {
    const first = await sendQuery(connection, filter, access.signal);
    if (first.events || !first.message.startsWith('auth-required:')) return first;
    const denied = await authenticate(connection, access);
    if (denied) return { relay, events: null, message: denied.message };
    return await sendQuery(connection, filter, access.signal);
  } finally {
    connection.close();
  }
}

// Nothing is sent before the connection is open, so every failure means the same: the relay was not reached.
async function openOrExplain(
  relay: string,
  { egress, signal }: RelayAccess,
): Promise<RelayConnection | string> {
  const opening = openConnection(relay, egress, { timeoutMs: CONNECT_MS });
  const aborted = new Promise<string>((resolve) => {
    const stop = (): void => resolve('no answer in time');
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  const connection = await Promise.race([opening, aborted]).catch((error: unknown) =>
    messageOf((error as Error).message),
  );
  if (typeof connection === 'string') {
    void opening.then(
      (late) => late.close(),
      () => undefined,
    );
  }
  return connection;
}

async function sendEvent(connection: RelayConnection, event: Event, signal: AbortSignal): Promise<Answer> {
  const { relay } = connection;
  if (signal.aborted || !connection.send(['EVENT', event])) {
    return { relay, kind: 'unreachable', message: 'the connection was closed' };
  }
  const answer = await okFor(connection, event.id, signal);
  if (!answer) {
    return {
      relay,
      kind: 'unknown',
      message: signal.aborted ? 'no answer in time' : 'the connection was closed without an answer',
    };
  }
  return answer.ok ? { relay, kind: 'accepted' } : readRejection(relay, answer.message);
}

// NIP-01: a machine-readable prefix, a colon, then a message for people. `error:` does not reveal whether the
// event was stored.
function readRejection(relay: string, message: string): Answer {
  switch (message.split(':', 1)[0]) {
    case 'duplicate':
      return { relay, kind: 'accepted' };
    case 'rate-limited':
      return { relay, kind: 'limited', message };
    case 'error':
      return { relay, kind: 'unknown', message };
    default:
      return { relay, kind: 'rejected', message: message || 'rejected without a reason' };
  }
}

// Only one event is in flight at a time, so an answer with an empty id, as some relays send, belongs to it.
async function okFor(
  connection: RelayConnection,
  id: string,
  signal: AbortSignal,
): Promise<{ ok: boolean; message: string } | null> {
  for (;;) {
    const frame = await connection.receive(signal);
    if (!frame) return null;
    if (frame[0] === 'OK' && (frame[1] === id || frame[1] === '')) {
      return { ok: frame[2] === true, message: messageOf(frame[3]) };
    }
  }
}

// Null if the relay accepted the authentication.
async function authenticate(
  connection: RelayConnection,
  { sign, signal }: RelayAccess,
): Promise<{ kind: 'rejected' | 'unreachable'; message: string } | null> {
  const incomplete = {
    kind: 'unreachable',
    message: 'it asks for authentication, but did not complete it',
  } as const;
  while (!connection.challenge) if (!(await connection.receive(signal))) return incomplete;
  const event = sign(makeAuthEvent(connection.relay, connection.challenge));
  if (!connection.send(['AUTH', event])) return incomplete;
  const answer = await okFor(connection, event.id, signal);
  if (!answer) return incomplete;
  return answer.ok ? null : { kind: 'rejected', message: `authentication failed: ${answer.message}` };
}

async function sendQuery(
  connection: RelayConnection,
  filter: Filter,
  signal: AbortSignal,
): Promise<QueryResult> {
  const { relay } = connection;
  const events: Event[] = [];
  if (!connection.send(['REQ', SUBSCRIPTION, filter])) {
    return { relay, events: null, message: 'the connection was closed' };
  }
  for (;;) {
    const frame = await connection.receive(signal);
    if (!frame) {
      return {
        relay,
        events: null,
        message: signal.aborted ? 'no answer in time' : 'the connection was closed',
      };
    }
    if (frame[1] !== SUBSCRIPTION) continue;
    if (frame[0] === 'CLOSED') return { relay, events: null, message: messageOf(frame[2]) };
    if (frame[0] === 'EOSE') return { relay, events, message: '' };
    const event = eventIn(frame, filter);
    if (event && events.length < MAX_EVENTS) events.push(event);
  }
}

function eventIn(frame: Frame, filter: Filter): Event | null {
  const event = frame[0] === 'EVENT' ? readEvent(frame[2]) : null;
  return event && matchFilter(filter, event) ? event : null;
}

function messageOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, MAX_MESSAGE) : '';
}
