/** GET /docs in a real browser: the guide and the reference. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { operations } from '../../operations.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { chromium } from '../servers/chromium.ts';
import { describeWith } from '../servers/server.ts';

describeWith([chromium], 'the reference page', () => {
  let crier: TestInstance;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];
  const requests: string[] = [];
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    browser = await chromium.start();
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
    expect(requests.map((address) => address.replace(crier.url, '')).toSorted()).toEqual([
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
        ? ['rgb(27, 31, 39)', 'rgb(255, 255, 255)']
        : ['rgb(230, 233, 238)', 'rgb(20, 22, 27)'],
    );
  });
});
