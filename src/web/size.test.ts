/** How much a visitor downloads for the first page. */
import { expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import type { PageOptions } from '../test/browser.ts';
import { closeFirstRun } from '../test/page-checks.ts';
import { addPerson } from '../test/person.ts';
import { chromium } from '../test/servers/chromium.ts';
import { describeWith } from '../test/servers/server.ts';
import { useWebApp } from '../test/web-app.ts';
import { german } from './strings/de/index.ts';
import { strings } from './strings/index.ts';

/** 250 kB are promised; what is kept below them is noticed when it comes back. */
const LIMIT_BYTES = 235_000;

/** A script that the browser fetched: its path, and its bytes under gzip. */
interface Script {
  readonly path: string;
  readonly gzipped: number;
  readonly encoding: string | null;
  readonly cached: string | null;
}

describeWith([chromium], 'the first page', () => {
  const app = useWebApp({ prepare: closeFirstRun, person: null });

  async function scriptsOf(path: string, heading: string, options: PageOptions = {}): Promise<Script[]> {
    const { page } = await app.browser.pageOf(app.crier, options);
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

  /** A failure lists every script with its size. */
  function expectSmall(scripts: readonly Script[]): void {
    const sum = scripts.reduce((bytes, script) => bytes + script.gzipped, 0);
    expect(scripts.length).toBeGreaterThan(1);
    const list = scripts.map(({ path, gzipped }) => `${gzipped} ${path}`);
    expect({ sum, list: sum <= LIMIT_BYTES ? [] : list }).toEqual({ sum, list: [] });
  }

  it('loads at most 235 kB of gzipped scripts for a visitor who has to sign in', async () => {
    expectSmall(await scriptsOf('/sign-in', strings.auth.signIn.title));
  });

  it('loads at most 235 kB of gzipped scripts for a person who is signed in', async () => {
    expectSmall(await scriptsOf('/', strings.posts.title, { person: await addPerson(app.crier) }));
  });

  it('arrives compressed, in one language, which is no larger, and may be cached for a year', async () => {
    const scripts = await scriptsOf('/sign-in', german.auth.signIn.title, { locale: 'de-AT' });
    const languages = scripts.flatMap(({ path }) => /\/(en|de)-[^/]+$/.exec(path)?.[1] ?? []);
    expect(languages).toEqual(['de']);
    expectSmall(scripts);
    for (const script of scripts) {
      expect(script).toMatchObject({
        encoding: expect.stringMatching(/^(br|gzip)$/),
        cached: 'public, max-age=31536000, immutable',
      });
    }
  });
});
