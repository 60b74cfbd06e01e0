/**
 * Channels that a person connects in a browser, and that a worker then publishes to. The pages themselves are
 * tested in src/web/pages/connect/connect.test.ts.
 */
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startMastodon, type Mastodon } from '../networks/mastodon/server.ts';
import { startReddit, type Reddit } from '../networks/reddit/server.ts';
import { startSlack, type Slack } from '../networks/slack/server.ts';
import type { Me } from '../../accounts/present-me.ts';
import { credentialsBinding } from '../../platform/secrets.ts';
import { strings } from '../../web/strings/index.ts';
import { openBrowser, type OpenPage, type PageOptions, type TestBrowser } from '../browser.ts';
import { channelRow, goToNetwork, signInOn } from '../connect-pages.ts';
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

const text = strings.connect;
const list = strings.channels;
jest.setTimeout(90_000);

describeWith([chromium, openssl], 'a channel', () => {
  let crier: TestInstance;
  let browser: TestBrowser;
  let mastodon: Mastodon;
  let reddit: Reddit;
  let slack: Slack;
  /** Slack accepts only https redirect URLs, so the instance is also served behind a proxy. */
  let front: TlsFront;
  let ada: TestPerson;
  beforeAll(async () => {
    front = await startTlsFront();
    [mastodon, reddit, slack] = await Promise.all([
      startMastodon(),
      startReddit({ redirectUris: [`${front.url}/integrations/social/reddit`] }),
      startSlack({
        redirectUris: [`${front.url}/integrations/social/slack`],
        limits: { postBurst: 1000, tierFactor: 20 },
      }),
    ]);
    mastodon.createAccount({ username: 'lovelace' });
    reddit.createAccount('hopper');
    reddit.addSubreddit({ name: 'cafes' });
    crier = await startInstance({ env: { SLACK_API_URL: `${slack.url}/api`, REDDIT_API_URL: reddit.url } });
    ada = await setUp(crier);
    const [secure, opened] = await Promise.all([
      crier.startApi({
        FRONTEND_URL: front.url,
        TRUSTED_PROXIES: '127.0.0.0/8',
        ...apps(),
        CRIER_SANDBOX: 'false',
      }),
      openBrowser(),
      crier.startWorker(apps()),
    ]);
    front.forwardTo(secure);
    browser = opened;
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await crier?.stop();
    await Promise.all([front, mastodon, reddit, slack].map((server) => server?.stop()));
  }, 60_000);

  /** The client registrations of the operator. */
  const apps = (): Record<string, string> => ({
    SLACK_ID: slack.client.id,
    SLACK_SECRET: slack.client.secret,
    REDDIT_CLIENT_ID: reddit.client.id,
    REDDIT_CLIENT_SECRET: reddit.client.secret,
  });
  /** A browser at the URL that networks send it back to, unless `url` names another one. */
  const open = (options: PageOptions = { person: ada }, url = crier.context.publicUrl): Promise<OpenPage> =>
    browser.pageOf({ url }, options);
  const heading = (page: Page, name: string): Promise<void> =>
    page.getByRole('heading', { name, exact: true }).waitFor();
  const press = (page: Page, name: string | RegExp): Promise<void> =>
    page.getByRole('button', { name, exact: true }).click();
  const channelsOf = (provider: string): Promise<{ id: string; name: string }[]> =>
    sql(
      crier,
      'select id, name from integration where provider = $1 and deleted_at is null order by created_at',
      [provider],
    );

  /** Publishes a text now and waits until a worker has done so. */
  async function publish(
    channel: string,
    content: string,
    settings?: Record<string, unknown>,
  ): Promise<void> {
    const client = clientOf(crier, crier.url, settings);
    const [id = ''] = await client.create({ channels: [channel], parts: [{ content }] });
    await client.reaches(id, 'published');
  }

  it('connected in the settings publishes a post', async () => {
    const { page } = await open();
    await goToNetwork(page, 'Mastodon', mastodon.url);
    await press(page, 'Authorize as lovelace');
    await heading(page, text.connected);
    const [channel] = await channelsOf('mastodon');
    const content = unique('From the settings');
    await publish(channel?.id ?? '', content);
    expect(mastodon.statuses().filter((status) => status.text === content)).toHaveLength(1);
    await page.context().close();
  });

  it('of Slack publishes a post after connecting behind a proxy with TLS', async () => {
    const opened = await open({}, front.url);
    const { page } = opened;
    // Fonts of the stand-in's page, which no browser can load.
    await page.route('**/_emulate/fonts/**', (route) => route.fulfill({ status: 404 }));
    await page.goto('/channels');
    await signInOn(page, ada.email);
    await heading(page, strings.channels.networks.title);
    await goToNetwork(page, 'Slack');
    await page.getByRole('button', { name: /admin/ }).click();
    await heading(page, text.connected);
    await page.getByRole('link', { name: text.toChannels }).click();
    await channelRow(page, 'Slack').getByText(list.states.connected).waitFor();
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

  it('of Reddit publishes a post with a comment after connecting in a browser', async () => {
    const { page } = await open({}, front.url);
    await page.goto('/channels');
    await signInOn(page, ada.email);
    await heading(page, strings.channels.networks.title);
    await goToNetwork(page, 'Reddit');
    await press(page, 'Allow as hopper');
    await heading(page, text.connected);
    const [channel] = await channelsOf('reddit');
    expect(channel?.name).toBe('hopper');
    const parts = [unique('To the cafes'), unique('And more')].map((content) => ({ content }));
    const value = { subreddit: 'cafes', title: 'Spring menu', type: 'self', is_flair_required: false };
    const client = clientOf(crier, crier.url, { __type: 'reddit', subreddit: [{ value }] });
    const [id = ''] = await client.create({ channels: [channel?.id ?? ''], parts });
    await client.reaches(id, 'published');
    expect(reddit.entries().map((entry) => entry.text)).toEqual(parts.map(({ content }) => content));
    await page.context().close();
  });

  it('stays the same when it is reconnected, and publishes its held post', async () => {
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
    await page.goto('/channels');
    await channelRow(page, 'lovelace').getByText(list.states.reconnect).waitFor();
    await expectSound(opened, 'connect-needed');
    await channelRow(page, 'lovelace').getByRole('button', { name: list.reconnect }).click();
    await press(page, 'Authorize as lovelace');
    await heading(page, text.reconnected);
    await client.reaches(post, 'published');
    expect(mastodon.statuses().filter((status) => status.text === content)).toHaveLength(1);
    expect((await channelsOf('mastodon'))[0]).toEqual(before);
    await page.getByRole('link', { name: text.toChannels }).click();
    await channelRow(page, 'lovelace').getByText(list.states.connected).waitFor();
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
