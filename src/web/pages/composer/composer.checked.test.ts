/** What the composer says of a text that the server has not checked yet, or could not check. */
import { afterEach, expect, it } from '@jest/globals';
import { composing } from '../../../test/composing.ts';
import { closeFirstRun } from '../../../test/page-checks.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

const text = strings.composer.readiness;
const CHECK = '**/api/posts/check';

describeWith([chromium], 'the composer', () => {
  let channel: string;
  const app = useWebApp({
    prepare: async (crier) => {
      await closeFirstRun(crier);
      channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
    },
  });
  const { field, saved, holdUp, looksRight, endTest } = composing(app);
  const ready = () => app.page.getByText(text.all(1), { exact: true });
  const notReady = () => app.page.getByText(/^Not ready yet/);
  const wrong = () => app.page.getByText(/add text or media/);
  const unchecked = () => app.page.getByText(text.unchecked, { exact: true });
  const checked = () => app.page.waitForResponse(CHECK);
  /** The empty text has been checked, and nothing is marked as missing yet. */
  const beginEmpty = async (): Promise<void> => {
    const empty = checked();
    await app.page.goto(`/compose?channel=${channel}`);
    await empty;
  };
  afterEach(async () => {
    await app.page.context().setOffline(false);
    await endTest();
    (app.open.complaints as string[]).splice(0);
  });

  it('checks what was written offline once the connection is back, and finds nothing missing until then', async () => {
    await beginEmpty();
    await app.page.context().setOffline(true);
    await field().fill('Soup of the day');
    await unchecked().waitFor();
    expect(await notReady().count()).toBe(0);
    expect(await wrong().count()).toBe(0);
    await looksRight('composer-unchecked');
    await app.page.context().setOffline(false);
    await ready().waitFor();
    await saved();
    expect(await unchecked().count()).toBe(0);
    expect(await notReady().count()).toBe(0);
    expect(await wrong().count()).toBe(0);
  });

  it('asks again by itself where the server answered nothing, also while the browser is online', async () => {
    await beginEmpty();
    const { page } = app;
    await page.route(CHECK, (route) =>
      route.fulfill({ status: 503, json: { statusCode: 503, code: 'unavailable', message: 'Later' } }),
    );
    await field().fill('Soup of the day');
    await unchecked().waitFor();
    await page.unroute(CHECK);
    await ready().waitFor();
  });

  it('calls nothing ready that is still being checked', async () => {
    await app.page.goto(`/compose?channel=${channel}`);
    await field().fill('Soup');
    await ready().waitFor();
    const release = await holdUp(CHECK);
    await field().fill('Soup of the day');
    await app.page.getByText(text.checking, { exact: true }).waitFor();
    expect(await ready().count()).toBe(0);
    release();
    await ready().waitFor();
  });
});
