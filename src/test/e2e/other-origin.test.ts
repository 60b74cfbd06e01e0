/** The web app as static files on a host of its own, with the API on another host of the same site. */
import { afterAll, expect, it, jest } from '@jest/globals';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';

import { strings } from '../../web/strings/index.ts';
import { png } from '../factories.ts';
import { startInstance } from '../instance.ts';
import { closeFirstRun, pressTwice, storedBy } from '../page-checks.ts';
import { button, fill } from '../pages.ts';
import { chromium } from '../servers/chromium.ts';
import { freePort } from '../../run/embedded/ports.ts';
import { describeWith } from '../servers/server.ts';
import { PASSWORD, addWithPassword } from '../sign-in.ts';
import { useWebApp } from '../web-app.ts';

const { composer, live, posts } = strings;
jest.setTimeout(120_000);

/** A web server as docs/operations.md sets it up. */
function serveFiles(folder: string, api: string): Server {
  const types: Record<string, string> = {
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.svg': 'image/svg+xml',
  };
  let answers = 0;
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname.startsWith('/assets/')) {
      response.setHeader('Content-Type', types[extname(pathname)] ?? 'application/octet-stream');
      return response.end(readFileSync(join(folder, pathname)));
    }
    const nonce = `answer${(answers += 1)}`;
    response.setHeader('Content-Type', 'text/html');
    response.setHeader(
      'Content-Security-Policy',
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: https: ${api}; media-src ${api}; font-src 'self'; connect-src 'self' ${api}; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    );
    return response.end(
      readFileSync(join(folder, 'index.html'), 'utf8').replaceAll('crier-csp-nonce', nonce),
    );
  });
}

describeWith([chromium], 'the web app at a URL of its own', () => {
  let files: Server;
  let pages = '';
  let api = '';
  let email = '';
  const app = useWebApp({
    start: async () => {
      const [port, filesPort] = [await freePort(), await freePort()];
      [api, pages] = [`http://localhost:${port}`, `http://localhost:${filesPort}`];
      const crier = await startInstance({
        env: {
          PORT: String(port),
          CRIER_SANDBOX_URL: api,
          FRONTEND_URL: pages,
          NEXT_PUBLIC_BACKEND_URL: `${api}/api`,
        },
      });
      const folder = join(crier.dataDir, 'web');
      await promisify(execFile)(process.execPath, ['src/run/main.ts', 'export-web', folder], {
        env: crier.env,
      });
      files = serveFiles(folder, api).listen(filesPort, '127.0.0.1');
      await crier.startWorker();
      return crier;
    },
    prepare: async (crier) => {
      await closeFirstRun(crier);
      ({ email } = await addWithPassword(crier, { name: 'Ada' }));
      await crier.connect('sandbox', { name: 'Cafe Nord' });
    },
    person: null,
  });
  afterAll(() => void files?.close());

  it('signs in, writes with a picture, and shows the post as it is published', async () => {
    const { page, complaints } = await app.browser.pageOf({ url: pages });
    const asked = new Set<string>();
    page.on('request', (request) => asked.add(new URL(request.url()).origin));
    const stream = page.waitForResponse(`${api}/api/events`);
    await page.goto('/sign-in');
    await fill(page, { Email: email, Password: PASSWORD });
    await button(page, 'Sign in').click();
    await page.waitForURL(`${pages}/`);
    expect((await stream).status()).toBe(200);
    await page.goto('/compose');
    await page.getByRole('button', { name: 'Cafe Nord' }).click();
    await page.getByRole('textbox', { name: composer.part.label }).fill('From the other URL');
    await page.getByText(composer.when.kinds.now, { exact: true }).click();
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'soup.png', mimeType: 'image/png', buffer: Buffer.from(png(400, 300)) });
    await page.getByRole('textbox', { name: composer.media.alt(1) }).fill('A bowl of soup');
    // A canvas reads the picture from the other host.
    await button(page, composer.media.crop(1)).click();
    await button(page, composer.crop.apply).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await pressTwice(page, composer.send.now);
    await page.getByRole('link', { name: 'Cafe Nord' }).click();
    await page.getByText(live.live, { exact: true }).waitFor();
    await page.getByRole('main').getByText(posts.states.published, { exact: true }).first().waitFor();
    expect([...asked].toSorted()).toEqual([api, pages].toSorted());
    expect(complaints).toEqual([]);
    expect(await storedBy(page)).toEqual([]);
  });

  it('is what FRONTEND_URL contains, and pages of any other site are refused', async () => {
    const ask = (origin: string): Promise<Response> => fetch(`${api}/api/status`, { headers: { origin } });
    expect((await ask(pages)).headers.get('access-control-allow-origin')).toBe(pages);
    expect((await ask('http://localhost:1')).status).toBe(403);
    const metadata = (await (await fetch(`${api}/.well-known/oauth-authorization-server`)).json()) as object;
    expect(metadata).toMatchObject({
      issuer: api,
      authorization_endpoint: `${pages}/oauth/authorize`,
      token_endpoint: `${api}/api/oauth/token`,
    });
  });

  it('needs the URL of the API', async () => {
    const env = { ...app.crier.env, NEXT_PUBLIC_BACKEND_URL: undefined };
    await expect(
      promisify(execFile)(process.execPath, ['src/run/main.ts', 'export-web', 'none'], { env }),
    ).rejects.toMatchObject({ stderr: expect.stringContaining('NEXT_PUBLIC_BACKEND_URL') });
  });
});
