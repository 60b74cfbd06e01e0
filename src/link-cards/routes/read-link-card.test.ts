import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { picture, bytesOf } from '../../platform/media/fixtures/picture.ts';
import { refusal, sql, type ErrorBody } from '../../test/factories.ts';
import { startInstance, type Answer, type TestInstance } from '../../test/instance.ts';
import { startMediaHost, type MediaHost } from '../../uploads/fixtures/media-host.ts';

interface Card {
  title: string;
  description: string;
  picture: string | null;
}

describe('POST /public/v1/link-cards', () => {
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

  const cardOf = <T = Card>(url: string): Promise<Answer<T>> =>
    crier.call<T>('POST', '/link-cards', { body: { url } });
  const page = (path: string, html: string, type = 'text/html'): string =>
    host.serve(path, (_, response) => response.writeHead(200, { 'content-type': type }).end(html));
  const hits = (path: string): number => host.requests.filter(({ url }) => url === path).length;

  it('answers title, description and picture of a page, whose picture becomes a JPEG that every network takes', async () => {
    const large = await bytesOf((await picture({ width: 1300, height: 650 })).png());
    host.serve('/tea.png', large);
    const head = `<meta property="og:title" content="Spring menu"><meta property="og:image" content="/tea.png">`;
    page('/menu', `${head}<meta name="description" content="Tea and cake">`);
    const { status, body } = await cardOf(host.serve('/old-menu', `${host.url}/menu`));
    expect([status, body]).toMatchObject([201, { title: 'Spring menu', description: 'Tea and cake' }]);
    const bytes = Buffer.from(body.picture?.replace('data:image/jpeg;base64,', '') ?? '', 'base64');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 600 });
    expect(bytes.length).toBeLessThanOrEqual(300_000);
  });

  it('reads a page once a day, and keeps what it has when the page is gone', async () => {
    const url = page('/daily', '<title>First</title>');
    expect((await cardOf(url)).body.title).toBe('First');
    page('/daily', '<title>Second</title>');
    expect([(await cardOf(url)).body.title, hits('/daily')]).toEqual(['First', 1]);
    await sql(crier, "update link_card set read_at = now() - interval '25 hours'");
    expect([(await cardOf(url)).body.title, hits('/daily')]).toEqual(['Second', 2]);
    await sql(crier, "update link_card set read_at = now() - interval '25 hours'");
    host.serve('/daily', (_, response) => response.writeHead(410).end());
    expect([(await cardOf(url)).body.title, hits('/daily')]).toEqual(['Second', 3]);
  });

  it('adds what the oEmbed document of a page has, where the page itself lacks it', async () => {
    host.serve('/still.png', await bytesOf((await picture({ width: 30, height: 20 })).png()));
    page(
      '/oembed',
      JSON.stringify({ title: 'A film', thumbnail_url: `${host.url}/still.png` }),
      'application/json',
    );
    const link = '<link rel="alternate" type="application/json+oembed" href="/oembed">';
    const { body } = await cardOf(page('/film', link));
    expect(body).toMatchObject({ title: 'A film', picture: expect.stringContaining('data:image/jpeg') });
    page('/broken', '{', 'application/json');
    expect(
      (await cardOf(page('/film-2', `<title>Film</title>${link.replace('oembed"', 'broken"')}`))).body,
    ).toMatchObject({ title: 'Film', picture: null });
  });

  it('leaves out a picture that cannot be had: gone, no picture, inside a private network', async () => {
    page('/words.png', 'words', 'image/png');
    for (const image of ['/gone.png', '/words.png', 'http://10.0.0.1/a.png', 'http://localhost:1/a.png']) {
      const html = `<title>Menu</title><meta property="og:image" content="${image}">`;
      expect((await cardOf(page(`/with${encodeURIComponent(image)}`, html))).body).toMatchObject({
        title: 'Menu',
        picture: null,
      });
    }
  });

  it('tries a picture that could not be had again, and keeps the one that it had', async () => {
    const url = page('/later', '<title>Later</title><meta property="og:image" content="/later.png">');
    host.serve('/later.png', (_, response) => response.writeHead(503).end());
    expect((await cardOf(url)).body.picture).toBeNull();
    host.serve('/later.png', await bytesOf((await picture({ width: 30, height: 20 })).png()));
    await sql(crier, "update link_card set read_at = read_at - interval '11 minutes'");
    expect((await cardOf(url)).body.picture).toContain('data:image/jpeg');
    host.serve('/later.png', (_, response) => response.writeHead(503).end());
    await sql(crier, "update link_card set read_at = now() - interval '25 hours'");
    expect((await cardOf(url)).body.picture).toContain('data:image/jpeg');
  });

  it('reads a page again that was forgotten meanwhile', async () => {
    const url = page('/seldom', '<title>Seldom</title>');
    await cardOf(url);
    page('/seldom', '<title>Seldom, again</title>');
    await sql(crier, "update link_card set read_at = now() - interval '8 days'");
    expect((await cardOf(url)).body.title).toBe('Seldom, again');
    expect((await cardOf(url)).body.title).toBe('Seldom, again');
    expect(hits('/seldom')).toBe(2);
  });

  it('reads the beginning of a page that never ends', async () => {
    const url = host.serve('/endless', (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write('<title>Endless</title>');
      const more = (): void => {
        while (!response.destroyed && response.write('<p>more'.repeat(10_000)));
      };
      response.on('drain', more);
      more();
    });
    expect((await cardOf(url)).body.title).toBe('Endless');
  });

  it('is of the first link of a text that can have one, as the post will have it', async () => {
    const card = async (text: string): Promise<unknown> =>
      (await crier.call<Card>('POST', '/link-cards', { body: { text } })).body;
    // A URL without a name is no link on the networks.
    const none = { url: null, title: '', description: '', picture: null };
    expect([await card(`See ${host.url}/menu`), await card('No link')]).toEqual([none, none]);
    const named = await crier.call<ErrorBody>('POST', '/link-cards', {
      body: { text: `${host.url}/menu or <https://nowhere.example.org/a>` },
    });
    expect(named.body.message).toContain('nowhere.example.org');
    for (const body of [{}, { url: 'https://a.example', text: 'https://b.example' }]) {
      expect(refusal(await crier.call<ErrorBody>('POST', '/link-cards', { body }))).toMatchObject({
        status: 400,
      });
    }
  });

  it('speaks of a page, and not of a file, where it cannot be read', async () => {
    host.serve('/again', '/again');
    const redirects = (await cardOf<ErrorBody>(`${host.url}/again`)).body;
    const gone = (await cardOf<ErrorBody>(`${host.url}/never`)).body;
    expect([gone.message, redirects.message]).toEqual([
      expect.stringMatching(/^There is no link card: .* answered 404$/),
      expect.stringMatching(/^There is no link card: .* redirects too often/),
    ]);
  });

  it.each([
    [
      'no page, but a picture',
      () => host.serve('/a.bin', (_, r) => r.writeHead(200, { 'content-type': 'image/png' }).end('x')),
    ],
    ['a page without a title', () => page('/untitled', '<p>Nothing</p>')],
    ['a page that is gone', () => `${host.url}/nothing-here`],
    [
      'a status that the standard does not know',
      () => host.serve('/999', (_, r) => r.writeHead(999).end('x')),
    ],
    ['a port that does not exist', () => 'https://example.com:99999/'],
    ['a page that redirects to itself', () => host.serve('/loop', '/loop')],
  ])('refuses %s', async (_, make) => {
    expect(refusal(await cardOf<ErrorBody>(make()))).toMatchObject({ code: 'fetch_failed' });
  });

  it('refuses addresses of private networks, also at the end of a redirect, and what is no URL', async () => {
    for (const url of ['http://10.0.0.1/', 'http://169.254.169.254/latest/', 'http://[::1]/']) {
      expect(refusal(await cardOf<ErrorBody>(url)).code).toMatch(/^(?:blocked_address|fetch_failed)$/);
    }
    const redirect = host.serve('/inside', 'http://10.0.0.1/');
    expect(refusal(await cardOf<ErrorBody>(redirect)).code).toMatch(/^(?:blocked_address|fetch_failed)$/);
    for (const url of ['ftp://example.com/', 'menu', '']) {
      expect(refusal(await cardOf<ErrorBody>(url))).toMatchObject({ status: 400 });
    }
  });
});
