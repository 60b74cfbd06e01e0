/** What leads from a linked page into a private network is not followed: the page itself, and what it
 * names. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { png, refusal, type ErrorBody } from '../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../test/instance.ts';
import { startMediaHost, type MediaHost } from '../uploads/fixtures/media-host.ts';

interface Card {
  readonly title: string;
  readonly picture: string | null;
}

describe('a page that leads into a private network', () => {
  let crier: TestInstance;
  let host: MediaHost;
  let inside: Server;
  let insideUrl: string;
  const asked: string[] = [];
  beforeAll(async () => {
    [crier, host] = await Promise.all([
      startInstance({ temporal: false, env: { SSRF_ALLOW_CIDRS: '127.0.0.1/32' } }),
      startMediaHost(),
    ]);
    // It would answer: nobody may ask.
    inside = createServer(({ url }, response) => {
      asked.push(url ?? '');
      if (url === '/picture') response.writeHead(200, { 'content-type': 'image/png' }).end(png(40, 20));
      else response.writeHead(200, { 'content-type': 'text/html' }).end('{"title":"Inside"}');
    });
    await new Promise<void>((ready) => inside.listen(0, '127.0.0.2', ready));
    insideUrl = `http://127.0.0.2:${(inside.address() as AddressInfo).port}`;
  });
  beforeEach(() => void (asked.length = 0));
  afterAll(async () => {
    inside?.close();
    await host?.stop();
    await crier?.stop();
  });

  const page = (path: string, html: string): string =>
    host.serve(path, (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html));
  const cardOf = <T = Card>(url: string): Promise<Answer<T>> =>
    crier.call<T>('POST', '/link-cards', { body: { url } });

  it('is refused where it redirects there, and read where it redirects to another public page', async () => {
    page('/outside', '<title>Outside</title>');
    expect((await cardOf(host.serve('/moved', `${host.url}/outside`))).body.title).toBe('Outside');
    expect(refusal(await cardOf<ErrorBody>(host.serve('/trap', `${insideUrl}/page`)))).toMatchObject({
      code: 'blocked_address',
    });
    expect(asked).toEqual([]);
  });

  it('has no picture where that redirects there, and the picture of another public host', async () => {
    host.serve('/real.png', png(40, 20));
    const html = (picture: string): string =>
      `<title>Tea</title><meta property="og:image" content="${picture}">`;
    const good = page('/good', html(host.serve('/elsewhere.png', `${host.url}/real.png`)));
    expect((await cardOf(good)).body.picture).toContain('data:image/jpeg');
    const bad = page('/bad', html(host.serve('/trap.png', `${insideUrl}/picture`)));
    expect((await cardOf(bad)).body).toMatchObject({ title: 'Tea', picture: null });
    expect(asked).toEqual([]);
  });

  it('has nothing of an oEmbed document where that redirects there, or names a picture there', async () => {
    const html = (document: string): string =>
      `<title>Film</title><link rel="alternate" type="application/json+oembed" href="${document}">`;
    const document = (path: string, thumbnail: string): string =>
      host.serve(path, (_, response) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ title: 'Film', thumbnail_url: thumbnail })),
      );
    host.serve('/still.png', png(40, 20));
    document('/film.json', `${host.url}/still.png`);
    const moved = page('/film', html(host.serve('/film-moved.json', `${host.url}/film.json`)));
    expect((await cardOf(moved)).body.picture).toContain('data:image/jpeg');
    const bad = page('/film-2', html(host.serve('/trap.json', `${insideUrl}/oembed`)));
    expect((await cardOf(bad)).body).toMatchObject({ title: 'Film', picture: null });
    const named = page('/film-3', html(document('/film-3.json', `${insideUrl}/picture`)));
    expect((await cardOf(named)).body).toMatchObject({ title: 'Film', picture: null });
    expect(asked).toEqual([]);
  });
});
