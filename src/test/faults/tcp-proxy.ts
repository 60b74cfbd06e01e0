/** A connection between one process and a server that can be cut and restored. */
import net from 'node:net';

/** A running proxy; `address` (host:port) stands for the server's. */
export interface TcpProxy {
  readonly address: string;
  /**
   * Nothing passes any more, in either direction, and nobody is notified: connections stay open, and new ones
   * are accepted.
   */
  split(): void;
  /** Every connection breaks, and nobody can connect until `heal`. */
  cut(): void;
  /** Existing connections hang permanently, as behind a router that forgot them; new ones get through. */
  forget(): void;
  /** Every connection breaks, and new ones lead to another server (host:port). */
  leadTo(target: string): void;
  /** What waited is passed on. */
  heal(): void;
  /**
   * The next time that `text` is sent to the server, the connection breaks when its answer comes: what was
   * asked took effect, and nobody learns of it. With `thenAway`, nobody can connect any more until `heal`.
   * Resolves when it has happened.
   */
  loseAnswerTo(text: string, options?: { thenAway?: boolean }): Promise<void>;
  stop(): Promise<void>;
}

/** Starts one on a free loopback port that forwards to `target` (host:port). */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  let [host, port] = partsOf(target);
  const sockets = new Set<net.Socket>();
  let isSplit = false;
  let isAway = false;
  let marked: { text: string; lost: () => void } | null = null;
  const carry = (from: net.Socket, to: net.Socket): void => {
    sockets.add(from);
    from.pipe(to);
    if (isSplit) from.pause();
    from.on('error', () => to.destroy()); // the other side learns of it as it would over a network
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const server = net.createServer((client) => {
    if (isAway) return void client.destroy();
    const upstream = net.connect(port, host);
    carry(client, upstream);
    carry(upstream, client);
    client.on('data', (chunk) => {
      if (!marked || !chunk.includes(marked.text)) return;
      const { lost } = marked;
      marked = null;
      upstream.unpipe(client);
      upstream.once('data', () => {
        lost();
        client.destroy();
      });
      upstream.resume(); // unpiped, it stands still
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    split() {
      isSplit = true;
      for (const socket of sockets) socket.pause();
    },
    cut() {
      isAway = true;
      for (const socket of sockets) socket.destroy();
    },
    forget() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    leadTo(other) {
      [host, port] = partsOf(other);
      for (const socket of sockets) socket.destroy();
    },
    heal() {
      isSplit = false;
      isAway = false;
      for (const socket of sockets) socket.resume();
    },
    loseAnswerTo: (text, { thenAway = false } = {}) =>
      new Promise((resolve) => {
        const lost = (): void => {
          isAway = thenAway;
          if (isAway) for (const socket of sockets) socket.destroy();
          resolve();
        };
        marked = { text, lost };
      }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function partsOf(target: string): [string, number] {
  const colon = target.lastIndexOf(':');
  return [target.slice(0, colon), Number(target.slice(colon + 1))];
}
