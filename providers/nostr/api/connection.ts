/** A connection to a relay: JSON frames out and in (NIP-01, "Communication between clients and relays"). */
import type { Egress } from '../../_kit/egress.ts';

/** A message of the relay protocol: its type, then its arguments. */
export type Frame = readonly unknown[];

export interface RelayConnection {
  readonly relay: string;
  /** The relay's latest challenge to authenticate (NIP-42); null if there was none yet. */
  readonly challenge: string | null;
  /** Returns false if the connection is already closed, so that nothing was sent. */
  send(frame: Frame): boolean;
  /** The next frame; null if the connection closes or `signal` aborts first. */
  receive(signal: AbortSignal): Promise<Frame | null>;
  close(): void;
}

/** Characters of a frame; longer ones are ignored. (One that is much longer ends the connection: egress.) */
const MAX_FRAME = 256 * 1024;
/** Unread frames, and their characters; a relay that sends more is disconnected. */
const MAX_WAITING = 1000;
const MAX_WAITING_CHARACTERS = 4 * 1024 * 1024;
/** All frames of one connection: what it is opened for takes a few. */
const MAX_FRAMES = 10_000;

/** @throws Unsent if the connection cannot be opened within `timeoutMs` */
export async function openConnection(
  relay: string,
  egress: Egress,
  options: { timeoutMs: number },
): Promise<RelayConnection> {
  const socket = await egress.webSocket(relay, options);
  const waiting: { readonly frame: Frame; readonly size: number }[] = [];
  let waitingCharacters = 0;
  let received = 0;
  let challenge: string | null = null;
  let wake = (): void => undefined;
  socket.addEventListener('message', (event) => {
    if (++received > MAX_FRAMES) return socket.close();
    const frame = parseFrame(event.data);
    if (!frame) return;
    if (frame[0] === 'AUTH' && typeof frame[1] === 'string') challenge = frame[1];
    const size = String(event.data).length;
    waiting.push({ frame, size });
    waitingCharacters += size;
    if (waiting.length > MAX_WAITING || waitingCharacters > MAX_WAITING_CHARACTERS) socket.close();
    wake();
  });
  socket.addEventListener('close', () => wake());
  // A broken connection is closed as well; `receive` notices that.
  socket.addEventListener('error', () => wake());

  return {
    relay,
    get challenge() {
      return challenge;
    },
    send(frame) {
      if (socket.readyState !== socket.OPEN) return false;
      socket.send(JSON.stringify(frame));
      return true;
    },
    async receive(signal) {
      const aborted = (): void => wake();
      signal.addEventListener('abort', aborted);
      try {
        while (!waiting.length && socket.readyState === socket.OPEN && !signal.aborted) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        const next = waiting.shift();
        waitingCharacters -= next?.size ?? 0;
        return next?.frame ?? null;
      } finally {
        signal.removeEventListener('abort', aborted);
      }
    },
    close: () => socket.close(),
  };
}

// Anything else is ignored: it may belong to a later version of the protocol.
function parseFrame(data: unknown): Frame | null {
  if (typeof data !== 'string' || data.length > MAX_FRAME) return null;
  try {
    const frame: unknown = JSON.parse(data);
    return Array.isArray(frame) ? frame : null;
  } catch {
    return null; // not JSON
  }
}
