/**
 * Connecting channels as a person does: from the settings, through the network's own pages, and back; a
 * worker publishes to what was connected.
 */
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { ConnectedAccount, Provider } from '../../../providers/_kit/contract.ts';
import type { ProviderOAuth } from '../../../providers/_kit/oauth.ts';
import { startMastodon, type Mastodon } from '../networks/mastodon/server.ts';
import { startSlack, type Slack } from '../networks/slack/server.ts';
import type { Me } from '../../accounts/present-me.ts';
import { credentialsBinding } from '../../platform/secrets.ts';
import { strings } from '../../web/strings/index.ts';
import { openBrowser, type OpenPage, type PageOptions, type TestBrowser } from '../browser.ts';
import { sql } from '../factories.ts';
import { eventually, startInstance, type TestInstance } from '../instance.ts';
import { expectSound } from '../pages.ts';
import { callApp, signedIn, type TestPerson } from '../person.ts';
import { chromium } from '../servers/chromium.ts';
import { describeWith } from '../servers/server.ts';
import { openssl, startTlsFront, type TlsFront } from '../servers/tls-front.ts';
import { PASSWORD } from '../sign-in.ts';
import { clientOf } from './client.ts';
import { unique } from './scenarios.ts';

const {
  connect: text,
  auth,
  settings: { channels: list },
} = strings;
const PAGES: Record<string, string> = { PAGES_ID: 'id', PAGES_SECRET: 'secret-of-the-app' };
jest.setTimeout(90_000);

