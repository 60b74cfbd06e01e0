/** The one way out of the process, as providers see it. `src/platform/egress.ts` implements it. */
import type { RequestInit, Response, WebSocket } from 'undici';

/** Limits of one outbound request. */
export interface EgressOptions {
  /** Milliseconds until the whole exchange is cut off. Default 30 000. */
  readonly timeoutMs?: number;
  /** Maximum number of bytes read of the (decoded) answer. Default 5 MiB. */
  readonly maxBytes?: number;
}

/**
 * Outbound HTTP and WebSocket, guarded against internal addresses, with time and size limits and without
 * redirects.
 *
 * Failures are typed by when they happen: `Unsent` before the first byte of the request is written (blocked
 * address, DNS, refused, TLS handshake, a timeout while connecting), `OutcomeUnknown` from then on. An HTTP
 * status is not a failure here.
 */
export interface Egress {
  fetch(url: string | URL, init?: RequestInit & EgressOptions): Promise<Response>;
  /** Opens a WebSocket; rejects with `Unsent` if that takes longer than `timeoutMs`. */
  webSocket(url: string | URL, options?: EgressOptions): Promise<WebSocket>;
}
