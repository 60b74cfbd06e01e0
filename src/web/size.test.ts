/** What the first page costs a visitor. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { openBrowser, type PageOptions, type TestBrowser } from '../test/browser.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { closeFirstRun } from '../test/looks.ts';
import { addPerson } from '../test/person.ts';
import { chromium } from '../test/servers/chromium.ts';
import { describeWith } from '../test/servers/server.ts';
import { strings } from './strings/index.ts';

const LIMIT_BYTES = 250_000;

/** A script that the browser fetched: its path, and its bytes under gzip. */
interface Script {
  readonly path: string;
  readonly gzipped: number;
  readonly encoding: string | null;
  readonly cached: string | null;
}

describeWith([chromium], 'the first page', () => {
  let crier: TestInstance;
  let browser: TestBrowser;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    await closeFirstRun(crier);
    browser = await openBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await crier?.stop();
  });

  async function scriptsOf(path: string, heading: string, options: PageOptions = {}): Promise<Script[]> {
    const { page } = await browser.pageOf(crier, options);
    const scripts: Promise<Script>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return;
      scripts.push(
        Promise.all([response.body(), response.allHeaders()]).then(([body, headers]) => ({
          path: new URL(response.url()).pathname,
          gzipped: gzipSync(body, { level: 9 }).length,
          encoding: headers['content-encoding'] ?? null,
          cached: headers['cache-control'] ?? null,
        })),
      );
    });
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await page.waitForLoadState('networkidle');
    const fetched = await Promise.all(scripts);
    await page.context().close();
    return fetched;
  }

  /** The whole sum, and what it is made of: what a failure prints. */
  function expectSmall(scripts: readonly Script[]): void {
    const sum = scripts.reduce((bytes, script) => bytes + script.gzipped, 0);
    expect(scripts.length).toBeGreaterThan(1);
    const list = scripts.map(({ path, gzipped }) => `${gzipped} ${path}`);
    expect({ sum, list: sum <= LIMIT_BYTES ? [] : list }).toEqual({ sum, list: [] });
  }

  it('for somebody who signs in is at most 250 kB of scripts under gzip', async () => {
    expectSmall(await scriptsOf('/sign-in', strings.auth.signIn.title));
  });

  it('for somebody who is signed in is at most 250 kB of scripts under gzip', async () => {
    expectSmall(await scriptsOf('/', strings.posts.title, { person: await addPerson(crier) }));
  });

  it('arrives compressed, and is kept for a year', async () => {
    for (const script of await scriptsOf('/sign-in', strings.auth.signIn.title)) {
      expect(script).toMatchObject({
        encoding: expect.stringMatching(/^(br|gzip)$/),
        cached: 'public, max-age=31536000, immutable',
      });
    }
  });
});
