/** The navigation around every page, on a screen, on a narrow one and on a phone. */
import { expect, it } from '@jest/globals';
import { expectCleanPage } from '../../test/page-checks.ts';
import { addPerson } from '../../test/person.ts';
import { urlOf } from '../../test/pages.ts';
import { chromium } from '../../test/servers/chromium.ts';
import { describeWith } from '../../test/servers/server.ts';
import { useWebApp } from '../../test/web-app.ts';
import { strings } from '../strings/index.ts';

const { nav, menu, skipToContent } = strings.common;
const PLACES = [
  nav.home,
  nav.calendar,
  nav.channels,
  strings.common.nav.queue,
  strings.drafts.title,
  nav.media,
  nav.numbers,
  strings.common.nav.notifications,
  nav.settings,
];

describeWith([chromium], 'the navigation', () => {
  const app = useWebApp();
  const main = (page = app.page) => page.getByRole('navigation', { name: nav.label, exact: true });
  const heading = (name: string) => app.page.getByRole('heading', { level: 1, name });

  it('leads to every place, and shows where one is', async () => {
    await app.page.goto('/');
    await main().waitFor();
    expect(await main().getByRole('link').allTextContents()).toEqual(PLACES);
    await main().getByRole('link', { name: nav.settings }).click();
    await heading(strings.settings.title).waitFor();
    expect(await main().locator('[aria-current=page]').allTextContents()).toEqual([nav.settings]);
    expect(await app.page.getByRole('link', { name: nav.compose }).getAttribute('href')).toBe('/compose');
  });

  it('shows the instance to its operator alone', async () => {
    const operator = await addPerson(app.crier, { operator: true });
    const { page } = await app.browser.pageOf(app.crier, { person: operator });
    await page.goto('/');
    await main(page).waitFor();
    expect(await main(page).getByRole('link').allTextContents()).toEqual([...PLACES, nav.instance]);
    await page.context().close();
  });

  it('is a rail of icons with the same names in a window of medium width', async () => {
    await app.page.setViewportSize({ width: 900, height: 700 });
    await app.page.goto('/');
    await main().getByRole('link', { name: nav.calendar }).waitFor();
    expect((await main().boundingBox())?.width).toBeLessThan(80);
    await main().getByRole('link', { name: nav.media }).hover();
    await app.page.getByRole('tooltip', { name: nav.media }).waitFor();
    await app.page.setViewportSize({ width: 1280, height: 900 });
  });

  it('is a bar at the bottom of a phone, with the rest in a sheet', async () => {
    const open = await app.browser.pageOf(app.crier, {
      person: await addPerson(app.crier, { name: 'Grace' }),
      width: 390,
      colorScheme: 'dark',
    });
    const { page } = open;
    await page.goto('/');
    await main(page).waitFor();
    const names = await main(page)
      .locator('a, button')
      .evaluateAll((all: { ariaLabel: string | null; textContent: string | null }[]) =>
        all.map((one) => one.ariaLabel ?? one.textContent),
      );
    expect(names).toEqual([nav.home, nav.calendar, nav.compose, nav.channels, nav.more]);
    await main(page).getByRole('button', { name: nav.more }).click();
    const sheet = page.getByRole('dialog', { name: nav.more });
    await sheet.getByText('Grace', { exact: true }).waitFor();
    await expectCleanPage(open, 'more-sheet');
    await page.setViewportSize({ width: 390, height: 844 });
    await sheet.getByText(menu.light, { exact: true }).click();
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('light');
    await sheet.getByRole('link', { name: nav.settings }).click();
    await sheet.waitFor({ state: 'detached' });
    expect(urlOf(page)).toMatch(/^\/settings/);
    await main(page).getByRole('button', { name: nav.more }).click();
    await sheet.getByRole('button', { name: menu.signOut }).click();
    await page.waitForURL('**/sign-in*');
    await page.context().close();
  });

  it('is skipped by the first Tab', async () => {
    await app.page.goto('/settings');
    await heading(strings.settings.title).waitFor();
    await app.page.keyboard.press('Tab');
    expect(await app.page.evaluate('document.activeElement.textContent')).toBe(skipToContent);
  });

  it('opens the menu of the account upwards, inside the window', async () => {
    await app.page.goto('/');
    await app.page.getByRole('button', { name: menu.label }).click();
    const box = await app.page.getByRole('menu').boundingBox();
    expect(box && box.y >= 0 && box.x >= 0 && box.y + box.height <= 900).toBe(true);
    await app.page.getByRole('menuitem', { name: menu.profile }).click();
    await heading(strings.settings.title).waitFor();
  });
});
