/**
 * A WebSocket proxy in front of a network's server that makes chosen messages fail the way networks and
 * connections do. Messages are text, which only the caller interprets.
 */
import http from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer, type RawData } from 'ws';

/**
 * What happens to the next matching message of a client:
 *   answer         the front answers; the network never sees the message
 *   hang_before    the network never sees the message; no reply arrives
 *   drop_before    the network never sees the message; the connection drops
 *   hang_after     the network accepts the message; no reply arrives
 *   drop_after     the network accepts the message; the connection drops
 *   garbage_after  the network accepts the message; the reply is an HTML page
 */
export type MessageFault =
  | { kind: 'answer'; answer(message: string): string }
  | { kind: 'hang_before' | 'drop_before' | 'hang_after' | 'drop_after' | 'garbage_after' };

/** Selects the messages that a fault applies to. */
export type MessageTarget = (message: string) => boolean;

/** A running front. Clients use `url` (ws://…) in place of the network's URL. */
export interface WebSocketFront {
  readonly url: string;
  /** Applies the fault to the next `times` matching messages. */
  arm(fault: MessageFault, target: MessageTarget, times?: number): void;
  /** Rejects new connections with HTTP 503 until `disarm`. */
  refuseConnections(): void;
  /** Messages that the front received from clients, oldest first, including those that a fault hit. */
  readonly received: readonly string[];
  /** Discards unused faults and returns how many there were. */
  disarm(): number;
  stop(): Promise<void>;
}

interface Armed {
  fault: MessageFault;
  target: MessageTarget;
  times: number;
}

/** Starts a front on a free loopback port that forwards to `upstream` (ws://…). */
export async function startWebSocketFront(upstream: string): Promise<WebSocketFront> {
  const armed: Armed[] = [];
  const received: string[] = [];
  let rejecting = false;
  const take = (message: string): MessageFault | undefined => {
    received.push(message);
    const hit = armed.find((a) => a.target(message));
    if (hit && --hit.times <= 0) armed.splice(armed.indexOf(hit), 1);
    return hit?.fault;
  };
  const server = http.createServer((_, response) => void response.writeHead(426).end());
  const clients = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  server.on('upgrade', (request: http.IncomingMessage, socket: Duplex, head: Buffer) => {
    if (rejecting) {
      return void socket.end(
        'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
      );
    }
    clients.handleUpgrade(request, socket, head, (client) =>
      connectThrough(client, openUpstream(upstream, request), take),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `ws://127.0.0.1:${port}`,
    received,
    arm: (fault, target, times = 1) => void armed.push({ fault, target, times }),
    refuseConnections: () => void (rejecting = true),
    disarm() {
      rejecting = false;
      return armed.splice(0).length;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        for (const client of clients.clients) client.terminate();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

// The server must see the URL that the client used, because clients sign it to authenticate.
function openUpstream(upstream: string, request: http.IncomingMessage): WebSocket {
  return new WebSocket(upstream, { perMessageDeflate: false, headers: { host: request.headers.host ?? '' } });
}

function connectThrough(
  client: WebSocket,
  network: WebSocket,
  take: (message: string) => MessageFault | undefined,
): void {
  const early: string[] = [];
  // Set while the network's next message is the reply that the fault applies to.
  let breaking: MessageFault['kind'] | null = null;
  const forward = (message: string): void => {
    if (network.readyState === WebSocket.CONNECTING) early.push(message);
    else network.send(message);
  };
  client.on('message', (data: RawData) => {
    const message = textOf(data);
    const fault = take(message);
    switch (fault?.kind) {
      case 'answer':
        return client.send(fault.answer(message));
      case 'hang_before':
        return;
      case 'drop_before':
        return client.terminate();
      default:
        breaking = fault?.kind ?? breaking;
        return forward(message);
    }
  });
  network.on('message', (data: RawData) => {
    if (!breaking) return client.send(textOf(data));
    if (breaking === 'drop_after') client.terminate();
    if (breaking === 'garbage_after') client.send('<html><body>Just a moment…</body></html>');
    breaking = null;
  });
  network.on('open', () => {
    for (const message of early.splice(0)) network.send(message);
  });
  client.on('close', () => network.terminate());
  network.on('close', () => client.terminate());
  // An error closes that side, and the close handler ends the other side.
  for (const side of [client, network]) side.on('error', () => side.terminate());
}

function textOf(data: RawData): string {
  return Array.isArray(data) ? Buffer.concat(data).toString() : Buffer.from(data as Buffer).toString();
}
