/** The one way out of the process, as providers see it. `src/platform/egress.ts` implements it. */
import type { RequestInit, Response, WebSocket } from 'undici';

/** Limits of one outbound request. */
export interface EgressOptions {
  /** Milliseconds until the whole exchange is cut off. Default 30 000. */
  readonly timeoutMs?: number;
  /** Bytes of the (decoded) answer that are read at most. Default 5 MiB. */
  readonly maxBytes?: number;
}

/**
 * Outbound HTTP and WebSocket with the guard against internal addresses, time and size caps, and no
 * redirects.
 *
 * Failures are typed: `Unsent` when no byte of the request can have reached the other side (blocked address,
 * DNS, refused, TLS, connect timeout), `OutcomeUnknown` for everything after that. An HTTP status is not a
 * failure here.
 */
export interface Egress {
  fetch(url: string | URL, init?: RequestInit & EgressOptions): Promise<Response>;
  /**
   * Opens a WebSocket through the same guard; rejects with `Unsent` when it cannot be opened within
   * `timeoutMs`.
   */
  webSocket(url: string | URL, options?: EgressOptions): Promise<WebSocket>;
}
