import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { startMediaHost, type MediaHost } from '../uploads/fixtures/media-host.ts';
import { readLinkCard } from './link-card.ts';

describe('a page whose reading is broken off', () => {
  let crier: TestInstance;
  let host: MediaHost;
  beforeAll(async () => {
    [crier, host] = await Promise.all([
      startInstance({ temporal: false, env: { SSRF_ALLOW_CIDRS: '127.0.0.1/32' } }),
      startMediaHost(),
    ]);
  });
  afterAll(async () => {
    await host?.stop();
    await crier?.stop();
  });

  it('by the end of its process is read again at once, as nothing is wrong with it', async () => {
    const stopping = new AbortController();
    const url = host.serve('/menu', () => stopping.abort());
    const page = { url, organizationId: crier.organizationId };
    await expect(readLinkCard(crier.context, { ...page, signal: stopping.signal })).rejects.toThrow();
    host.serve('/menu', (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Menu</title>'),
    );
    expect(await readLinkCard(crier.context, page)).toMatchObject({ title: 'Menu' });
  });
});
