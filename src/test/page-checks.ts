/**
 * What every page of the web app must satisfy, checked in both colour schemes, on a screen and on a phone.
 */
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axe, overflow, screenshot, type OpenPage } from './browser.ts';
import { sql } from './factories.ts';
import type { TestInstance } from './instance.ts';

/** How pages are viewed: on a screen in light, on a phone in dark. */
const VIEWS = [
  { width: 1280, height: 900, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const;

/**
 * Where the web app stores the chosen colour scheme, and how the columns of tables were matched; nothing else
 * is stored in a browser.
 */
export const STORED = ['mantine-color-scheme-value', 'crier-table-columns'];

/**
 * Checks the current page in each way: axe finds nothing, nothing is cut off or scrolls sideways, the browser
 * did not complain, and nothing is stored. Saves screenshots as NAME-WIDTH.png when CRIER_SCREENSHOTS names a
 * folder. The page ends in the first way.
 */
export async function expectCleanPage({ page, complaints }: OpenPage, name: string): Promise<void> {
  const found: unknown[] = [];
  for (const [n, { colorScheme, ...size }] of VIEWS.entries()) {
    await setView(page, colorScheme, size);
    found.push({ width: size.width, axe: await axe(page, { again: n > 0 }), overflow: await overflow(page) });
    await screenshot(page, `${name}-${size.width}`);
  }
  await setView(page, VIEWS[0].colorScheme, VIEWS[0]);
  expect(found).toEqual(VIEWS.map(({ width }) => ({ width, axe: [], overflow: 0 })));
  expect(complaints).toEqual([]);
  expect(await storedBy(page)).toEqual([]);
}

async function setView(
  page: Page,
  colorScheme: 'light' | 'dark',
  { width, height }: { width: number; height: number },
): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme });
  // Colours in transition would be measured half-way.
  await page.evaluate(`new Promise((settled) => {
    const settle = () => (document.documentElement.dataset.mantineColorScheme === '${colorScheme}' && document.getAnimations().every((one) => one.playState === 'finished' || one.effect.getTiming().iterations === Infinity) ? settled() : requestAnimationFrame(settle));
    requestAnimationFrame(settle);
  })`);
}

/**
 * Names of everything that scripts of this page could store: storages, readable cookies, databases, caches.
 */
export async function storedBy(page: Page): Promise<string[]> {
  const names = await page.evaluate<string[]>(
    'Promise.all([indexedDB.databases(), caches.keys()]).then(([databases, kept]) => [...Object.keys(localStorage), ...Object.keys(sessionStorage), ...document.cookie.split(";").filter(Boolean), ...databases.map((one) => one.name), ...kept])',
  );
  return names.filter((name) => !STORED.includes(name));
}

/** Every URL that the page requests from now on. */
export function urlsOf(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  page.on('framenavigated', (frame) => urls.push(frame.url()));
  return urls;
}

/** A short message. */
const MESSAGES = '.mantine-Notification-root';

/** The instance has its owner: a person who is not signed in is asked to sign in, not to set it up. */
export async function closeFirstRun(crier: TestInstance): Promise<void> {
  await sql(
    crier,
    "insert into instance_state (key, value) values ('set_up', 'true') on conflict do nothing",
  );
}

/** Clicks the button with this name, and the one with the same name in the confirmation dialog. */
export async function pressTwice(
  page: Page,
  name: string,
  within: Pick<Page, 'getByRole'> = page,
): Promise<void> {
  await within.getByRole('button', { name, exact: true }).click();
  // The one that asks lies above the one of the button.
  await page.getByRole('dialog').last().getByRole('button', { name, exact: true }).click();
}

/** What the page shows once: keys, secrets, links. */
export async function shownOnce(page: Page): Promise<string[]> {
  await page.locator('[data-secret]').first().waitFor();
  return page.locator('[data-secret]').allTextContents();
}

/** The names of buttons, links and fields that a message covers, wherever the page is scrolled to. */
export async function coveredByMessages(page: Page): Promise<string[]> {
  // A message under the pointer stays.
  await page.locator(MESSAGES).first().hover();
  return page.evaluate<string[]>(`(async () => {
    const covered = [];
    for (const one of document.querySelectorAll('a[href], button, input, textarea')) {
      if (one.closest('${MESSAGES}') || !one.checkVisibility()) continue;
      one.scrollIntoView({ block: 'center' });
      await new Promise(requestAnimationFrame);
      const { x, y, width, height } = one.getBoundingClientRect();
      if (document.elementFromPoint(x + width / 2, y + height / 2)?.closest('${MESSAGES}'))
        covered.push(one.getAttribute('aria-label') ?? one.textContent);
    }
    return covered;
  })()`);
}

/**
 * The names of those elements of the page of which a part is under something else, once each has the focus or
 * has been scrolled to; `back`: from the last to the first.
 */
export async function coveredIn(page: Page, selector: string, { back = false } = {}): Promise<string[]> {
  return page.evaluate<string[]>(`(async () => {
    const all = [...document.querySelectorAll(${JSON.stringify(selector)})];
    scrollTo(0, ${back} ? document.documentElement.scrollHeight : 0);
    const covered = [];
    for (const one of ${back} ? all.reverse() : all) {
      if (!one.checkVisibility({ visibilityProperty: true }) || one.closest('[inert]')) continue;
      one.focus();
      if (document.activeElement !== one) one.scrollIntoView({ block: 'nearest' });
      await new Promise(requestAnimationFrame);
      const { x, y, width, height } = one.getBoundingClientRect();
      // What is read out alone has no size, and what is higher than half of the window is never seen as a
      // whole.
      if (width < 4 || height < 4) continue;
      const places = height > innerHeight / 2 ? [height / 2] : [2, height / 2, height - 2];
      const over = places
        .map((place) => document.elementFromPoint(x + width / 2, y + place))
        .find((at) => at && !one.contains(at) && !at.contains(one) && !one.labels?.[0]?.contains(at));
      if (over) covered.push((one.ariaLabel ?? one.labels?.[0]?.textContent ?? one.textContent) + ' under ' + over.className);
    }
    return covered;
  })()`);
}
