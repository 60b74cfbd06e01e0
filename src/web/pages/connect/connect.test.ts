/** Connecting a channel in a real browser, through the network's own pages as its stand-in has them. */
import { afterAll, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startMastodon, type Mastodon } from '../../../test/networks/mastodon/server.ts';
import type { OpenPage, PageOptions } from '../../../test/browser.ts';
import { channelRow, chooseNetwork, goToNetwork, signInOn } from '../../../test/connect-pages.ts';
import { sql } from '../../../test/factories.ts';
import { startInstance } from '../../../test/instance.ts';
import { closeFirstRun, expectCleanPage } from '../../../test/page-checks.ts';
import { button, heading } from '../../../test/pages.ts';
import { signedIn, type TestPerson } from '../../../test/person.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { addWithPassword } from '../../../test/sign-in.ts';
import { PAGES_ENV, addPages } from '../../../test/two-accounts.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

const text = strings.connect;
const list = strings.settings.channels;
const FINISH = '**/api/integrations/social/';
jest.setTimeout(90_000);

describeWith([chromium], 'connecting a channel', () => {
  let mastodon: Mastodon;
  let ada: TestPerson;
  /** Servers of a single test. */
  const others: Mastodon[] = [];
  const app = useWebApp({
    start: () => startInstance({ temporal: false, env: PAGES_ENV }),
    prepare: async (crier) => {
      await closeFirstRun(crier);
      mastodon = await startMastodon();
      mastodon.createAccount({ username: 'ada' });
      addPages(crier);
    },
    person: async (crier) => (ada = await addWithPassword(crier, { name: 'Ada' })),
  });
  afterAll(() => Promise.all([mastodon, ...others].map((server) => server?.stop())));

  /** A browser at the URL that networks send it back to, unless `url` names another one. */
  const open = (
    options: PageOptions = { person: ada },
    url = app.crier.context.publicUrl,
  ): Promise<OpenPage> => app.browser.pageOf({ url }, options);
  const alert = (page: Page): Promise<string> => page.getByRole('alert').innerText();
  const channelsOf = (provider: string): Promise<{ id: string; name: string }[]> =>
    sql(app.crier, 'select id, name from integration where provider = $1 order by created_at', [provider]);

  /** Nothing that the network sent stays in the URL. */
  async function expectSound(opened: OpenPage, name: string): Promise<void> {
    await expectCleanPage(opened, name);
    expect(new URL(opened.page.url()).search).toBe('');
  }

  async function startServer(username: string, port = 0): Promise<Mastodon> {
    const started = await startMastodon({ port });
    others.push(started);
    started.createAccount({ username });
    return started;
  }

  it('leads from the settings to the network and back; repeated, it keeps the channel', async () => {
    const ids = new Set<string>();
    for (const title of [text.connected, text.reconnected]) {
      const opened = await open();
      const { page } = opened;
      let sent = 0;
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().includes('/api/integrations/')) sent++;
      });
      if (title === text.connected) {
        await page.goto('/channels');
        await page.getByText(strings.channels.empty, { exact: true }).waitFor();
        await chooseNetwork(page, 'Mastodon');
        await expectSound(opened, 'connect-settings');
      }
      await goToNetwork(page, 'Mastodon', mastodon.url);
      await button(page, 'Authorize as ada').click();
      await heading(page, title).waitFor();
      await page.getByText('ada', { exact: true }).waitFor();
      expect(sent).toBe(1);
      await expectSound(opened, `connect-${title}`);
      for (const { id } of await channelsOf('mastodon')) ids.add(id);
      await page.getByRole('link', { name: text.toChannels }).click();
      await page.waitForURL(/\/channels(#|$)/);
      await channelRow(page, 'ada').getByText(strings.channels.states.connected).waitFor();
      await page.context().close();
    }
    expect(ids.size).toBe(1);
  });

  it('ends with the message of the network when the person denies access there', async () => {
    const opened = await open();
    const { page } = opened;
    await goToNetwork(page, 'Mastodon', mastodon.url);
    await button(page, 'Deny').click();
    await heading(page, text.failed).waitFor();
    expect(await alert(page)).toMatch(
      /^Mastodon: The resource owner or authorization server denied the request\./,
    );
    await expectSound(opened, 'connect-denied');
    await page.getByRole('link', { name: text.tryAgain }).click();
    await button(page, list.goTo('Mastodon')).waitFor();
    await page.context().close();
  });

  it('offers a choice when the person has several accounts, and connects the chosen one alone', async () => {
    const opened = await open();
    const { page } = opened;
    await goToNetwork(page, 'Pages');
    await heading(page, text.choose).waitFor();
    await expectSound(opened, 'connect-choose');
    await page.getByRole('radio', { name: 'Garage, garage' }).click();
    await button(page, text.chooseAction).click();
    await heading(page, text.connected).waitFor();
    expect((await channelsOf('pages')).map(({ name }) => name)).toEqual(['Garage']);
    await page.getByRole('link', { name: text.toChannels }).click();
    await channelRow(page, 'Garage').waitFor();
    expect(await channelRow(page, 'Bakery').count()).toBe(0);
    await page.context().close();
  });

  it('shows "Invalid state" with the message of the API if the state is unknown or missing', async () => {
    const { page } = await open();
    for (const query of ['?state=unknown&code=x', '?code=x', '']) {
      await page.goto(`/integrations/social/mastodon${query}`);
      await heading(page, 'Invalid state').waitFor();
      expect(await page.title()).toBe('Invalid state · Crier');
      expect(await alert(page)).toMatch(/^Invalid state: .*Connect the channel again/);
    }
    await page.context().close();
  });

  it('works once, and only in the browser that began it', async () => {
    const [{ page }, other] = await Promise.all([
      open(),
      open({ person: await signedIn(app.crier, ada.id) }),
    ]);
    await page.route(`${FINISH}mastodon`, (route) => route.abort());
    await goToNetwork(page, 'Mastodon', mastodon.url);
    const [callback] = await Promise.all([
      page.waitForRequest(
        (request) => request.isNavigationRequest() && request.url().includes('/integrations/social/'),
      ),
      button(page, 'Authorize as ada').click(),
    ]);
    const url = callback.url();
    await other.page.goto(url);
    await heading(other.page, text.invalidState).waitFor();
    expect(await alert(other.page)).toContain('another browser');
    await expectSound(other, 'connect-invalid-state');
    await page.unroute(`${FINISH}mastodon`);
    await page.goto(url);
    await heading(page, text.reconnected).waitFor();
    await page.goto(url);
    await heading(page, text.invalidState).waitFor();
    expect(await alert(page)).toContain('used already');
    await Promise.all([page.context().close(), other.page.context().close()]);
  });

  it('names both hosts and the variable to set if it begins on one and returns to the other', async () => {
    const before = await channelsOf('mastodon');
    const { publicUrl } = app.crier.context;
    const hosts = [app.crier.url, publicUrl].map((url) => new URL(url).host);
    expect(new Set(hosts).size).toBe(2);
    const opened = await open({ person: ada }, app.crier.url);
    const { page } = opened;
    for (const signedInThere of [false, true]) {
      if (signedInThere) {
        await page.goto(`${publicUrl}/sign-in`);
        await signInOn(page, ada.email);
        await heading(page, strings.posts.title).waitFor();
      }
      await goToNetwork(page, 'Mastodon', mastodon.url);
      await button(page, 'Authorize as ada').click();
      await heading(page, text.invalidState).waitFor();
      const message = await alert(page);
      for (const part of [...hosts, 'FRONTEND_URL']) expect(message).toContain(part);
      await expectSound(opened, `connect-other-host${signedInThere ? '' : '-signed-out'}`);
    }
    expect(await channelsOf('mastodon')).toEqual(before);
    await page.context().close();
  });

  it('names the host and the variable if the state is unknown and nobody is signed in', async () => {
    const opened = await open({}, app.crier.url);
    const { page } = opened;
    await page.goto('/integrations/social/mastodon?state=x&code=x');
    await heading(page, 'Invalid state').waitFor();
    const main = await page.locator('main').innerText();
    expect(main).toContain(`You came back to ${new URL(app.crier.url).host}`);
    expect(main).toContain('FRONTEND_URL');
    await expectSound(opened, 'connect-signed-out');
    await page.context().close();
  });

  it('shows "Failed to fetch" if the network goes away in between, and works when tried again', async () => {
    const gone = await startServer('grace');
    const opened = await open();
    const { page } = opened;
    await page.route(
      `${FINISH}mastodon`,
      async (route) => {
        await gone.stop();
        await route.continue();
      },
      { times: 1 },
    );
    await goToNetwork(page, 'Mastodon', gone.url);
    await button(page, 'Authorize as grace').click();
    await heading(page, 'Failed to fetch').waitFor();
    expect(await alert(page)).toContain(new URL(gone.url).host);
    await expectSound(opened, 'connect-unreachable');
    await startServer('grace', Number(new URL(gone.url).port));
    await page.getByRole('link', { name: text.tryAgain }).click();
    await page.waitForURL(/\/channels(#|$)/);
    await page.getByLabel('Instance', { exact: false }).fill(gone.url);
    await button(page, list.goTo('Mastodon')).click();
    await button(page, 'Authorize as grace').click();
    await heading(page, text.connected).waitFor();
    expect(await channelsOf('mastodon')).toContainEqual(expect.objectContaining({ name: 'grace' }));
    await page.context().close();
  });

  it('reports if the browser cannot reach Crier, and works when tried again', async () => {
    const { page } = await open();
    await page.route(`${FINISH}pages`, (route) => route.abort());
    await goToNetwork(page, 'Pages');
    await heading(page, 'Failed to fetch').waitFor();
    expect(await alert(page)).toContain('Crier cannot be reached');
    await page.unroute(`${FINISH}pages`);
    await button(page, text.tryAgain).click();
    await heading(page, text.choose).waitFor();
    await page.context().close();
  });

  it('that an API key began is finished by an admin who is signed in, or signs in first', async () => {
    const ask = async (): Promise<string> =>
      (await app.crier.call<{ url: string }>('GET', `/social/mastodon?externalUrl=${mastodon.url}`)).body.url;
    const { page } = await open();
    await page.goto(await ask());
    await button(page, 'Authorize as ada').click();
    await heading(page, text.confirm).waitFor();
    await page.getByText('has asked to connect it').waitFor();
    await button(page, text.confirmAction).click();
    await heading(page, text.reconnected).waitFor();
    const opened = await open({});
    await opened.page.goto(await ask());
    await button(opened.page, 'Authorize as ada').click();
    await heading(opened.page, text.signInFirst).waitFor();
    await expectSound(opened, 'connect-sign-in-first');
    await opened.page.getByRole('link', { name: text.signIn }).click();
    expect(opened.page.url()).not.toMatch(/code|state/);
    await signInOn(opened.page, ada.email);
    await heading(opened.page, text.confirm).waitFor();
    await expectSound(opened, 'connect-confirm');
    const channels = async (): Promise<string> => (await app.crier.call('GET', '/integrations')).text;
    const before = await channels();
    await opened.page.getByRole('link', { name: text.decline }).click();
    await opened.page.waitForURL(/\/channels(#|$)/);
    expect(await channels()).toBe(before);
    await Promise.all([page.context().close(), opened.page.context().close()]);
  });
});
