/**
 * Connecting an account on each network by OAuth in a real browser, through its stand-in's page of consent.
 */
import { afterAll, expect, it, jest } from '@jest/globals';
import { channelRow, goToNetwork } from '../../../test/connect-pages.ts';
import { sql } from '../../../test/factories.ts';
import { startInstance } from '../../../test/instance.ts';
import { startDribbble } from '../../../test/networks/dribbble/server.ts';
import { startGmb } from '../../../test/networks/gmb/server.ts';
import { startKick } from '../../../test/networks/kick/server.ts';
import { startLinkedIn } from '../../../test/networks/linkedin/server.ts';
import { startMeta } from '../../../test/networks/meta/server.ts';
import { startMeWe } from '../../../test/networks/mewe/server.ts';
import { startPinterest } from '../../../test/networks/pinterest/server.ts';
import { startReddit } from '../../../test/networks/reddit/server.ts';
import { startThreads } from '../../../test/networks/threads/server.ts';
import { startTikTok } from '../../../test/networks/tiktok/server.ts';
import { startTwitch } from '../../../test/networks/twitch/server.ts';
import { startX } from '../../../test/networks/x/server.ts';
import { startYouTube } from '../../../test/networks/youtube/server.ts';
import { startTumblr } from '../../../test/networks/tumblr/server.ts';
import { startVk } from '../../../test/networks/vk/server.ts';
import { startWhop } from '../../../test/networks/whop/server.ts';
import { closeFirstRun, expectCleanPage } from '../../../test/page-checks.ts';
import { button, heading } from '../../../test/pages.ts';
import type { TestPerson } from '../../../test/person.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { addWithPassword } from '../../../test/sign-in.ts';
import { THOROUGH } from '../../../test/thorough.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

const text = strings.connect;
jest.setTimeout(90_000);

/** A network whose stand-in runs, and what a person does there. */
interface Consent {
  readonly provider: string;
  /** As the page of channels calls it. */
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  readonly refuse: string;
  /** The beginning of the network's message. */
  readonly refused: RegExp;
  readonly allow: string;
  /** The account to choose, where the person has several. */
  readonly choose?: string;
  readonly channel: string;
  stop(): Promise<void>;
}

type Starter = (redirectUris: string[]) => Promise<Consent>;

