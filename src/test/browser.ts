/** A real browser on a test instance: a person's pages, what axe finds on them, and screenshots. */
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { TestInstance } from './instance.ts';
import { atProcessEnd } from './jest/process-end.ts';
import type { TestPerson } from './person.ts';
import { chromium } from './servers/chromium.ts';

/** How a page is opened. Default: nobody is signed in, 1280 × 900, light. */
export interface PageOptions {
  readonly person?: Pick<TestPerson, 'cookie'>;
  readonly width?: number;
  readonly colorScheme?: 'light' | 'dark';
  /** What the browser prefers to read; default: British English. */
  readonly locale?: string;
  /** A finger in place of a mouse. */
  readonly touch?: boolean;
  /** Whether the web app may have its service worker, which hides its requests from `page.route`. */
  readonly serviceWorker?: boolean;
}

/**
 * A page with everything its browser complained about: script errors, policy violations, warnings, but not
 * refused calls.
 */
export interface OpenPage {
  readonly page: Page;
  readonly complaints: readonly string[];
}

/** A browser; each page has its own context (cookies, storage). */
export interface TestBrowser {
  pageOf(crier: Pick<TestInstance, 'url'>, options?: PageOptions): Promise<OpenPage>;
  /** Closes all the pages. */
  close(): Promise<void>;
}

// Read once: half a megabyte.
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** What a browser logs for every answer from 400 on; pages show these as text. */
const REFUSED_CALL = /^Failed to load resource: the server responded with a status of/;
/** What the driver logs where a test does without the service worker. */
const NO_WORKER = 'Service Worker registration blocked by Playwright';

/**
 * One for all test files of the process: starting it costs more than most pages. What pages could share
 * (cookies, storage, caches) belongs to their contexts.
 */
let shared: Promise<Browser> | undefined;

async function startShared(): Promise<Browser> {
  const browser = await chromium.start();
  atProcessEnd(() => browser.close(), 'ProcessWrap');
  return browser;
}

function sharedBrowser(): Promise<Browser> {
  if (shared) return shared;
  const starting = (shared = startShared());
  // It crashed, or never began: the next file gets another one.
  const forget = (): void => void (shared === starting && (shared = undefined));
  starting.then((browser) => browser.once('disconnected', forget), forget);
  return starting;
}

/** The Chromium of this process; `close` ends what was opened here. */
export async function openBrowser(): Promise<TestBrowser> {
  return pagesOf(await sharedBrowser());
}

/** A Chromium as people have it, to be measured; `close` ends it. */
export async function openFastBrowser(): Promise<TestBrowser> {
  const browser = await chromium.start({ forSpeed: true });
  return { ...pagesOf(browser), close: () => browser.close() };
}

function pagesOf(browser: Browser): TestBrowser {
  const contexts: BrowserContext[] = [];
  return {
    async pageOf(crier, options = {}) {
      const context = await newContext(browser, crier, options);
      contexts.push(context);
      return openPage(context);
    },
    close: async () => void (await Promise.all(contexts.map((context) => context.close()))),
  };
}

async function newContext(
  browser: Browser,
  { url }: Pick<TestInstance, 'url'>,
  {
    person,
    width = 1280,
    colorScheme = 'light',
    locale = 'en-GB',
    touch = false,
    serviceWorker = false,
  }: PageOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height: width < 600 ? 844 : 900 },
    colorScheme,
    reducedMotion: 'reduce',
    ignoreHTTPSErrors: true,
    timezoneId: 'Europe/Berlin',
    locale,
    hasTouch: touch,
    isMobile: touch,
    serviceWorkers: serviceWorker ? 'allow' : 'block',
  });
  if (person) {
    const [name = '', ...value] = person.cookie.split('=');
    await context.addCookies([{ name, value: value.join('='), url, httpOnly: true, sameSite: 'Lax' }]);
  }
  return context;
}

async function openPage(context: BrowserContext): Promise<OpenPage> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    const isExpected = REFUSED_CALL.test(text) || text.includes(NO_WORKER);
    if (['error', 'warning'].includes(message.type()) && !isExpected) complaints.push(text);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  // A page that asks before it is left is left by the tests, unless they listen for the question.
  page.on('dialog', (asked) => void (asked.type() === 'beforeunload' ? asked.accept() : asked.dismiss()));
  return { page, complaints };
}

/** What depends on colours and on the room there is: the rest of a page is the same in another view of it. */
const RULES_OF_A_VIEW = [
  'color-contrast',
  'scrollable-region-focusable',
  // A phone has buttons and links of its own.
  'button-name',
  'link-name',
];

/**
 * The problems that axe finds on the page as it is (WCAG 2.2 A and AA, and best practices): one line for each
 * place. `again`: the same page in another view, of which only that is checked which a view can change.
 */
export async function axe(page: Page, { again = false } = {}): Promise<string[]> {
  // Through the debugger's protocol: the page's own policy, which allows no foreign script, stays in force.
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axeSource);
  // It would fetch the style sheets once more, for a rule about the orientation of a device.
  const options = { preload: false, resultTypes: ['violations'], ...(again && { runOnly: RULES_OF_A_VIEW }) };
  return page.evaluate<string[]>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map((node) => id + ': ' + node.target.join(' ') + ' ' + (node.any[0] ?? node.all[0] ?? node.none[0])?.message)))`,
  );
}

/** How many pixels the page is wider than its window: 0 when it fits. */
export async function overflow(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/**
 * Saves a screenshot of the whole page as NAME.png in the folder that CRIER_SCREENSHOTS names; without it,
 * does nothing.
 */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.CRIER_SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
