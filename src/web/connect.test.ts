/** The way to a network and back, in a real browser, with Mastodon's own pages as its stand-in has them. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { ConnectedAccount, Provider } from '../../providers/_kit/contract.ts';
import type { ProviderOAuth } from '../../providers/_kit/oauth.ts';
import { startMastodon, type Mastodon } from '../test/networks/mastodon/server.ts';
import {
  axe,
  openBrowser,
  overflow,
  screenshot,
  type PageOptions,
  type TestBrowser,
} from '../test/browser.ts';
import { sql } from '../test/factories.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { addPerson, signedIn, type TestPerson } from '../test/person.ts';
import { chromium } from '../test/servers/chromium.ts';
import { describeWith } from '../test/servers/server.ts';
import { strings } from './strings/index.ts';

const text = strings.connect;
const PHONE: PageOptions = { width: 390, colorScheme: 'dark' };
const account = (id: string, name: string): ConnectedAccount => ({
  internalId: id,
  name,
  picture: null,
  profile: name.toLowerCase(),
  credentials: { token: `secret-of-${id}` },
  details: {},
  expiresAt: null,
});

describeWith([chromium], 'connecting a channel', () => {
  let crier: TestInstance;
  let browser: TestBrowser;
  let mastodon: Mastodon;
  let gone: Mastodon | undefined;
  let ada: TestPerson;
  beforeAll(async () => {
    crier = await startInstance({
      temporal: false,
      env: { PAGES_ID: 'id', PAGES_SECRET: 'secret-of-the-app' },
    });
    mastodon = await startMastodon();
    mastodon.createAccount({ username: 'ada' });
    ada = await addPerson(crier, { name: 'Ada' });
    addPages(crier);
    browser = await openBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await crier?.stop();
    await Promise.all([mastodon?.stop(), gone?.stop()]);
  });

  /** A network that opens two accounts with one sign-in; none here does so yet. */
  function addPages({ context }: TestInstance): void {
    const oauth: ProviderOAuth = {
      scopes: [],
      fields: [],
      app: { kind: 'env', idVariable: 'PAGES_ID', secretVariable: 'PAGES_SECRET' },
      pkce: async () => true,
      authorizeUrl: ({ state }) =>
        `${context.publicUrl}/integrations/social/pages?${new URLSearchParams({ state, code: 'good' })}`,
      exchange: async () => [account('1', 'Bakery'), account('2', 'Garage')],
    };
    const pages: Provider = {
      ...(context.providers.get('sandbox') as Provider),
      identifier: 'pages',
      name: 'Pages',
      connection: { kind: 'oauth' },
      oauth,
      env: ['PAGES_ID', 'PAGES_SECRET'].map((name) => ({ name, required: true, help: '' })),
    };
    (context.providers as Map<string, Provider>).set('pages', pages);
  }

  /** At the address that networks send the browser back to. */
  const home = (): { url: string } => ({ url: crier.context.publicUrl });
  const open = async (options: PageOptions = { ...PHONE, person: ada }): Promise<Page> =>
    (await browser.pageOf(home(), options)).page;

  /** Where this browser is sent to, for who is signed in in it. */
  async function urlAt(page: Page, provider: string, query: Record<string, string> = {}): Promise<string> {
    const response = await page.request.get(`/api/social/${provider}?${new URLSearchParams(query)}`);
    return ((await response.json()) as { url: string }).url;
  }

  async function expectSound(page: Page, name: string): Promise<void> {
    await screenshot(page, name);
    expect({
      axe: await axe(page),
      overflow: await overflow(page),
      query: new URL(page.url()).search,
    }).toEqual({ axe: [], overflow: 0, query: '' });
  }

  it('goes to the network and back, once, and ends with a channel; again, the channel stays the same one', async () => {
    const ids = new Set<string>();
    for (const title of [text.connected, text.reconnected]) {
      const page = await open();
      let sent = 0;
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().includes('/api/integrations/')) sent++;
      });
      await page.goto(await urlAt(page, 'mastodon', { externalUrl: mastodon.url }));
      await page.getByRole('button', { name: 'Authorize as ada' }).click();
      await page.getByRole('heading', { name: title, exact: true }).waitFor();
      await page.getByText('ada', { exact: true }).waitFor();
      expect(sent).toBe(1);
      await expectSound(page, `connect-${title}`);
      for (const { id } of await sql<{ id: string }>(
        crier,
        "select id from integration where provider = 'mastodon'",
      )) {
        ids.add(id);
      }
      await page.getByRole('link', { name: text.toChannels }).click();
      await page.waitForURL('**/settings/channels');
      await page.context().close();
    }
    expect(ids.size).toBe(1);
  });

  it('shows what the network said when the person said no there', async () => {
    const page = await open();
    await page.goto(await urlAt(page, 'mastodon', { externalUrl: mastodon.url }));
    await page.getByRole('button', { name: /deny/i }).first().click();
    await page.getByRole('heading', { name: text.failed, exact: true }).waitFor();
    expect(await page.getByRole('alert').innerText()).toMatch(/^Mastodon: /);
    await expectSound(page, 'connect-denied');
    await page.context().close();
  });

  it('lets choose among several accounts', async () => {
    const page = await open();
    await page.goto(await urlAt(page, 'pages'));
    await page.getByRole('heading', { name: text.choose, exact: true }).waitFor();
    await expectSound(page, 'connect-choose');
    await page.getByRole('radio', { name: 'Garage, garage' }).click();
    await page.getByRole('button', { name: text.chooseAction }).click();
    await page.getByRole('heading', { name: text.connected, exact: true }).waitFor();
    expect(await sql(crier, "select name from integration where provider = 'pages'")).toEqual([
      { name: 'Garage' },
    ]);
    await page.context().close();
  });

  it('a state that is unknown, used or missing has the page "Invalid state", in the API\'s words', async () => {
    for (const query of ['?state=unknown&code=x', '?code=x', '']) {
      const page = await open();
      await page.goto(`/integrations/social/mastodon${query}`);
      await page.getByRole('heading', { name: 'Invalid state', exact: true }).waitFor();
      expect(await page.title()).toBe('Invalid state · Crier');
      expect(await page.getByRole('alert').innerText()).toMatch(
        /^Invalid state: .*Connect the channel again/,
      );
      await page.context().close();
    }
  });

  it('who came back to another host reads both hosts and the variable to change', async () => {
    const state =
      new URL(await urlAt(await open(), 'mastodon', { externalUrl: mastodon.url })).searchParams.get(
        'state',
      ) ?? '';
    // A cookie is of one host: there, it is another session.
    const { page } = await browser.pageOf(crier, { ...PHONE, person: await signedIn(crier, ada.id) });
    await page.goto(`/integrations/social/mastodon?${new URLSearchParams({ state, code: 'x' })}`);
    await page.getByRole('heading', { name: 'Invalid state', exact: true }).waitFor();
    const words = await page.getByRole('alert').innerText();
    for (const part of [new URL(crier.url).host, new URL(crier.context.publicUrl).host, 'FRONTEND_URL']) {
      expect(words).toContain(part);
    }
    await expectSound(page, 'connect-other-host');
    await page.context().close();
  });

  it('who is signed in only at another host reads that too', async () => {
    const { page } = await browser.pageOf(crier, PHONE);
    await page.goto('/integrations/social/mastodon?state=x&code=x');
    await page.getByRole('heading', { name: 'Invalid state', exact: true }).waitFor();
    expect(await page.locator('main').innerText()).toContain(`You came back to ${new URL(crier.url).host}`);
    expect(await page.locator('main').innerText()).toContain('FRONTEND_URL');
    await expectSound(page, 'connect-signed-out');
    await page.context().close();
  });

  it('a network that cannot be reached has the page "Failed to fetch", with a way to try again', async () => {
    gone = await startMastodon();
    const { url, stop } = gone;
    gone.createAccount({ username: 'ada' });
    const page = await open();
    await page.route('**/api/integrations/social/mastodon', async (route) => {
      await stop();
      await route.continue();
    });
    await page.goto(await urlAt(page, 'mastodon', { externalUrl: url }));
    await page.getByRole('button', { name: 'Authorize as ada' }).click();
    await page.getByRole('heading', { name: 'Failed to fetch', exact: true }).waitFor();
    await expectSound(page, 'connect-unreached');
    await page.getByRole('link', { name: text.tryAgain }).click();
    await page.waitForURL('**/settings/channels');
    await page.context().close();
  });

  it('a browser that cannot reach Crier says so', async () => {
    const page = await open();
    await page.route('**/api/integrations/social/pages', (route) => route.abort());
    await page.goto(await urlAt(page, 'pages'));
    await page.getByRole('heading', { name: 'Failed to fetch', exact: true }).waitFor();
    expect(await page.getByRole('alert').innerText()).toContain('Crier cannot be reached');
    await page.unroute('**/api/integrations/social/pages');
    await page.getByRole('button', { name: text.tryAgain }).click();
    await page.getByRole('heading', { name: text.choose, exact: true }).waitFor();
    await page.context().close();
  });
});