const STARTERS: Readonly<Record<string, Starter>> = {
  async x(redirectUris) {
    const server = await startX({ redirectUris });
    server.createAccount({ username: 'ada' });
    return {
      provider: 'x',
      name: 'X',
      env: { X_API_KEY: server.client.id, X_API_SECRET: server.client.secret, X_API_URL: server.url },
      refuse: 'Cancel',
      refused: /^X: access_denied/,
      allow: 'Authorize app as @ada',
      channel: 'ada',
      stop: () => server.stop(),
    };
  },
  async reddit(redirectUris) {
    const server = await startReddit({ redirectUris });
    server.createAccount('grace');
    const { id, secret } = server.client;
    return {
      provider: 'reddit',
      name: 'Reddit',
      env: { REDDIT_CLIENT_ID: id, REDDIT_CLIENT_SECRET: secret, REDDIT_API_URL: server.url },
      refuse: 'Decline',
      refused: /^Reddit: access_denied/,
      allow: 'Allow as grace',
      channel: 'grace',
      stop: () => server.stop(),
    };
  },
  async 'linkedin-page'(redirectUris) {
    const server = await startLinkedIn({ redirectUris });
    const grace = server.addMember('Grace');
    for (const name of ['Cafe Ada', 'Bakery']) server.addPage(name, { [grace.id]: 'ADMINISTRATOR' });
    const { id, secret } = server.client;
    return {
      provider: 'linkedin-page',
      name: 'LinkedIn Page',
      env: { LINKEDIN_PAGE_CLIENT_ID: id, LINKEDIN_PAGE_CLIENT_SECRET: secret, LINKEDIN_API_URL: server.url },
      refuse: 'Cancel',
      refused: /^LinkedIn Page: .*cancel/,
      allow: 'Allow as Grace',
      choose: 'Bakery',
      channel: 'Bakery',
      stop: () => server.stop(),
    };
  },
  async facebook(redirectUris) {
    const server = await startMeta({ redirectUris });
    const grace = server.createPerson('Grace');
    for (const name of ['Florist', 'Garage']) server.createPage(grace, name);
    const { id, secret } = server.client;
    return {
      provider: 'facebook',
      name: 'Facebook Page',
      env: { FACEBOOK_APP_ID: id, FACEBOOK_APP_SECRET: secret, FACEBOOK_API_URL: server.url },
      refuse: 'Cancel',
      refused: /^Facebook Page: .*Permissions error/,
      allow: 'Continue as Grace',
      choose: 'Garage',
      channel: 'Garage',
      stop: () => server.stop(),
    };
  },
  async 'instagram-standalone'(redirectUris) {
    const server = await startMeta({ redirectUris });
    server.createAccount('niaj');
    const { id, secret } = server.client;
    return {
      provider: 'instagram-standalone',
      name: 'Instagram (Standalone)',
      env: { INSTAGRAM_APP_ID: id, INSTAGRAM_APP_SECRET: secret, INSTAGRAM_API_URL: server.url },
      refuse: 'Cancel',
      refused: /^Instagram \(Standalone\): .*Permissions error/,
      allow: 'Allow as niaj',
      channel: 'niaj',
      stop: () => server.stop(),
    };
  },
  async gmb(redirectUris) {
    const server = await startGmb({ redirectUris });
    server.createOwner('Oscar', ['Kiosk', 'Brewery']);
    const { id, secret } = server.client;
    return {
      provider: 'gmb',
      name: 'Google Business Profile',
      env: { GOOGLE_GMB_CLIENT_ID: id, GOOGLE_GMB_CLIENT_SECRET: secret, GOOGLE_GMB_API_URL: server.url },
      refuse: 'Cancel',
      refused: /^Google Business Profile: access_denied/,
      allow: 'Allow as Oscar',
      choose: 'Brewery',
      channel: 'Brewery',
      stop: () => server.stop(),
    };
  },
  async pinterest(redirectUris) {
    const server = await startPinterest({ redirectUris });
    server.createAccount('heidi');
    const { id, secret } = server.client;
    return {
      provider: 'pinterest',
      name: 'Pinterest',
      env: { PINTEREST_CLIENT_ID: id, PINTEREST_CLIENT_SECRET: secret, PINTEREST_API_URL: server.url },
      refuse: 'Cancel',
      refused: /^Pinterest: access_denied/,
      allow: 'Give access as heidi',
      channel: 'heidi',
      stop: () => server.stop(),
    };
  },
  async tiktok(redirectUris) {
    const server = await startTikTok({ redirectUris });
    server.createAccount('mallory');
    const { id, secret } = server.client;
    return {
      provider: 'tiktok',
      name: 'TikTok',
      env: { TIKTOK_CLIENT_ID: id, TIKTOK_CLIENT_SECRET: secret, TIKTOK_API_URL: server.url },
      refuse: 'Cancel',
      refused: /^TikTok: User canceled/,
      allow: 'Authorize as mallory',
      channel: 'mallory',
      stop: () => server.stop(),
    };
  },
  async mewe(redirectUris) {
    const server = await startMeWe({ redirectUris });
    server.createPerson('Sybil');
    const { id, secret } = server.client;
    return {
      provider: 'mewe',
      name: 'MeWe',
      env: { MEWE_APP_ID: id, MEWE_API_KEY: secret, MEWE_HOST: server.url },
      refuse: 'Cancel',
      refused: /^MeWe: it sent no code/,
      allow: 'Allow as Sybil',
      channel: 'Sybil',
      stop: () => server.stop(),
    };
  },
  async threads(redirectUris) {
    const server = await startThreads({ redirectUris });
    server.createAccount('judy');
    const { id, secret } = server.client;
    return {
      provider: 'threads',
      name: 'Threads',
      env: { THREADS_APP_ID: id, THREADS_APP_SECRET: secret, THREADS_API_URL: server.url },
      refuse: 'Cancel',
      refused: /^Threads: .*Permissions error/,
      allow: 'Continue as judy',
      channel: 'judy',
      stop: () => server.stop(),
    };
  },
  async dribbble(redirectUris) {
    const server = await startDribbble({ redirectUris });
    server.createAccount('walter');
    const { id, secret } = server.client;
    return {
      provider: 'dribbble',
      name: 'Dribbble',
      env: { DRIBBBLE_CLIENT_ID: id, DRIBBBLE_CLIENT_SECRET: secret, DRIBBBLE_API_URL: server.url },
      refuse: 'Deny',
      refused: /^Dribbble: The resource owner or authorization server denied/,
      allow: 'Authorize as walter',
      channel: 'walter',
      stop: () => server.stop(),
    };
  },
  async kick(redirectUris) {
    const server = await startKick({ redirectUris });
    server.createAccount('trent');
    const { id, secret } = server.client;
    return {
      provider: 'kick',
      name: 'Kick',
      env: { KICK_CLIENT_ID: id, KICK_SECRET: secret, KICK_API_URL: server.url },
      refuse: 'Deny',
      refused: /^Kick: .*access_denied/,
      allow: 'Allow access as trent',
      channel: 'trent',
      stop: () => server.stop(),
    };
  },
  async twitch(redirectUris) {
    const server = await startTwitch({ redirectUris });
    server.createAccount('peggy');
    const { id, secret } = server.client;
    return {
      provider: 'twitch',
      name: 'Twitch',
      env: { TWITCH_CLIENT_ID: id, TWITCH_CLIENT_SECRET: secret, TWITCH_API_URL: server.url },
      refuse: 'Cancel',
      refused: /^Twitch: The user denied you access/,
      allow: 'Authorize as peggy',
      channel: 'peggy',
      stop: () => server.stop(),
    };
  },
  async youtube(redirectUris) {
    const server = await startYouTube({ redirectUris });
    server.createOwner({ title: 'Cafe' });
    const { id, secret } = server.client;
    return {
      provider: 'youtube',
      name: 'YouTube',
      env: { YOUTUBE_CLIENT_ID: id, YOUTUBE_CLIENT_SECRET: secret, YOUTUBE_API_URL: server.url },
      refuse: 'Cancel',
      refused: /^YouTube: access_denied/,
      allow: 'Allow as Cafe',
      channel: 'Cafe',
      stop: () => server.stop(),
    };
  },
  async tumblr(redirectUris) {
    const server = await startTumblr({ redirectUris });
    server.createAccount('olivia', 'olivia-cooks');
    const { id, secret } = server.client;
    return {
      provider: 'tumblr',
      name: 'Tumblr',
      env: { TUMBLR_CLIENT_ID: id, TUMBLR_CLIENT_SECRET: secret, TUMBLR_API_URL: server.url },
      refuse: 'Deny',
      refused: /^Tumblr: access_denied/,
      allow: 'Allow as olivia',
      choose: 'The olivia-cooks blog',
      channel: 'The olivia-cooks blog',
      stop: () => server.stop(),
    };
  },
  async vk(redirectUris) {
    const server = await startVk({ redirectUris });
    server.createGroup('Tea room', server.createUser('Peggy'));
    return {
      provider: 'vk',
      name: 'VK',
      env: { VK_ID: server.clientId, VK_API_URL: server.url },
      refuse: 'Cancel',
      refused: /^VK: The user denied the request/,
      allow: 'Continue as Peggy',
      choose: 'Tea room',
      channel: 'Tea room',
      stop: () => server.stop(),
    };
  },
  async whop(redirectUris) {
    const server = await startWhop({ redirectUris });
    server.createPerson('wendy');
    return {
      provider: 'whop',
      name: 'Whop',
      env: { WHOP_CLIENT_ID: server.client.id, WHOP_API_URL: server.url },
      refuse: 'Deny',
      refused: /^Whop: The user denied the request/,
      allow: 'Authorize as wendy',
      channel: 'wendy',
      stop: () => server.stop(),
    };
  },
};

