/**
 * Outbound calls through HTTPS_PROXY: the proxy gets IP addresses that were checked here, so a name that
 * leads inside is refused before the proxy hears of it (case 94).
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import http from 'node:http';
import type net from 'node:net';
import tls from 'node:tls';
import { Unsent } from '../../../providers/_kit/errors.ts';
import { startProxy } from '../proxy.ts';
import { createEgress, type EgressConfig } from '../../platform/egress.ts';

describe('an outbound call through a proxy', () => {
  const asked: string[] = [];
  const hosts: string[] = [];
  const names: string[] = [];
  let port = 0;
  let tlsPort = 0;
  let through = 0;
  const servers: (http.Server | net.Server)[] = [];
  let proxyUrl: string;
  const listen = (server: http.Server | net.Server): Promise<number> => {
    servers.push(server);
    return new Promise((resolve) =>
      server.listen(0, '127.0.0.1', () => resolve((server.address() as net.AddressInfo).port)),
    );
  };
  beforeAll(async () => {
    port = await listen(
      http.createServer((request, response) => {
        hosts.push(request.headers.host ?? '');
        response.end('reached');
      }),
    );
    tlsPort = await listen(
      tls.createServer({
        SNICallback: (name, done) => {
          names.push(name);
          done(new Error('it is enough to know the name'));
        },
      }),
    );
    proxyUrl = `http://127.0.0.1:${await listen(startProxy(asked, () => through))}`;
  });
  beforeEach(() => {
    for (const list of [asked, hosts, names]) list.length = 0;
    through = port;
  });
  afterAll(async () => {
    for (const server of servers) {
      if ('closeAllConnections' in server) server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  const call = async (url: string, config: Partial<EgressConfig> = {}): Promise<string> => {
    const egress = createEgress({
      guardDisabled: false,
      allowCidrs: [],
      trustedOrigins: [],
      proxyUrl,
      ...config,
    });
    try {
      if (url.startsWith('ws')) {
        await egress.webSocket(url);
        return 'opened';
      }
      return await (await egress.fetch(url)).text();
    } finally {
      await egress.close();
    }
  };
  const LOOPBACK = { allowCidrs: ['127.0.0.0/8', '::1/128'] };

  it.each(['http://localhost', 'https://localhost', 'ws://localhost', 'http://127.0.0.1', 'http://[::1]'])(
    'is refused for %s, and the proxy hears nothing of it',
    async (origin) => {
      const refused = call(`${origin}:${port}/`);
      await expect(refused).rejects.toBeInstanceOf(Unsent);
      await expect(refused).rejects.toThrow(origin.startsWith('ws') ? /localhost/ : /Blocked IP/);
      expect([asked, hosts]).toEqual([[], []]);
    },
  );

  it('reaches a name by the IP address that was checked, under its own name', async () => {
    expect(await call(`http://localhost:${port}/path`, LOOPBACK)).toBe('reached');
    expect([asked, hosts]).toEqual([[`CONNECT 127.0.0.1:${port}`], [`localhost:${port}`]]);
  });

  it('proves its TLS for the name, not for the IP address', async () => {
    through = tlsPort;
    await expect(call(`https://localhost:${tlsPort}/`, LOOPBACK)).rejects.toBeInstanceOf(Error);
    expect([asked, names]).toEqual([[`CONNECT 127.0.0.1:${tlsPort}`], ['localhost']]);
  });

  it('is not sent where this machine does not know the name', async () => {
    await expect(call('http://nobody.invalid/')).rejects.toBeInstanceOf(Unsent);
    expect(asked).toEqual([]);
  });

  describe('that resolves the names itself (CRIER_PROXY_RESOLVES)', () => {
    const resolves = { proxyResolves: true };

    it.each([
      'localhost',
      'crier.localhost',
      'postgres',
      'metadata.google.internal',
      'printer.local',
      'router.lan',
      'nas.home.arpa',
      'LOCALHOST.',
      '127.0.0.1',
      '2130706433',
      '[::ffff:10.0.0.1]',
    ])('is refused for %s with a message', async (host) => {
      await expect(call(`http://${host}:${port}/`, resolves)).rejects.toThrow(/Blocked IP/);
      expect(asked).toEqual([]);
    });

    it('gets every other name', async () => {
      expect(await call('http://social.example/path', resolves)).toBe('reached');
      expect([asked.length, asked[0]]).toEqual([1, expect.stringContaining('social.example')]);
    });
  });

  it('gets any name where the guard is off', async () => {
    expect(await call(`http://localhost:${port}/`, { guardDisabled: true })).toBe('reached');
    expect(asked[0]).toContain('localhost');
  });
});
