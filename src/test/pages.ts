/** What tests of the web app do with a page, in a person's terms. */
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axe, overflow, screenshot, type OpenPage, type PageOptions } from './browser.ts';

type Locator = ReturnType<Page['locator']>;

/** A phone in the dark. */
export const PHONE: PageOptions = { width: 390, colorScheme: 'dark' };

/**
 * No finding by axe, no complaint by the browser (including its policy), nothing beyond the window. Saves a
 * screenshot with this name.
 */
export async function expectSound({ page, complaints }: OpenPage, name: string): Promise<void> {
  await screenshot(page, name);
  expect({ axe: await axe(page), complaints, overflow: await overflow(page) }).toEqual({
    axe: [],
    complaints: [],
    overflow: 0,
  });
}

/** The URL as people see it, without the origin. */
export function urlOf(page: Page): string {
  const { pathname, search, hash } = new URL(page.url());
  return pathname + search + hash;
}

/** A button by its text. */
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
/** A heading by its text. */
export const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { name, exact: true });
/** The label of the focused field. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate<string>('document.activeElement?.labels?.[0]?.textContent ?? ""');

/** Fills fields by their labels. */
export async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).fill(value);
  }
}

/** Drags something to the middle of something else with the mouse. */
export async function dragTo(page: Page, what: Locator, where: Locator): Promise<void> {
  await what.scrollIntoViewIfNeeded();
  const from = await what.boundingBox();
  const to = await where.boundingBox();
  if (!from || !to) throw new Error('What is dragged, or where to, is not shown');
  await page.mouse.move(from.x + 10, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
  await page.mouse.up();
}
