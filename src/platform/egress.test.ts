import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import http from 'node:http';
import { OutcomeUnknown, Unsent } from '../../providers/_kit/errors.ts';
import { startFaultFront, type FaultFront } from '../test/networks/fault-front.ts';
import { createEgress } from './egress.ts';

const closed = { guardDisabled: false, allowCidrs: [], trustedOrigins: [] };

describe('egress', () => {
  let server: http.Server;
  let front: FaultFront;
  beforeAll(async () => {
    server = http.createServer((request, response) => {
      if (request.url === '/redirect') {
        return response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
      }
      if (request.url === '/odd') return response.writeHead(999, 'ni\u00e9').end('x');
      response.end(JSON.stringify({ path: request.url, filler: 'x'.repeat(2000) }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    front = await startFaultFront(`http://127.0.0.1:${(server.address() as { port: number }).port}`);
  });
  afterAll(async () => {
    await front.stop();
    server.closeAllConnections();
    server.close();
  });

  it('passes on an answer with a status and a reason that the standard does not allow', async () => {
    const egress = createEgress({ ...closed, allowCidrs: ['127.0.0.1/32'] });
    const { port } = server.address() as { port: number };
    const answer = await egress.fetch(`http://127.0.0.1:${port}/odd`);
    expect([answer.status, answer.ok, await answer.text()]).toEqual([599, false, 'x']);
    await egress.close();
  });

  const literals = [
    '127.0.0.1',
    '2130706433',
    '0x7f000001',
    '0177.1',
    '127.1',
    '0',
    '①②⑦.0.0.1',
    '[::]',
    '[::1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fd00::1]',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '10.0.0.1',
    '192.168.1.1',
    'localhost',
  ];
  it.each(literals)('refuses http://%s as "Blocked IP", and sends nothing', async (host) => {
    const egress = createEgress(closed);
    await expect(egress.fetch(`http://${host}:2999/`)).rejects.toThrow(/Blocked IP/);
    await expect(egress.fetch(`http://${host}:2999/`)).rejects.toBeInstanceOf(Unsent);
    await egress.close();
  });

  it('reaches a loopback server that is a trusted origin, and no other', async () => {
    const egress = createEgress({ ...closed, trustedOrigins: [front.url] });
    expect((await egress.fetch(`${front.url}/a`)).status).toBe(200);
    await expect(egress.fetch('http://127.0.0.1:2999/')).rejects.toThrow(/Blocked IP/);
    await egress.close();
  });

  it('does not follow a redirect', async () => {
    const egress = createEgress({ ...closed, trustedOrigins: [front.url] });
    expect((await egress.fetch(`${front.url}/redirect`)).status).toBe(302);
    await egress.close();
  });

  it('throws Unsent for a refused connection and for a name that does not exist', async () => {
    const egress = createEgress({ ...closed, guardDisabled: true });
    await expect(egress.fetch('http://127.0.0.1:2999/')).rejects.toBeInstanceOf(Unsent);
    await expect(egress.fetch('http://nobody.invalid/')).rejects.toBeInstanceOf(Unsent);
    await egress.close();
  });

  it.each([
    'hang_before',
    'hang_after',
    'reset_before',
    'reset_after',
    'truncated_after',
    'drip_after',
  ] as const)('throws OutcomeUnknown when the connection does %s', async (kind) => {
    const egress = createEgress({ ...closed, trustedOrigins: [front.url] });
    front.arm({ kind }, () => true);
    const read = egress.fetch(`${front.url}/a`, { timeoutMs: 600 }).then((response) => response.text());
    await expect(read).rejects.toBeInstanceOf(OutcomeUnknown);
    await egress.close();
  });

  it('stops reading at the byte limit, and reads a body below it', async () => {
    const egress = createEgress({ ...closed, trustedOrigins: [front.url] });
    await expect(egress.fetch(`${front.url}/a`, { maxBytes: 100 }).then((r) => r.text())).rejects.toThrow(
      /more than 100 bytes/,
    );
    expect(
      (await egress.fetch(`${front.url}/a`, { maxBytes: 10_000 }).then((r) => r.text())).length,
    ).toBeGreaterThan(2000);
    await egress.close();
  });

  it('refuses other protocols, and URLs that contain credentials', async () => {
    const egress = createEgress({ ...closed, guardDisabled: true });
    for (const url of ['file:///etc/passwd', 'ftp://example.com/', 'http://user:pass@example.com/']) {
      await expect(egress.fetch(url)).rejects.toThrow(/Not a URL/);
    }
    await egress.close();
  });
});
