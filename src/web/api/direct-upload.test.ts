/** Files that a browser puts into the bucket itself. */
import { afterAll, afterEach, expect, it, jest } from '@jest/globals';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { png, sql } from '../../test/factories.ts';
import { startInstance } from '../../test/instance.ts';
import { SOUND, lookAt } from '../../test/german-page.ts';
import { closeFirstRun, expectCleanPage } from '../../test/page-checks.ts';
import { addPerson } from '../../test/person.ts';
import { firstOf, isMethod, S3_ERRORS, type S3Call } from '../../test/servers/s3-front.ts';
import { chromium } from '../../test/servers/chromium.ts';
import { describeWith } from '../../test/servers/server.ts';
import { versitygw, type RunningS3 } from '../../test/servers/versitygw.ts';
import { useWebApp } from '../../test/web-app.ts';
import { german } from '../strings/de/index.ts';
import { strings } from '../strings/index.ts';

const words = strings.media.uploads;
const isArriving = (call: S3Call): boolean => isMethod('PUT')(call) && call.path.includes('/incoming/');
jest.setTimeout(90_000);

describeWith(
  [chromium, versitygw],
  'a file that is chosen in a browser, where files are in a bucket,',
  () => {
    let s3: RunningS3;
    const app = useWebApp({
      start: async () => {
        s3 = await versitygw.start();
        return startInstance({ temporal: false, env: s3.env });
      },
      prepare: closeFirstRun,
    });
    afterEach(() => s3.fault(null));
    afterAll(() => s3?.stop());

    const file = (name: string, bytes: Uint8Array = png(64, 48)) => ({
      name,
      mimeType: 'image/png',
      buffer: Buffer.from(bytes),
    });
    const choose = (page: Page, ...files: ReturnType<typeof file>[]) =>
      page.locator('input[type=file]').first().setInputFiles(files);
    const tile = (page: Page, name: string) =>
      page.locator('button[class*=tile]').filter({ hasText: name }).waitFor();
    /** Another page of its own, with what it sends. */
    const open = async (path = '/media') => {
      const { page } = await app.browser.pageOf(app.crier, { person: await addPerson(app.crier) });
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.method() === 'GET') return;
        const { origin, pathname } = new URL(request.url());
        const where = pathname.replace(/[0-9a-f-]{36}$/, 'ID');
        sent.push(
          `${request.method()} ${origin === s3.url ? where.replace(`/${s3.bucket}`, 'bucket:') : where}`,
        );
      });
      await page.goto(path);
      return { page, sent };
    };
    const stored = (name: string) =>
      sql<{ storage: string; sha256: string }>(
        app.crier,
        'select storage, sha256 from media where original_name = $1',
        [name],
      );
    const arrived = (): string[] => {
      const folder = join(s3.folder, 'incoming');
      return existsSync(folder) ? readdirSync(folder) : [];
    };
    const DIRECTLY = ['POST /api/upload/direct', 'PUT bucket:/incoming/ID', 'POST /api/upload/direct/ID'];
    const uploads = (sent: readonly string[]) => sent.filter((one) => /upload|bucket/.test(one));

    it('goes straight there, is looked at and stored, and the page may call no other host', async () => {
      await s3.admit(app.crier.url);
      const response = await app.page.goto('/media');
      expect(response?.headers()['content-security-policy']).toContain(
        `; connect-src 'self' ${s3.url}/${s3.bucket}/incoming/;`,
      );
      await choose(app.page, file('menu.png'));
      await tile(app.page, 'menu.png');
      expect(app.urls.filter((one) => one.endsWith('/api/upload'))).toEqual([]);
      expect(app.urls.filter((one) => one.startsWith(`${s3.url}/${s3.bucket}/incoming/`))).toHaveLength(1);
      expect(await stored('menu.png')).toEqual([{ storage: 's3', sha256: expect.any(String) }]);
      expect(arrived()).toEqual([]);
      await expectCleanPage(app.open, 'media-bucket');
      const misspelt = await app.crier.startApi({ S3_REGION: 'no region' });
      expect((await fetch(`${misspelt}/media`, { headers: { accept: 'text/html' } })).status).toBe(200);
    });

    it('goes there from the composer as well', async () => {
      await app.crier.connect('sandbox');
      const { page, sent } = await open('/compose');
      await choose(page, file('window.png'));
      await page.locator('img[src*="/uploads/"]').first().waitFor();
      expect(uploads(sent)).toEqual(DIRECTLY);
      await page.context().close();
    });

    it('is refused with the same message as any, and never shown, when it is no picture', async () => {
      const { page, sent } = await open();
      await choose(page, file('notes.png', Buffer.from('<script>alert(1)</script>')));
      await page.getByRole('alert').filter({ hasText: 'not supported' }).waitFor();
      expect([uploads(sent), await stored('notes.png')]).toEqual([DIRECTLY, []]);
      await page.context().close();
    });

    it('is shown, and refused, in German as well', async () => {
      const open = await app.browser.pageOf(app.crier, {
        person: await addPerson(app.crier),
        locale: 'de-DE',
        colorScheme: 'dark',
      });
      expect(await lookAt(open, '/media', german.media.title)).toEqual(SOUND);
      await tile(open.page, 'menu.png');
      await choose(open.page, file('notizen.png', Buffer.from('<script>alert(1)</script>')));
      const alert = open.page.getByRole('alert').filter({ hasText: 'wird nicht unterstützt' });
      await alert.waitFor();
      await choose(open.page, file('speisekarte.png'));
      await tile(open.page, 'speisekarte.png');
      expect(await stored('speisekarte.png')).toMatchObject([{ storage: 's3' }]);
      await open.page.context().close();
    });

    it('is not sent any further when it is cancelled on its way', async () => {
      const { page, sent } = await open();
      s3.fault(firstOf(isArriving, { silent: true }, 1));
      const begun = page.waitForRequest((request) => request.url().startsWith(s3.url));
      await choose(page, file('large.png'));
      await begun;
      await page.getByRole('button', { name: words.cancel('\u2068large.png\u2069') }).click();
      await choose(page, file('small.png'));
      await tile(page, 'small.png');
      expect(uploads(sent)).toEqual([...DIRECTLY.slice(0, 2), ...DIRECTLY]);
      expect(await stored('large.png')).toEqual([]);
      await page.context().close();
    });

    it.each<[string, (page: Page) => unknown]>([
      ['does not let the page in', () => s3.admit('https://somebody-else.example')],
      ['has no rule for pages', () => s3.admit(null)],
      ['cannot be reached from the browser', (page) => page.route(`${s3.url}/**`, (route) => route.abort())],
      ['refuses it', () => s3.fault(firstOf(isArriving, { answer: S3_ERRORS.denied }))],
    ])('goes through Crier when the bucket %s, and so does the next one', async (why, prepare) => {
      await s3.admit(app.crier.url);
      const { page, sent } = await open();
      await prepare(page);
      const names = [`first ${why}.png`, `second ${why}.png`];
      for (const name of names) {
        await choose(page, file(name));
        await tile(page, name);
      }
      expect(uploads(sent)).toEqual([...DIRECTLY.slice(0, 2), 'POST /api/upload', 'POST /api/upload']);
      expect((await Promise.all(names.map(stored))).flat()).toMatchObject([
        { storage: 's3' },
        { storage: 's3' },
      ]);
      await page.context().close();
    });
  },
);
