/**
 * What people see while Crier cannot be reached: what was loaded stays, and nothing is an outline for ever.
 */
import { describe, expect, it } from '@jest/globals';
import { buildPost, createOne } from '../test/factories.ts';
import { axe, screenshot } from '../test/browser.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { addPerson } from '../test/person.ts';
import { chromium } from '../test/servers/chromium.ts';
import { describeWith } from '../test/servers/server.ts';
import { useWebApp } from '../test/web-app.ts';
import { strings } from './strings/index.ts';

const text = strings.status.connection;
/**
 * What 50 kB/s bring within the second after which the outline is to be seen, with the head of the answer.
 */
const FIRST_SECOND_BYTES = 40_000;
const LIST = '**/api/post-list*';

describeWith([chromium], 'a page', () => {
  const prepare = async (crier: TestInstance): Promise<void> => {
    const { id } = await crier.connect('sandbox', { name: 'Cafe Nord' });
    await createOne(crier, buildPost(id, { date: new Date(Date.now() + 3 * 3_600_000).toISOString() }));
  };
  const app = useWebApp({ prepare });
  const banner = (page = app.page) => page.getByRole('region', { name: text.label, exact: true });
  const planned = (page = app.page) => page.getByRole('main').getByText('Spring menu').first();

  it('is painted in outline by its first file alone, while nothing else has arrived', async () => {
    const { page } = app;
    const held = Promise.withResolvers<void>();
    await page.route('**/assets/**', async (route) => {
      await held.promise;
      await route.continue();
    });
    const answer = await page.goto('/', { waitUntil: 'commit' });
    await page.locator('.first-paint').waitFor();
    await page.waitForFunction("performance.getEntriesByName('first-contentful-paint').length === 1");
    expect((await answer?.body())?.length).toBeLessThan(FIRST_SECOND_BYTES);
    held.resolve();
    await planned().waitFor();
    expect(await page.locator('.first-paint').count()).toBe(0);
    await page.unrouteAll();
    expect(app.open.complaints).toEqual([]);
  });

  it('shows at once that it is offline, keeps what it has loaded, and shows nothing once it is online', async () => {
    const { page } = app;
    await page.goto('/');
    await planned().waitFor();
    await page.context().setOffline(true);
    await banner().getByText(text.offline).waitFor();
    expect(await planned().isVisible()).toBe(true);
    await page.context().setOffline(false);
    await banner().waitFor({ state: 'detached' });
  });

  it.each([
    ['of what comes next', '/', LIST],
    ['of the calendar', '/calendar', '**/api/calendar*'],
  ])('ends an outline %s after five seconds with a way to ask again', async (_, path, list) => {
    const { page } = app;
    await page.clock.install();
    const held = Promise.withResolvers<void>();
    await page.route(list, async (route) => {
      await held.promise;
      await route.continue();
    });
    const outlined = page.waitForRequest(list);
    await page.goto(path);
    await outlined;
    await page.getByRole('status', { name: strings.common.loading }).first().waitFor();
    const late = page.getByRole('alert').filter({ hasText: strings.common.notLoaded });
    // No further than that: the page asks by itself too, and the button goes with the outline.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 100);
    for (let second = 0; second < 6 && !(await late.isVisible()); second++) await page.clock.runFor(1000);
    const asked = page.waitForRequest(list);
    await late.getByRole('button', { name: strings.common.tryAgain }).dispatchEvent('click');
    await asked;
    held.resolve();
    await page.clock.resume();
    await planned().waitFor();
    await page.unrouteAll();
  });

  describe('whose file does not arrive', () => {
    const open = (name: string) => app.page.getByRole('link', { name }).first().click();
    const failed = () => app.page.getByRole('alert').filter({ hasText: strings.common.pageFailed });
    const tryAgain = () =>
      app.page.getByRole('main').getByRole('button', { name: strings.common.tryAgain }).click();
    const heading = (name: string) => app.page.getByRole('heading', { name, level: 1 });
    const { nav } = strings.common;

    it('shows it beside the navigation while offline, keeps what is there, and is opened once online', async () => {
      const { page } = app;
      await page.goto('/');
      await planned().waitFor();
      await page.context().setOffline(true);
      try {
        await open(nav.media);
        await failed().waitFor();
        expect(await axe(page)).toEqual([]);
        await screenshot(page, 'page-failed');
        // The browser's own page does not take the place of this one.
        await tryAgain();
        // Not the calendar, whose file the browser may still have: it was opened above.
        await open(nav.numbers);
        await failed().waitFor();
        await open(nav.home);
        await planned().waitFor();
      } finally {
        await page.context().setOffline(false);
      }
      await open(nav.media);
      await heading(nav.media).waitFor();
    });

    it('is opened by "Try again" after an update of the server, whose files have other names', async () => {
      const { page } = app;
      await page.goto('/');
      await planned().waitFor();
      await page.route('**/assets/media-*.js', (route) => route.fulfill({ status: 404 }));
      await open(nav.media);
      await failed().waitFor();
      await page.unrouteAll();
      await tryAgain();
      await heading(nav.media).waitFor();
    });
  });

  it('shows at once that the server has stopped, and keeps what it has loaded', async () => {
    const crier = await startInstance({ temporal: false });
    await prepare(crier);
    const { page } = await app.browser.pageOf(crier, { person: await addPerson(crier) });
    await page.goto('/');
    await planned(page).waitFor();
    await page.getByText(strings.live.live, { exact: true }).waitFor();
    await crier.stop();
    await banner(page).getByText(text.away).waitFor();
    expect(await planned(page).isVisible()).toBe(true);
    expect(await axe(page)).toEqual([]);
    await screenshot(page, 'connection-away');
  });
});
