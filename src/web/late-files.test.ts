/** When the file of a part of a page does not arrive: offline, or after the server was updated. */
import { afterEach, expect, it } from '@jest/globals';
import { screenshot } from '../test/browser.ts';
import { coveredByMessages } from '../test/page-checks.ts';
import { chromium } from '../test/servers/chromium.ts';
import { describeWith } from '../test/servers/server.ts';
import { useWebApp } from '../test/web-app.ts';
import { strings } from './strings/index.ts';

const { common, composer } = strings;
const PICKER = '**/assets/{library-picker,media-picker}-*.js';

describeWith([chromium], 'a part of a page whose file does not arrive', () => {
  let channel: string;
  const app = useWebApp({
    prepare: async (crier) => {
      channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
    },
  });
  const field = () => app.page.getByRole('textbox', { name: composer.part.label, exact: true });
  const partFailed = () => app.page.getByRole('alert').filter({ hasText: common.partFailed });
  const library = () => app.page.getByRole('button', { name: composer.part.library, exact: true });
  const picker = () => app.page.getByRole('dialog', { name: strings.media.picker.title });

  /** As a server that was updated answers: it has none of the files that the document before it names. */
  async function updated(files: string): Promise<void> {
    let isNew = false;
    await app.page.route('**/*', (route) => {
      isNew ||= route.request().isNavigationRequest();
      return route.fallback();
    });
    await app.page.route(files, (route) =>
      isNew
        ? route.fallback()
        : route.fulfill({ status: 404, json: { code: 'route_not_found', statusCode: 404 } }),
    );
  }

  afterEach(async () => {
    await app.page.unrouteAll();
  });

  it('is reported in the composer, keeps what was written, and comes by Try again', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${channel}`);
    await field().fill('Soup of the day');
    await page.route(PICKER, (route) => route.abort());
    await library().click();
    await partFailed().waitFor();
    expect(await field().inputValue()).toBe('Soup of the day');
    await page.setViewportSize({ width: 390, height: 700 });
    expect(await coveredByMessages(page)).toEqual([]);
    await screenshot(page, 'part-failed-390');
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.unrouteAll();
    await app.press(common.tryAgain);
    await picker().waitFor();
    await partFailed().waitFor({ state: 'detached' });
    expect(await field().inputValue()).toBe('Soup of the day');
  });

  it('comes with the new version of the composer, in which the draft is open as it was', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${channel}`);
    await field().fill('Soup of tomorrow');
    await page.getByText(/^Saved /).waitFor();
    await updated(PICKER);
    await library().click();
    await partFailed().waitFor();
    await app.press(common.tryAgain);
    await partFailed().waitFor({ state: 'detached' });
    await library().click();
    await picker().waitFor();
    expect(await field().inputValue()).toBe('Soup of tomorrow');
  });

  it('hides no message: it is shown plainly when the file that shows messages is missing', async () => {
    const { page } = app;
    await page.route('**/assets/message-list-*.js', (route) => route.abort());
    await page.goto('/settings/profile');
    const save = page.getByRole('button', { name: common.save, exact: true }).first();
    await save.click();
    await page.getByText(common.saved(strings.settings.nav.profile), { exact: true }).waitFor();
    expect(await save.isVisible()).toBe(true);
  });

  it('leaves no empty window when what surrounds every page breaks', async () => {
    const { page } = app;
    await page.route('**/api/status', (route) => route.fulfill({ json: { worker: true } }));
    await page.goto('/');
    await page.getByRole('alert').filter({ hasText: common.pageFailed }).waitFor();
    await page.unrouteAll();
    await app.press(common.tryAgain);
    await page.getByRole('heading', { name: strings.posts.title, exact: true }).waitFor();
  });
});
