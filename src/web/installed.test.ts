/** The installed web app in Chromium: its manifest, and a service worker for windows without a connection. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { axe, overflow, screenshot } from '../test/browser.ts';
import { addPerson } from '../test/person.ts';
import { chromium } from '../test/servers/chromium.ts';
import { describeWith } from '../test/servers/server.ts';
import { useWebApp } from '../test/web-app.ts';
import { APP_ICONS, appIconPath, renderAppIcon } from '../test/write-app-icons.ts';
import { german } from './strings/de/index.ts';
import { installed as inGerman } from './strings/de/installed.ts';
import { installed as inEnglish } from './strings/en/installed.ts';
import { strings } from './strings/index.ts';

/** Resolves once the service worker acts on the page: from the visit after the one that registered it. */
async function controlled(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await page.reload();
  await page.waitForFunction('navigator.serviceWorker.controller !== null');
}

/** Every URL that the service worker has stored. */
const storedUrls = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const all = await Promise.all(caches_.map((cache) => cache.keys()));
    return all.flat().map(({ url }) => new URL(url).pathname);
  })()`);

describe('the icons of the installed app', () => {
  it.each(APP_ICONS)('%s show the mark as %s has it, with %i pixels a side', async (file, drawing, side) => {
    const pixels = (image: Buffer | string): Promise<Buffer> => sharp(image).ensureAlpha().raw().toBuffer();
    const [drawn, rendered] = await Promise.all([
      pixels(appIconPath(file)),
      renderAppIcon(drawing, side).then(pixels),
    ]);
    expect(drawn.length).toBe(side * side * 4);
    const off = drawn.reduce((sum, byte, at) => sum + Math.abs(byte - (rendered[at] ?? 0)), 0);
    expect(off / drawn.length).toBeLessThan(2);
  });
});

describeWith([chromium], 'the installed web app', () => {
  const app = useWebApp();
  const opened: Page[] = [];
  afterEach(async () => {
    for (const page of opened.splice(0)) await page.context().close();
  });

  /** A page of a person of their own, with the service worker. */
  async function open({ locale = 'en-GB', url = app.crier.url, width = 1280 } = {}): Promise<Page> {
    const person = await addPerson(app.crier);
    const { page } = await app.browser.pageOf({ url }, { person, locale, width, serviceWorker: true });
    opened.push(page);
    await page.goto('/drafts');
    return page;
  }

  it('can be installed: Chromium finds nothing that is missing', async () => {
    const page = await open();
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    const chrome = await page.context().newCDPSession(page);
    const { installabilityErrors } = await chrome.send('Page.getInstallabilityErrors');
    // The tests' pages are in a context of their own, as private windows are.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
    const { errors, data } = await chrome.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(JSON.parse(data ?? '')).toMatchObject({ id: '/', scope: '/', share_target: { action: '/share' } });
  });

  it.each([
    ['manifest.webmanifest', 'New post'],
    ['manifest-de.webmanifest', 'Neuer Beitrag'],
  ])('has icons of the type and size that %s names, and shortcuts', async (file, shortcut) => {
    const answer = await fetch(`${app.crier.url}/assets/${file}`);
    expect(answer.headers.get('content-type')).toBe('application/manifest+json');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    const manifest = (await answer.json()) as {
      icons: { src: string; type: string; sizes: string; purpose: string }[];
      shortcuts: { name: string; url: string }[];
    };
    expect(manifest.shortcuts.map(({ name }) => name)).toContain(shortcut);
    for (const { src, type, sizes } of manifest.icons) {
      const icon = await fetch(`${app.crier.url}${src}`);
      expect(icon.headers.get('content-type')).toBe(type);
      const { width, height } = await sharp(Buffer.from(await icon.arrayBuffer())).metadata();
      if (sizes !== 'any') expect(`${width}x${height}`).toBe(sizes);
    }
    const drawn = new Set(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`));
    expect([...drawn]).toEqual(expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']));
  });

  it('has its manifest in the language of the person', async () => {
    const page = await open({ locale: 'de-DE' });
    await page.locator('link[rel=manifest][href$="manifest-de.webmanifest"]').waitFor({ state: 'attached' });
  });

  it.each([
    ['en-GB', inEnglish, strings.queue.title, 1280],
    ['de-DE', inGerman, german.queue.title, 390],
  ] as const)(
    'started offline, says so (%s) instead of the browser, and goes on once it is online',
    async (locale, text, queue, width) => {
      const page = await open({ locale, width });
      await controlled(page);
      await page.context().setOffline(true);
      await page.goto('/queue');
      await page.getByRole('heading', { name: text.title, exact: true }).waitFor();
      expect(await page.getByRole('link', { name: text.tryAgain }).isVisible()).toBe(true);
      expect(await axe(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
      await screenshot(page, `offline-${width}`);
      await page.context().setOffline(false);
      await page.getByRole('heading', { name: queue, exact: true }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/queue');
    },
  );

  it('keeps what is written while it is offline, and saves it then', async () => {
    const page = await open();
    await controlled(page);
    await page.goto('/compose');
    const field = page.getByRole('textbox', { name: strings.composer.part.label, exact: true });
    await field.fill('Soup of the day');
    await page.getByText(/^Saved /).waitFor();
    await page.context().setOffline(true);
    await field.fill('Soup of tomorrow');
    await page.getByText(strings.composer.saving.offline, { exact: false }).first().waitFor();
    await page.context().setOffline(false);
    await page.getByText(/^Saved /).waitFor();
    await page.reload();
    expect(await field.inputValue()).toBe('Soup of tomorrow');
  });

  it('stores files of the version alone: no page, no answer, nothing of a person', async () => {
    const page = await open();
    await controlled(page);
    await page.goto('/settings/profile');
    await page.getByRole('heading').first().waitFor();
    const stored = await storedUrls(page);
    expect(stored.length).toBeGreaterThan(50);
    expect(stored.filter((path) => !/^\/assets\/.+-[\w-]{8}\.(js|css|html)$/.test(path))).toEqual([]);
  });

  it('after an update, still opens every page in a window of the version before', async () => {
    const front = await startFront(() => app.crier.url);
    try {
      const page = await open({ url: front.url });
      await controlled(page);
      front.update();
      await page.evaluate('navigator.serviceWorker.getRegistration().then((found) => found.update())');
      await page.waitForFunction(
        'navigator.serviceWorker.getRegistration().then((found) => found.waiting !== null)',
      );
      await page
        .getByRole('navigation')
        .getByRole('link', { name: strings.common.nav.queue })
        .first()
        .click();
      await page.getByRole('heading', { name: strings.queue.title, exact: true }).waitFor();
      expect(front.missed).toEqual([]);
      // Once no window has the old one, it goes, and its files with it.
      await page.goto('about:blank');
      await page.goto('/drafts');
      await page.waitForFunction(
        "caches.keys().then((names) => names.length === 1 && names[0] === 'shell-the-next-one')",
      );
    } finally {
      await front.close();
    }
  });

  it('has its service worker from the root, under a policy that lets it load nothing from elsewhere', async () => {
    const answer = await fetch(`${app.crier.url}/sw.js`);
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; .*connect-src 'self'/,
    );
    const page = await fetch(app.crier.url, { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-security-policy')).toMatch(/manifest-src 'self'; worker-src 'self'/);
    expect(readFileSync('src/web/installed/service-worker.js', 'utf8').split('\n').length).toBeLessThan(120);
  });
});

interface Front {
  readonly url: string;
  /** Files that the version before had, and that were asked for after the update. */
  readonly missed: string[];
  /** From now on, another version runs behind it, which has other pages. */
  update(): void;
  close(): Promise<unknown>;
}

/** Stands before an instance that is updated. */
async function startFront(target: () => string): Promise<Front> {
  const missed: string[] = [];
  let isUpdated = false;
  const server = http.createServer((request, response) => {
    const path = request.url ?? '/';
    if (isUpdated && /^\/assets\/queue-.*\.js$/.test(path)) {
      missed.push(path);
      response.writeHead(404).end();
      return;
    }
    const { method, headers } = request;
    const passed = http.request(target() + path, { method, headers }, (answer) => {
      if (!isUpdated || path !== '/sw.js') {
        answer.pipe(response.writeHead(answer.statusCode ?? 500, answer.headers));
        return;
      }
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const script = Buffer.concat(chunks)
          .toString()
          .replace(/^const VERSION = .*$/m, 'const VERSION = "the-next-one";')
          .replace(/"\/assets\/queue-[^"]*\.js",?/g, '');
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
      });
    });
    if (isUpdated && path === '/sw.js') passed.removeHeader('accept-encoding');
    request.pipe(passed);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    missed,
    update: () => void (isUpdated = true),
    close: () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      }),
  };
}
