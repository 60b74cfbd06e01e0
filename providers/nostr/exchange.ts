/**
 * What is said to one relay: an event is offered, a filter is asked, an authentication is answered (NIP-01,
 * NIP-42).
 */
import type { Event, EventTemplate, VerifiedEvent } from 'nostr-tools/core';
import { matchFilter, type Filter } from 'nostr-tools/filter';
import { makeAuthEvent } from 'nostr-tools/nip42';
import type { Egress } from '../_kit/egress.ts';
import { readEvent } from './event.ts';
import { openLine, type Frame, type RelayLine } from './line.ts';

/** What an exchange with a relay needs. `sign` signs the answer to a challenge with the account's key. */
export interface RelayTools {
  readonly egress: Egress;
  readonly signal: AbortSignal;
  sign(template: EventTemplate): VerifiedEvent;
}

/**
 * One relay's answer to one event:
 *   taken      it has the event, now or since before
 *   limited    it does not, and asks to wait
 *   refused    it does not, for the reason in its words
 *   unreached  it does not: the event was not sent, or was sent and returned without a reason that would last
 *   unsure     the event was sent, and nothing says whether it was taken
 */
export type Answer =
  | { readonly relay: string; readonly kind: 'taken' }
  | {
      readonly relay: string;
      readonly kind: 'limited' | 'refused' | 'unreached' | 'unsure';
      readonly words: string;
    };

/** One relay's answer to a query; null events when it gave none, for the reason in `words`. */
export interface Found {
  readonly relay: string;
  readonly events: readonly Event[] | null;
  readonly words: string;
}

const CONNECT_MS = 6000;
const MAX_WORDS = 300;
const MAX_EVENTS = 100;
const SUBSCRIPTION = 'crier';

/**
 * Offers an event to one relay, authenticating when the relay asks for it. Never rejects for what a relay
 * does.
 */
export async function offerEvent(relay: string, event: Event, tools: RelayTools): Promise<Answer> {
  const line = await openOrWords(relay, tools);
  if (typeof line === 'string') return { relay, kind: 'unreached', words: line };
  try {
    const first = await sendEvent(line, event, tools.signal);
    if (first.kind !== 'refused' || !first.words.startsWith('auth-required:')) return first;
    const denied = await authenticate(line, tools);
    if (denied) return { relay, ...denied };
    return await sendEvent(line, event, tools.signal);
  } finally {
    line.close();
  }
}

/**
 * Asks one relay for events. What it shows is believed only when its signature holds and the filter matches.
 */
export async function askRelay(relay: string, filter: Filter, tools: RelayTools): Promise<Found> {
  const line = await openOrWords(relay, tools);
  if (typeof line === 'string') return { relay, events: null, words: line };
  try {
    const first = await sendQuery(line, filter, tools.signal);
    if (first.events || !first.words.startsWith('auth-required:')) return first;
    const denied = await authenticate(line, tools);
    if (denied) return { relay, events: null, words: denied.words };
    return await sendQuery(line, filter, tools.signal);
  } finally {
    line.close();
  }
}

// Before the connection is open nothing was sent, so whatever went wrong is the same here: the relay was not
// reached.
async function openOrWords(relay: string, { egress, signal }: RelayTools): Promise<RelayLine | string> {
  const opening = openLine(relay, egress, { timeoutMs: CONNECT_MS });
  const aborted = new Promise<string>((resolve) => {
    const stop = (): void => resolve('no answer in time');
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  const line = await Promise.race([opening, aborted]).catch((error: unknown) =>
    wordsOf((error as Error).message),
  );
  if (typeof line === 'string') {
    void opening.then(
      (late) => late.close(),
      () => undefined,
    );
  }
  return line;
}

async function sendEvent(line: RelayLine, event: Event, signal: AbortSignal): Promise<Answer> {
  const { relay } = line;
  if (signal.aborted || !line.send(['EVENT', event])) {
    return { relay, kind: 'unreached', words: 'the connection was closed' };
  }
  const answer = await okFor(line, event.id, signal);
  if (!answer) {
    return {
      relay,
      kind: 'unsure',
      words: signal.aborted ? 'no answer in time' : 'the connection was closed without an answer',
    };
  }
  return answer.ok ? { relay, kind: 'taken' } : readRefusal(relay, answer.words);
}

// NIP-01: a machine-readable word, a colon, then words for people. `error:` says nothing about what became of
// the event.
function readRefusal(relay: string, words: string): Answer {
  switch (words.split(':', 1)[0]) {
    case 'duplicate':
      return { relay, kind: 'taken' };
    case 'rate-limited':
      return { relay, kind: 'limited', words };
    case 'error':
      return { relay, kind: 'unsure', words };
    default:
      return { relay, kind: 'refused', words: words || 'refused without a reason' };
  }
}

// One event is in flight at a time, so an answer with an empty id, as some relays give, is the answer to it.
async function okFor(
  line: RelayLine,
  id: string,
  signal: AbortSignal,
): Promise<{ ok: boolean; words: string } | null> {
  for (;;) {
    const frame = await line.receive(signal);
    if (!frame) return null;
    if (frame[0] === 'OK' && (frame[1] === id || frame[1] === '')) {
      return { ok: frame[2] === true, words: wordsOf(frame[3]) };
    }
  }
}

// Null when the relay accepted the authentication.
async function authenticate(
  line: RelayLine,
  { sign, signal }: RelayTools,
): Promise<{ kind: 'refused' | 'unreached'; words: string } | null> {
  const silent = {
    kind: 'unreached',
    words: 'it asks for an authentication, but did not carry it through',
  } as const;
  while (!line.challenge) if (!(await line.receive(signal))) return silent;
  const event = sign(makeAuthEvent(line.relay, line.challenge));
  if (!line.send(['AUTH', event])) return silent;
  const answer = await okFor(line, event.id, signal);
  if (!answer) return silent;
  return answer.ok ? null : { kind: 'refused', words: `the authentication was refused: ${answer.words}` };
}

async function sendQuery(line: RelayLine, filter: Filter, signal: AbortSignal): Promise<Found> {
  const { relay } = line;
  const events: Event[] = [];
  if (!line.send(['REQ', SUBSCRIPTION, filter])) {
    return { relay, events: null, words: 'the connection was closed' };
  }
  for (;;) {
    const frame = await line.receive(signal);
    if (!frame) {
      return {
        relay,
        events: null,
        words: signal.aborted ? 'no answer in time' : 'the connection was closed',
      };
    }
    if (frame[1] !== SUBSCRIPTION) continue;
    if (frame[0] === 'CLOSED') return { relay, events: null, words: wordsOf(frame[2]) };
    if (frame[0] === 'EOSE') return { relay, events, words: '' };
    const event = eventIn(frame, filter);
    if (event && events.length < MAX_EVENTS) events.push(event);
  }
}

function eventIn(frame: Frame, filter: Filter): Event | null {
  const event = frame[0] === 'EVENT' ? readEvent(frame[2]) : null;
  return event && matchFilter(filter, event) ? event : null;
}

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, MAX_WORDS) : '';
}
