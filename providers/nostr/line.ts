/**
 * One open connection to a relay: JSON frames out, JSON frames in, one at a time (NIP-01, "Communication
 * between clients and relays").
 */
import type { Egress } from '../_kit/egress.ts';

/** A message of the relay protocol: its type, then what belongs to it. */
export type Frame = readonly unknown[];

/** An open connection. */
export interface RelayLine {
  readonly relay: string;
  /**
   * The newest challenge that the relay sent to be answered by an authentication (NIP-42); null before one
   * came.
   */
  readonly challenge: string | null;
  /** Returns false when the connection was closed already, so that nothing was sent. */
  send(frame: Frame): boolean;
  /** The next frame; null when the connection was closed or `signal` aborted before one came. */
  receive(signal: AbortSignal): Promise<Frame | null>;
  close(): void;
}

/** Characters of one frame; a longer one is not read. */
const MAX_FRAME = 1024 * 1024;
/** Frames that wait to be read; a relay that sends more has gone astray and is left. */
const MAX_WAITING = 1000;

/**
 * Opens a connection.
 *
 * @throws Unsent when it cannot be opened within `timeoutMs`
 */
export async function openLine(
  relay: string,
  egress: Egress,
  options: { timeoutMs: number },
): Promise<RelayLine> {
  const socket = await egress.webSocket(relay, options);
  const waiting: Frame[] = [];
  let challenge: string | null = null;
  let wake = (): void => undefined;
  socket.addEventListener('message', (event) => {
    const frame = parseFrame(event.data);
    if (!frame) return;
    if (frame[0] === 'AUTH' && typeof frame[1] === 'string') challenge = frame[1];
    waiting.push(frame);
    if (waiting.length > MAX_WAITING) socket.close();
    wake();
  });
  socket.addEventListener('close', () => wake());
  // A connection that breaks is also closed; the reader learns it there.
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
        return waiting.shift() ?? null;
      } finally {
        signal.removeEventListener('abort', aborted);
      }
    },
    close: () => socket.close(),
  };
}

// What is no frame is passed over: a relay may send what a later version of the protocol adds.
function parseFrame(data: unknown): Frame | null {
  if (typeof data !== 'string' || data.length > MAX_FRAME) return null;
  try {
    const frame: unknown = JSON.parse(data);
    return Array.isArray(frame) ? frame : null;
  } catch {
    return null; // not JSON, so no frame
  }
}
