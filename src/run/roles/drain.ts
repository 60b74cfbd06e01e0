/** The orderly end of an HTTP server, so that a proxy in front of it loses no request. */
import type { Server, ServerResponse } from 'node:http';
import net from 'node:net';

/** What takes longer is cut off. */
const CUT_AFTER_MS = 10_000;
const LOOK_AGAIN_MS = 100;

/**
 * Ends the server, and resolves when its last connection is closed: from now on it takes no new ones, and
 * each answer closes its own. One without a request stays open for `lingerMs`, because a request may be on
 * its way.
 */
export type Drain = (lingerMs: number) => Promise<void>;

/** To be called before the server gets its first request. */
export function drainable(server: Server): Drain {
  const open = new Set<ServerResponse>();
  let draining = false;
  server.prependListener('request', (_request, response: ServerResponse) => {
    if (draining) response.setHeader('Connection', 'close');
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  return (lingerMs) =>
    new Promise((resolve) => {
      draining = true;
      for (const response of open) if (!response.headersSent) response.setHeader('Connection', 'close');
      let looking: NodeJS.Timeout | undefined;
      const begin = (): void => {
        server.closeIdleConnections();
        // An answer that had begun before leaves its connection open.
        looking = setInterval(() => server.closeIdleConnections(), LOOK_AGAIN_MS);
      };
      const lingering = lingerMs ? setTimeout(begin, lingerMs) : void begin();
      const cutting = setTimeout(() => server.closeAllConnections(), CUT_AFTER_MS);
      // That of http.Server closes idle connections at once.
      net.Server.prototype.close.call(server, () => {
        for (const timer of [looking, lingering, cutting]) clearTimeout(timer);
        resolve();
      });
    });
}
