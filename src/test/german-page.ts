/** Whether a page is German: no English sentence of the web app is on it, and it is sound. */
import type { Page } from 'playwright-core';
import { common } from '../web/strings/de/common.ts';
import { german } from '../web/strings/de/index.ts';
import { strings } from '../web/strings/index.ts';
import { axe, overflow, type OpenPage } from './browser.ts';

const textsOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(textsOf)
    : typeof value === 'string'
      ? [value]
      : [];
const GERMAN = new Set(textsOf(german));
/** Texts without a letter, and those that are the same in both languages, prove nothing. */
const ENGLISH = new Set(textsOf(strings).filter((one) => /\p{L}/u.test(one) && !GERMAN.has(one)));
/** The result of `lookAt` for a page without problems. */
export const SOUND = { english: [], axe: [], overflow: 0, title: true };

/** Every text of a page that a person reads or hears, each once. */
const READ = `[...new Set([
  document.title.split(' · ')[0],
  ...[...document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')].flatMap((one) => ['aria-label', 'placeholder', 'title', 'alt'].map((name) => one.getAttribute(name))),
  ...[...document.querySelectorAll('body *:not(style, script)')].flatMap((one) => [...one.childNodes]).filter((node) => node.nodeType === 3).map((node) => node.data),
].map((text) => (text ?? '').trim()).filter(Boolean))]`;

/** The texts of the page that are English. */
export const englishOn = async (page: Page): Promise<string[]> =>
  (await page.evaluate<string[]>(READ)).filter((one) => ENGLISH.has(one));

/**
 * Opens a page and returns its problems. Without a title, any but an English one will do; an area of a page
 * stands before the page's own title.
 */
export async function lookAt(open: OpenPage, url: string, title: string): Promise<typeof SOUND> {
  const { page } = open;
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('.mantine-Skeleton-root, [aria-busy=true]').first().waitFor({ state: 'detached' });
  const shown = (await page.title()).split(` · ${common.product}`)[0] ?? '';
  return {
    english: (await englishOn(page)) as never[],
    // The same pages are looked at as a whole in English and in the light.
    axe: (await axe(page, { again: true })) as never[],
    overflow: await overflow(page),
    title: title ? shown.split(' · ').at(-1) === title : shown !== '' && !ENGLISH.has(shown),
  };
}
