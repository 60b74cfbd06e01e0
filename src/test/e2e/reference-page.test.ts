/** GET /docs in a real browser: the guide and the reference. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { operations } from '../../run/operations.ts';
import { openBrowser, screenshot, type TestBrowser } from '../browser.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { expectSound } from '../pages.ts';
import { addPerson } from '../person.ts';
import { chromium } from '../servers/chromium.ts';
import { describeWith } from '../servers/server.ts';

describeWith([chromium], 'the reference page', () => {
  let crier: TestInstance;
  let browser: Browser;
  let pages: TestBrowser;
  let page: Page;
  const complaints: string[] = [];
  const requests: string[] = [];
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    browser = await chromium.start();
    pages = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(`${crier.url}/docs`);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await pages?.close();
    await crier?.stop();
  });

  /** Evaluates an expression in the page that gives JSON. */
  const ask = <T>(expression: string): Promise<T> => page.evaluate(expression);

  it('shows every operation, with its method and path', async () => {
    const shown = await ask<string[]>(
      '[...document.querySelectorAll(".call")].map((e) => e.querySelector("b").textContent + " " + e.querySelector("code").textContent)',
    );
    expect(shown.sort()).toEqual(
      operations()
        .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
        .sort(),
    );
  });

  it('loads nothing from elsewhere, and causes no errors in the browser', () => {
    expect([...new Set(requests.map((url) => url.replace(crier.url, '')))].toSorted()).toEqual([
      '/docs',
      '/docs/guide.css',
      '/docs/guide.js',
      '/docs/inter.woff2',
      '/docs/mark.svg',
    ]);
    expect(complaints).toEqual([]);
  });

  it('is accessible: it has a language, a title, one top heading, no skipped level and one main part', async () => {
    expect(await ask('document.documentElement.lang')).toBe('en');
    expect(await page.title()).toBe('Crier Public API');
    const levels = await ask<number[]>(
      '[...document.querySelectorAll("h1,h2,h3,h4")].map((h) => Number(h.tagName[1]))',
    );
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    expect(levels.filter((level, n) => level > (levels[n - 1] ?? 0) + 1)).toEqual([]);
    expect(await ask('document.querySelectorAll("main").length')).toBe(1);
    expect(
      await ask('[...document.querySelectorAll("a, summary")].filter((e) => !e.textContent.trim()).length'),
    ).toBe(0);
  });

  it('links to places that exist, each once', async () => {
    expect(
      await ask(
        '[...document.querySelectorAll("a[href^=\\"#\\"]")].filter((a) => !document.getElementById(a.hash.slice(1))).map((a) => a.hash)',
      ),
    ).toEqual([]);
    expect(
      await ask(
        '[...document.querySelectorAll("[id]")].map((e) => e.id).filter((id, n, all) => all.indexOf(id) !== n)',
      ),
    ).toEqual([]);
  });

  it('shows every error, which can be opened', async () => {
    const refusals = page.locator('#createPost details');
    await refusals.locator('summary').click();
    expect(await refusals.innerText()).toMatch(/429 Too Many Requests\s+rate_limited/);
  });

  it('shows the examples in one language at a time, and copies them', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const article = page.locator('#createPost');
    const shown = (): Promise<string[]> =>
      article.locator('.sample:visible .sample-head span').allInnerTexts();
    expect(await shown()).toEqual(['curl']);
    await page.getByRole('button', { name: 'Python', exact: true }).click();
    expect(await shown()).toEqual(['Python']);
    await article.locator('.copy:visible').click();
    await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
    expect(await ask<string>('navigator.clipboard.readText()')).toMatch(
      /^import os, uuid\nimport requests\n[\s\S]*CHANNEL_ID/,
    );
  });

  it("puts the channels of who is signed in into the examples, and nobody else's", async () => {
    const names = ['Cafe Nord', 'Bakery'];
    const ids = await Promise.all(names.map(async (name) => (await crier.connect('sandbox', { name })).id));
    const other = await crier.anotherOrganization();
    await crier.connect('sandbox', { name: 'Elsewhere' }, other.id);
    const person = await addPerson(crier);
    const open = await pages.pageOf(crier, { person });
    await open.page.goto('/docs');
    const select = open.page.getByLabel('Channel in the examples');
    await select.selectOption({ label: 'Bakery (sandbox)' });
    const code = await open.page.locator('#createPost .sample:visible code').innerText();
    expect(code).toContain(`"id": "${ids[1]}"`);
    expect(code).toContain('"__type": "sandbox"');
    expect(await select.innerText()).not.toContain('Elsewhere');
    await screenshot(open.page, 'docs-signed-in');
    await open.page.context().close();
  });

  it.each([
    [1280, 'light'],
    [390, 'dark'],
  ] as const)('is accessible at %d pixels, in %s', async (width, colorScheme) => {
    const open = await pages.pageOf(crier, { width, colorScheme });
    await open.page.goto('/docs');
    await expectSound(open, `docs-${width}-${colorScheme}`);
    await open.page.context().close();
  });

  it.each(['light', 'dark'] as const)('has the sandbox beside it in the same look, in %s', async (scheme) => {
    for (const width of [1280, 390]) {
      const open = await pages.pageOf(crier, { width, colorScheme: scheme });
      await open.page.goto('/sandbox');
      await open.page.getByRole('heading', { name: 'Sandbox' }).waitFor();
      expect(await open.page.evaluate('getComputedStyle(document.body).fontFamily')).toContain(
        'Inter Variable',
      );
      await expectSound(open, `sandbox-${width}-${scheme}`);
      await open.page.context().close();
    }
  });

  it.each(['light', 'dark'] as const)('fits on a phone, in %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await ask('document.documentElement.scrollWidth')).toBe(390);
    expect(await page.locator('.side').isVisible()).toBe(false);
    expect(await page.locator('details.top summary').isVisible()).toBe(true);
    const [text, ground] = await ask<[string, string]>(
      '[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]',
    );
    expect([text, ground]).toEqual(
      colorScheme === 'light'
        ? ['rgb(28, 40, 44)', 'rgb(245, 247, 247)']
        : ['rgb(219, 226, 228)', 'rgb(14, 19, 21)'],
    );
  });
});
