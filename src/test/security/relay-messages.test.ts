/** What a Nostr relay, whose URL anybody can enter, sends to fill a worker's memory (case 110). */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { openConnection, type RelayConnection } from '../../../providers/nostr/api/connection.ts';
import { createEgress } from '../../platform/egress.ts';

const MB = 1024 * 1024;

describe('a relay', () => {
  const egress = createEgress({ guardDisabled: true, allowCidrs: [], trustedOrigins: [] });
  let server: WebSocketServer;
  let connection: RelayConnection;
  let greet: (socket: WebSocket) => void;
  const closed: Promise<unknown>[] = [];
  beforeAll(async () => {
    server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: { threshold: 1024 } });
    server.on('connection', (socket) => {
      socket.on('error', () => undefined);
      closed.push(new Promise((resolve) => socket.once('close', resolve)));
      greet(socket);
    });
    await new Promise((resolve) => server.once('listening', resolve));
  });
  afterEach(() => connection?.close());
  afterAll(async () => {
    for (const socket of server.clients) socket.terminate();
    server.close();
    await egress.close();
  });

  const open = async (first: (socket: WebSocket) => void): Promise<RelayConnection> => {
    greet = first;
    const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
    connection = await openConnection(url, egress, { timeoutMs: 5000 });
    return connection;
  };
  const receive = (): Promise<unknown> => connection.receive(AbortSignal.timeout(20_000));
  const notice = (size: number): string => JSON.stringify(['NOTICE', 'x'.repeat(size)]);

  it.each([
    ['of 2 MB', (socket: WebSocket) => socket.send(notice(2 * MB), { compress: false })],
    ['of 20 MB in 20 KB, compressed', (socket: WebSocket) => socket.send(notice(20 * MB))],
    [
      'in pieces that never end',
      (socket: WebSocket) => {
        for (let n = 0; n < 20_000; n++) socket.send('x'.repeat(100), { fin: false, compress: false });
      },
    ],
  ])(
    'that sends a message %s is disconnected, and nothing of it is read',
    async (_, send) => {
      await open(send);
      expect(await receive()).toBeNull();
      await closed.at(-1);
    },
    60_000,
  );

  it.each([
    ['5,000 messages', 5000, 10],
    ['large messages', 100, 200_000],
  ])(
    'that sends %s which nobody reads is disconnected',
    async (_, messages, size) => {
      await open((socket) => {
        for (let n = 0; n < messages; n++) socket.send(notice(size));
      });
      await closed.at(-1);
      expect(connection.send(['REQ'])).toBe(false);
    },
    60_000,
  );

  it('that sends messages without end, of which none is the answer, is disconnected', async () => {
    await open((socket) => {
      const more = (): void => {
        for (let n = 0; n < 500 && socket.bufferedAmount < 10_000; n++) socket.send('["NOTICE","x"]');
      };
      const timer = setInterval(more, 5);
      socket.once('close', () => clearInterval(timer));
    });
    let frames = 0;
    while (await receive()) frames++;
    expect(frames).toBeLessThanOrEqual(10_000);
    await closed.at(-1);
  }, 60_000);

  it('that sends an event as large as relays accept is read', async () => {
    await open((socket) => socket.send(notice(200_000)));
    expect(await receive()).toEqual(['NOTICE', 'x'.repeat(200_000)]);
  });
});
