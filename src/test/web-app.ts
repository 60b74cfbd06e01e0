/** The web app in a real browser, for the tests of one file. */
import { afterAll, beforeAll } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openBrowser, type OpenPage, type TestBrowser } from './browser.ts';
import { startInstance, type TestInstance } from './instance.ts';
import { urlsOf } from './page-checks.ts';
import { addPerson, type TestPerson } from './person.ts';

type Locator = ReturnType<Page['locator']>;

/** What differs from file to file. */
export interface WebAppOptions {
  /** Default: an instance without Temporal. */
  readonly start?: () => Promise<TestInstance>;
  /** Runs before the browser is opened. */
  readonly prepare?: (crier: TestInstance) => Promise<unknown>;
  /** Who is signed in on `page`; default: an owner. `null`: nobody. */
  readonly person?: ((crier: TestInstance) => Promise<TestPerson>) | null;
}

interface Started {
  readonly crier: TestInstance;
  readonly browser: TestBrowser;
  readonly open: OpenPage;
  /** Every URL that `page` has requested. */
  readonly urls: readonly string[];
}

/** Everything is available from the first test on; reading it earlier throws. */
export interface WebApp extends Started {
  readonly page: Page;
  /** Clicks the button with exactly this name. */
  press(name: string): Promise<void>;
  /** The section with exactly this heading. */
  region(title: string): Locator;
  field(label: string): Locator;
}

/** Starts an instance, a browser and one page before the tests of a `describe`, and stops them after. */
export function useWebApp({ start, prepare, person = addPerson }: WebAppOptions = {}): WebApp {
  let crier: TestInstance | undefined;
  let browser: TestBrowser | undefined;
  let started: Started | undefined;
  beforeAll(async () => {
    crier = await (start?.() ?? startInstance({ temporal: false }));
    await prepare?.(crier);
    browser = await openBrowser();
    const open = await browser.pageOf(crier, person ? { person: await person(crier) } : {});
    started = { crier, browser, open, urls: urlsOf(open.page) };
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await crier?.stop();
  });
  const now = (): Started => {
    if (!started) throw new Error('The web app is opened before the first test');
    return started;
  };
  return {
    get crier() {
      return now().crier;
    },
    get browser() {
      return now().browser;
    },
    get open() {
      return now().open;
    },
    get urls() {
      return now().urls;
    },
    get page() {
      return now().open.page;
    },
    press: (name) => now().open.page.getByRole('button', { name, exact: true }).click(),
    region: (title) => now().open.page.getByRole('region', { name: title, exact: true }),
    field: (label) => now().open.page.getByRole('textbox', { name: label }),
  };
}
