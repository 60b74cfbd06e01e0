/** What decides between `Unsent` and an unknown outcome is whether the request had begun. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import http from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import type { Egress } from '../../providers/_kit/egress.ts';
import { OutcomeUnknown, Unsent, type ProviderError } from '../../providers/_kit/errors.ts';
import { makeCertificate } from '../test/servers/tls-front.ts';
import { createEgress } from './egress.ts';

describe('a call that breaks', () => {
  let certificate: { key: Buffer; cert: Buffer };
  const trusted = tls.getCACertificates('default');
  let egress: Egress & { close(): Promise<void> };
  const servers = new Set<net.Server>();
  const sockets = new Set<Socket>();

  beforeAll(async () => {
    certificate = await makeCertificate();
    tls.setDefaultCACertificates([...trusted, certificate.cert.toString()]);
  });
  afterAll(() => tls.setDefaultCACertificates(trusted));
  beforeEach(() => void (egress = createEgress({ guardDisabled: true, allowCidrs: [], trustedOrigins: [] })));
  afterEach(async () => {
    await egress.close();
    for (const socket of sockets) socket.destroy();
    for (const server of servers) server.close();
    sockets.clear();
    servers.clear();
  });

  async function listen(server: net.Server): Promise<string> {
    servers.add(server);
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `https://localhost:${(server.address() as AddressInfo).port}/`;
  }

  /** What the other side had read in clear text when it broke, and how the call ended. */
  async function post(url: string): Promise<ProviderError> {
    return egress
      .fetch(url, { method: 'POST', body: 'status=hello', timeoutMs: 1500 })
      .then((response) => response.text())
      .then(
        () => Promise.reject(new Error('the call succeeded')),
        (error: unknown) => error as ProviderError,
      );
  }

  describe('before its first byte', () => {
    const raw = (then: (socket: Socket) => void): Promise<string> =>
      listen(net.createServer((socket) => void socket.once('data', () => then(socket))));

    it.each([
      ['a server that resets during the handshake', (socket: Socket) => void socket.resetAndDestroy()],
      ['a server that closes during the handshake', (socket: Socket) => void socket.destroy()],
      [
        'a server that speaks no TLS',
        (socket: Socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
      ],
      ['a server that never answers the handshake', () => undefined],
    ])('is unsent: %s', async (_, then) => {
      expect(await post(await raw(then))).toBeInstanceOf(Unsent);
    });

    it('is unsent: a certificate that is not trusted', async () => {
      const other = await makeCertificate();
      const server = tls.createServer(other, () => {
        throw new Error('a connection was made');
      });
      server.on('tlsClientError', () => undefined);
      expect(await post(await listen(server))).toBeInstanceOf(Unsent);
    });

    it('is unsent: a proxy that refuses the tunnel', async () => {
      const proxy = http.createServer();
      proxy.on('connect', (_request, socket) => socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n'));
      const proxyUrl = (await listen(proxy)).replace('https', 'http');
      await egress.close();
      egress = createEgress({ guardDisabled: true, allowCidrs: [], trustedOrigins: [], proxyUrl });
      expect(await post('https://localhost:9/')).toBeInstanceOf(Unsent);
    });
  });

  describe('after it', () => {
    /** Reads the request in clear text, then does something to the connection below TLS. */
    async function afterRequest(
      then: (client: Socket) => void,
    ): Promise<{ url: string; read: () => string }> {
      let read = '';
      let client: Socket | undefined;
      const server = tls.createServer(certificate, (secure) => {
        secure.on('error', () => undefined);
        secure.on('data', (chunk: Buffer) => {
          read += chunk.toString();
          if (client && read.includes('status=hello')) then(client);
        });
      });
      const { port } = new URL(await listen(server));
      const front = net.createServer((socket) => {
        client = socket;
        const onward = net.connect(Number(port), '127.0.0.1');
        sockets.add(onward);
        onward.on('error', () => undefined);
        socket.pipe(onward);
        onward.pipe(socket);
      });
      return { url: await listen(front), read: () => read };
    }

    it.each([
      ['a reset', (client: Socket) => void client.resetAndDestroy()],
      ['a close', (client: Socket) => void client.destroy()],
      ['bytes that are no TLS', (client: Socket) => void client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')],
      ['a fatal alert', (client: Socket) => void client.end(Buffer.from([21, 3, 3, 0, 2, 2, 80]))],
      ['silence', () => undefined],
    ])('is of unknown outcome: %s', async (_, then) => {
      const { url, read } = await afterRequest(then);
      const error = await post(url);
      expect(read()).toContain('status=hello');
      expect(error).toBeInstanceOf(OutcomeUnknown);
    });

    // TLS 1.3 lets a client send before the server has looked at its certificate.
    it('is of unknown outcome: a server that misses a certificate of the client', async () => {
      const server = tls.createServer({ ...certificate, requestCert: true, rejectUnauthorized: true });
      server.on('tlsClientError', () => undefined);
      const error = await post(await listen(server));
      expect(error).toBeInstanceOf(OutcomeUnknown);
    });

    it('is of unknown outcome on a connection that was kept from the call before', async () => {
      let calls = 0;
      const server = http.createServer((request, response) => {
        request.resume();
        if (++calls === 1) return void response.end('first');
        request.socket.resetAndDestroy();
      });
      const url = (await listen(server)).replace('https', 'http');
      expect(await (await egress.fetch(url)).text()).toBe('first');
      await sleep(20);
      expect(await post(url)).toBeInstanceOf(OutcomeUnknown);
      expect(calls).toBe(2);
    });
  });
});