/**
 * The networks' own tests cover their differences without a browser (src/channels/connect): here two of them
 * stand for all, one of which offers several accounts.
 */
const CHOSEN = THOROUGH ? Object.keys(STARTERS) : ['x', 'facebook'];

describeWith([chromium], 'connecting a channel in the browser', () => {
  const networks = new Map<string, Consent>();
  let ada: TestPerson;
  /** The apps on the networks have the URL under which the instance turns out to be reached. */
  const redirectUris = new Map(CHOSEN.map((provider) => [provider, [] as string[]]));
  const app = useWebApp({
    start: async () => {
      for (const [provider, uris] of redirectUris) {
        const network = await STARTERS[provider]?.(uris);
        if (network) networks.set(provider, network);
      }
      const env = Object.assign({}, ...[...networks.values()].map((network) => network.env));
      return startInstance({ temporal: false, env });
    },
    prepare: async (crier) => {
      for (const [provider, uris] of redirectUris) {
        uris.push(`${crier.context.publicUrl}/integrations/social/${provider}`);
      }
      await closeFirstRun(crier);
    },
    person: async (crier) => (ada = await addWithPassword(crier, { name: 'Ada' })),
  });
  afterAll(() => Promise.all([...networks.values()].map((network) => network.stop())));

  it.each(CHOSEN)('leads to %s and back, and shows there why it was refused', async (provider) => {
    const network = networks.get(provider) as Consent;
    const opened = await app.browser.pageOf({ url: app.crier.context.publicUrl }, { person: ada });
    const { page } = opened;
    await goToNetwork(page, network.name);
    await button(page, network.refuse).click();
    await heading(page, text.failed).waitFor();
    expect(await page.getByRole('alert').innerText()).toMatch(network.refused);
    await goToNetwork(page, network.name);
    await button(page, network.allow).click();
    if (network.choose) {
      await page.getByRole('radio', { name: network.choose }).click();
      await button(page, text.chooseAction).click();
    }
    await heading(page, text.connected).waitFor();
    // The page is the same for all but its name.
    if (provider === 'x') await expectCleanPage(opened, 'connect-x');
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('link', { name: text.toChannels }).click();
    await channelRow(page, network.channel).getByText(strings.channels.states.connected).waitFor();
    const rows = await sql(app.crier, 'select provider, name from integration where provider = $1', [
      provider,
    ]);
    expect(rows).toEqual([{ provider, name: network.channel }]);
    await page.context().close();
  });
});
