/** Connecting an account at X in a real browser, through the page of consent as its stand-in has it. */
import { afterAll, expect, it, jest } from '@jest/globals';
import { channelRow, goToNetwork } from '../test/connect-pages.ts';
import { sql } from '../test/factories.ts';
import { startInstance } from '../test/instance.ts';
import { startX, type X } from '../test/networks/x/server.ts';
import { closeFirstRun, expectCleanPage } from '../test/page-checks.ts';
import { button, heading } from '../test/pages.ts';
import type { TestPerson } from '../test/person.ts';
import { chromium } from '../test/servers/chromium.ts';
import { describeWith } from '../test/servers/server.ts';
import { addWithPassword } from '../test/sign-in.ts';
import { useWebApp } from '../test/web-app.ts';
import { strings } from './strings/index.ts';

const text = strings.connect;
jest.setTimeout(90_000);

describeWith([chromium], 'connecting a channel at X in the browser', () => {
  let x: X;
  let ada: TestPerson;
  /** The app at X has the address under which the instance turns out to be reached. */
  const redirectUris: string[] = [];
  const app = useWebApp({
    start: async () => {
      x = await startX({ redirectUris });
      x.createAccount({ username: 'ada' });
      const keys = { X_API_KEY: x.client.id, X_API_SECRET: x.client.secret, X_API_URL: x.url };
      return startInstance({ temporal: false, env: keys });
    },
    prepare: async (crier) => {
      redirectUris.push(`${crier.context.publicUrl}/integrations/social/x`);
      await closeFirstRun(crier);
    },
    person: async (crier) => (ada = await addWithPassword(crier, { name: 'Ada' })),
  });
  afterAll(() => x?.stop());

  it('leads to X and back, with the account and its state; refused, it says so in words of X', async () => {
    const opened = await app.browser.pageOf({ url: app.crier.context.publicUrl }, { person: ada });
    const { page } = opened;
    await goToNetwork(page, 'X');
    await button(page, 'Cancel').click();
    await heading(page, text.failed).waitFor();
    expect(await page.getByRole('alert').innerText()).toMatch(/^X: access_denied/);
    await goToNetwork(page, 'X');
    await button(page, 'Authorize app as @ada').click();
    await heading(page, text.connected).waitFor();
    await expectCleanPage(opened, 'connect-x');
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('link', { name: text.toChannels }).click();
    await channelRow(page, 'ada').getByText(strings.channels.states.connected).waitFor();
    const rows = await sql(app.crier, 'select provider, profile from integration');
    expect(rows).toEqual([{ provider: 'x', profile: '@ada' }]);
    await page.context().close();
  });
});