describeWith([chromium, openssl], 'connecting a channel', () => {
  let crier: TestInstance;
  let browser: TestBrowser;
  let mastodon: Mastodon;
  let slack: Slack;
  /** Slack takes redirect addresses with TLS alone: the same instance once more, behind a proxy. */
  let front: TlsFront;
  let ada: TestPerson;
  /** Instances of one story. */
  const others: Mastodon[] = [];
  beforeAll(async () => {
    front = await startTlsFront();
    [mastodon, slack] = await Promise.all([
      startMastodon(),
      startSlack({
        redirectUris: [`${front.url}/integrations/social/slack`],
        limits: { postBurst: 1000, tierFactor: 20 },
      }),
    ]);
    mastodon.createAccount({ username: 'lovelace' });
    crier = await startInstance({ env: { SLACK_API_URL: `${slack.url}/api`, ...PAGES } });
    addPages(crier);
    ada = await setUp(crier);
    const [secure, opened] = await Promise.all([
      crier.startApiProcess({
        FRONTEND_URL: front.url,
        TRUSTED_PROXIES: '127.0.0.0/8',
        SLACK_ID: slack.client.id,
        SLACK_SECRET: slack.client.secret,
        CRIER_SANDBOX: 'false',
      }),
      openBrowser(),
      crier.startWorker({ SLACK_ID: slack.client.id, SLACK_SECRET: slack.client.secret }),
    ]);
    front.forwardTo(secure.url);
    browser = opened;
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await crier?.stop();
    await Promise.all([front, mastodon, slack, ...others].map((server) => server?.stop()));
  }, 60_000);

  /** A browser at the address that networks send it back to; at another one where `url` says so. */
  const open = (options: PageOptions = { person: ada }, url = crier.context.publicUrl): Promise<OpenPage> =>
    browser.pageOf({ url }, options);
  const heading = (page: Page, name: string): Promise<void> =>
    page.getByRole('heading', { name, exact: true }).waitFor();
  const press = (page: Page, name: string | RegExp): Promise<void> =>
    page.getByRole('button', { name, exact: true }).click();
  /** What the page says of what went wrong. */
  const words = (page: Page): Promise<string> => page.getByRole('alert').innerText();
  const channelsOf = (provider: string): Promise<{ id: string; name: string }[]> =>
    sql(
      crier,
      'select id, name from integration where provider = $1 and deleted_at is null order by created_at',
      [provider],
    );
  const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

  /** In the settings: chooses the network, and fills in what it asks for. */
  async function goTo(page: Page, network: string, instance?: string): Promise<void> {
    await page.goto('/settings/channels');
    await page.getByRole('combobox', { name: list.network }).click();
    await page.getByRole('option', { name: network, exact: true }).click();
    if (instance) await page.getByLabel('Instance', { exact: false }).fill(instance);
    await press(page, list.go(network));
  }

  /** Publishes a text now, and waits until a worker did. */
  async function publish(
    channel: string,
    content: string,
    settings?: Record<string, unknown>,
  ): Promise<void> {
    const client = clientOf(crier, crier.url, settings);
    const [id = ''] = await client.create({ channels: [channel], parts: [{ content }] });
    await client.reaches(id, 'published');
  }

  async function signIn(page: Page): Promise<void> {
    await page.getByLabel(auth.fields.email, { exact: true }).fill(ada.email);
    await page.getByLabel(auth.fields.password, { exact: true }).fill(PASSWORD);
    await press(page, auth.signIn.action);
  }

  /** The address that the network sends this browser back to. */
  const cameBack = async (page: Page): Promise<string> =>
    (
      await page.waitForRequest(
        (request) => request.isNavigationRequest() && request.url().includes('/integrations/social/'),
      )
    ).url();

  it("begins in the settings, goes to Mastodon's own page, and ends in the list; a post to it is published", async () => {
    const opened = await open();
    const { page } = opened;
    await page.goto('/settings/channels');
    await page.getByText(list.none).waitFor();
    await page.getByRole('combobox', { name: list.network }).click();
    await page.getByRole('option', { name: 'Mastodon', exact: true }).click();
    await expectSound(opened, 'connect-settings');
    await goTo(page, 'Mastodon', mastodon.url);
    await press(page, 'Authorize as lovelace');
    await heading(page, text.connected);
    expect(new URL(page.url()).search).toBe('');
    await expectSound(opened, 'connect-connected');
    await page.getByRole('link', { name: text.toChannels }).click();
    await row(page, 'lovelace').getByText(list.connected).waitFor();
    const [channel] = await channelsOf('mastodon');
    const content = unique('From the settings');
    await publish(channel?.id ?? '', content);
    expect(mastodon.statuses().filter((status) => status.text === content)).toHaveLength(1);
    await page.context().close();
  });

  it("goes through Slack's page as well, behind a proxy with TLS", async () => {
    const opened = await open({}, front.url);
    const { page } = opened;
    // Of the stand-in's page; no browser can read them.
    await page.route('**/_emulate/fonts/**', (route) => route.fulfill({ status: 404 }));
    await page.goto('/settings/channels');
    await signIn(page);
    await heading(page, list.connect);
    await goTo(page, 'Slack');
    await page.getByRole('button', { name: /admin/ }).click();
    await heading(page, text.connected);
    await page.getByRole('link', { name: text.toChannels }).click();
    await row(page, 'Slack').getByText(list.connected).waitFor();
    await expectSound(opened, 'connect-slack-list');
    expect((await page.context().cookies()).filter(({ domain }) => domain === 'localhost')).toEqual([
      expect.objectContaining({ name: '__Host-crier_session', secure: true, httpOnly: true }),
    ]);
    const [channel] = await channelsOf('slack');
    const content = unique('To the team');
    await publish(channel?.id ?? '', content, { __type: 'slack', channel: slack.channels.general });
    expect(slack.messages().filter((message) => message.text === content)).toHaveLength(1);
    await page.context().close();
  });

  it('ends in the words of the network when the person says no there', async () => {
    const opened = await open();
    const { page } = opened;
    await goTo(page, 'Mastodon', mastodon.url);
    await press(page, 'Deny');
    await heading(page, text.failed);
    expect(await words(page)).toContain(
      'Mastodon: The resource owner or authorization server denied the request.',
    );
    await expectSound(opened, 'connect-denied');
    await page.getByRole('link', { name: text.tryAgain }).click();
    await page.getByRole('button', { name: list.go('Mastodon') }).waitFor();
    await page.context().close();
  });

  it('that begins under another host than it comes back to names both, and the variable to set', async () => {
    const began = await channelsOf('mastodon');
    const hosts = [crier.url, crier.context.publicUrl].map((url) => new URL(url).host);
    expect(new Set(hosts).size).toBe(2);
    const opened = await open({ person: ada }, crier.url);
    const { page } = opened;
    for (const alsoThere of [false, true]) {
      if (alsoThere) await signInAt(page, crier.context.publicUrl);
      await goTo(page, 'Mastodon', mastodon.url);
      await press(page, 'Authorize as lovelace');
      await heading(page, text.invalidState);
      const said = await words(page);
      for (const part of [...hosts, 'FRONTEND_URL']) expect(said).toContain(part);
      await expectSound(opened, `connect-other-host${alsoThere ? '' : '-signed-out'}`);
    }
    expect(await channelsOf('mastodon')).toEqual(began);
    await page.context().close();
  });

  async function signInAt(page: Page, url: string): Promise<void> {
    await page.goto(`${url}/sign-in`);
    await signIn(page);
    await heading(page, strings.posts.title);
  }

  it('is good once, and in the browser that began it alone', async () => {
    const [{ page }, other] = await Promise.all([open(), open({ person: await signedIn(crier, ada.id) })]);
    await page.route('**/api/integrations/social/mastodon', (route) => route.abort());
    await goTo(page, 'Mastodon', mastodon.url);
    const [url] = await Promise.all([cameBack(page), press(page, 'Authorize as lovelace')]);
    await other.page.goto(url);
    await heading(other.page, text.invalidState);
    expect(await words(other.page)).toContain('another browser');
    await expectSound(other, 'connect-invalid-state');
    await page.unroute('**/api/integrations/social/mastodon');
    for (const [title, said] of [
      [text.reconnected, ''],
      [text.invalidState, 'used already'],
    ] as const) {
      await page.goto(url);
      await heading(page, title);
      if (said) expect(await words(page)).toContain(said);
    }
    await Promise.all([page.context().close(), other.page.context().close()]);
  });

  it('says "Failed to fetch" when the network is gone in between, and is connected once it is back', async () => {
    const gone = await startInstanceOf('grace');
    const opened = await open();
    const { page } = opened;
    await page.route(
      '**/api/integrations/social/mastodon',
      async (route) => {
        await gone.stop();
        await route.continue();
      },
      { times: 1 },
    );
    await goTo(page, 'Mastodon', gone.url);
    await press(page, 'Authorize as grace');
    await heading(page, text.failedToFetch);
    expect(await words(page)).toContain(new URL(gone.url).host);
    await expectSound(opened, 'connect-unreached');
    await startInstanceOf('grace', Number(new URL(gone.url).port));
    await page.getByRole('link', { name: text.tryAgain }).click();
    await page.getByLabel('Instance', { exact: false }).fill(gone.url);
    await press(page, list.go('Mastodon'));
    await press(page, 'Authorize as grace');
    await heading(page, text.connected);
    expect(await channelsOf('mastodon')).toContainEqual(expect.objectContaining({ name: 'grace' }));
    await page.context().close();
  });

  async function startInstanceOf(username: string, port = 0): Promise<Mastodon> {
    const started = await startMastodon({ port });
    others.push(started);
    started.createAccount({ username });
    return started;
  }

  it('asks which account where a sign-in opens several', async () => {
    const opened = await open();
    const { page } = opened;
    await goTo(page, 'Pages');
    await heading(page, text.choose);
    await expectSound(opened, 'connect-choose');
    await page.getByRole('radio', { name: 'Garage, garage' }).click();
    await press(page, text.chooseAction);
    await heading(page, text.connected);
    await page.getByRole('link', { name: text.toChannels }).click();
    await row(page, 'Garage').waitFor();
    expect(await row(page, 'Bakery').count()).toBe(0);
    await page.context().close();
  });

  it('again keeps the channel and what waits for it, which goes out by itself', async () => {
    const [before] = await channelsOf('mastodon');
    const channel = before?.id ?? '';
    const content = unique('Waits for its channel');
    mastodon.revoke(await tokenOf(channel));
    const client = clientOf(crier);
    const [post = ''] = await client.create({ channels: [channel], parts: [{ content }] });
    await eventually('the post is held', async () =>
      (await client.page(post)).timeline.some(({ event }) => event === 'held'),
    );
    const opened = await open();
    const { page } = opened;
    await page.goto('/settings/channels');
    await row(page, 'lovelace').getByText(list.needsConnect).waitFor();
    await expectSound(opened, 'connect-needed');
    await row(page, 'lovelace').getByRole('button', { name: list.again }).click();
    await press(page, 'Authorize as lovelace');
    await heading(page, text.reconnected);
    await client.reaches(post, 'published');
    expect(mastodon.statuses().filter((status) => status.text === content)).toHaveLength(1);
    expect((await channelsOf('mastodon'))[0]).toEqual(before);
    await page.getByRole('link', { name: text.toChannels }).click();
    await row(page, 'lovelace').getByText(list.connected).waitFor();
    await page.context().close();
  });

  async function tokenOf(id: string): Promise<string> {
    const [stored] = await sql<{ credentials: string }>(
      crier,
      'select credentials from integration where id = $1',
      [id],
    );
    return (
      JSON.parse(
        crier.context.secrets.open(stored?.credentials ?? '', credentialsBinding(crier.organizationId, id)),
      ) as { token: string }
    ).token;
  }

  it('that a key asked for is finished by an admin who is signed in, or signs in first', async () => {
    const ask = async (): Promise<string> =>
      (await crier.call<{ url: string }>('GET', `/social/mastodon?externalUrl=${mastodon.url}`)).body.url;
    const { page } = await open();
    await page.goto(await ask());
    await press(page, 'Authorize as lovelace');
    await heading(page, text.reconnected);
    const opened = await open({});
    await opened.page.goto(await ask());
    await press(opened.page, 'Authorize as lovelace');
    await heading(opened.page, text.signInFirst);
    await expectSound(opened, 'connect-sign-in-first');
    await opened.page.getByRole('link', { name: text.signIn }).click();
    expect(opened.page.url()).not.toMatch(/code|state/);
    await signIn(opened.page);
    await heading(opened.page, text.reconnected);
    await Promise.all([page.context().close(), opened.page.context().close()]);
  });
});

/** The first run: its person owns the organisation, and can sign in. */
async function setUp(crier: TestInstance): Promise<TestPerson> {
  const email = 'ada@example.org';
  const { body } = await callApp<Me>(
    crier,
    { method: 'POST', path: '/auth/setup' },
    {
      body: { name: 'Ada', email, password: PASSWORD, organization: 'Cafe Nord', timeZone: 'Europe/Berlin' },
    },
  );
  return signedIn(crier, body.user.id, email);
}

/** A network that opens two accounts with one sign-in; none here does so yet. */
function addPages({ context }: TestInstance): void {
  const account = (id: string, name: string): ConnectedAccount => ({
    internalId: id,
    name,
    picture: null,
    profile: name.toLowerCase(),
    credentials: { token: `secret-of-${id}` },
    details: {},
    expiresAt: null,
  });
  const oauth: ProviderOAuth = {
    scopes: [],
    fields: [],
    app: { kind: 'env', idVariable: 'PAGES_ID', secretVariable: 'PAGES_SECRET' },
    pkce: async () => true,
    authorizeUrl: ({ state, redirectUri }) =>
      `${redirectUri}?${new URLSearchParams({ state, code: 'good' })}`,
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
