/**
 * A person's way through the web app with real networks: connecting, writing for three of them, moving in the
 * calendar, reconnecting, freezing.
 */
import { afterAll, expect, it, jest } from '@jest/globals';
import { dayOf, DAY_MS, MINUTE_MS } from '../../web/pages/calendar/clock.ts';
import { toClock } from '../../web/format/zone.ts';
import { strings } from '../../web/strings/index.ts';
import { channelRow, chooseNetwork } from '../connect-pages.ts';
import { png, sql } from '../factories.ts';
import { eventually, startInstance } from '../instance.ts';
import { closeFirstRun, expectCleanPage } from '../page-checks.ts';
import { dragTo } from '../pages.ts';
import { addPerson } from '../person.ts';
import { chromium } from '../servers/chromium.ts';
import { nostrRelay, nostrRelayPython } from '../servers/nostr-relay.ts';
import { pds } from '../servers/pds.ts';
import { describeWith } from '../servers/server.ts';
import { wordpress } from '../servers/wordpress.ts';
import { walk } from '../walk.ts';
import { useWebApp } from '../web-app.ts';
import { clientOf } from './client.ts';
import { startSite } from './network-wordpress.ts';
import { sha256, startPds, startRelays, type Network, type Seen } from './networks.ts';
import { live, unique } from './scenarios.ts';

const isolated = (name: string): string => `\u2068${name}\u2069`;
const { composer, channels, calendar, home, status, instance } = strings;
const SERVERS = [chromium, pds, nostrRelay, nostrRelayPython, wordpress];
/** A real minute of the clock has to pass. */
const PATIENCE_MS = 150_000;
jest.setTimeout(240_000);

/**
 * A zone in which tomorrow is in the same month, so that a month of the calendar shows both days: somewhere,
 * the last day of a month has not begun or is over.
 */
const ZONE =
  ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'].find(
    (zone) => !dayOf(Date.now() + DAY_MS, zone).endsWith('-01'),
  ) ?? 'UTC';

// Each test goes on where the one before it ended.
describeWith(SERVERS, 'in the web app, a person', () => {
  let bluesky: Awaited<ReturnType<typeof startPds>>;
  let nostr: Awaited<ReturnType<typeof startRelays>>;
  let site: Awaited<ReturnType<typeof startSite>>;
  let names: { bluesky: string; nostr: string; wordpress: string };
  const app = useWebApp({
    start: startInstance,
    prepare: async (crier) => {
      await closeFirstRun(crier);
      await sql(crier, 'update organization set time_zone = $1', [ZONE]);
      [bluesky, nostr, site] = await Promise.all([
        startPds(),
        startRelays(),
        startSite(),
        crier.startWorker(),
      ]);
      names = {
        bluesky: bluesky.account.handle,
        nostr: (await crier.connect('nostr', nostr.fields)).name,
        wordpress: (await crier.connect('wordpress', site.fields)).name,
      };
    },
    person: (crier) => addPerson(crier, { operator: true }),
  });
  afterAll(() => Promise.all([bluesky, nostr, site].map((network) => network?.stop())));

  const dialog = () => app.page.getByRole('dialog');
  const strip = (label: string) => app.page.getByRole('region', { name: label, exact: true });
  /** Fills in the form of Bluesky, and sends it. */
  async function connectBluesky(identifier: string, password: string): Promise<void> {
    const form = dialog();
    await form.getByLabel('Service').fill(bluesky.server.url);
    await form.getByLabel('Handle').fill(identifier);
    await form.getByLabel('App password').fill(password);
    await form.locator('button[type=submit]').click();
  }
  /** A post that is due now. */
  const publishNow = async (channel: string, content: string): Promise<string> =>
    (await clientOf(app.crier).create({ channels: [channel], parts: [{ content }] }))[0] ?? '';

  it('connects Bluesky by its form, and sees the channel in good health', async () => {
    const { page } = app;
    // The picture of the author on WordPress.
    await page.route('https://secure.gravatar.com/**', (route) => route.fulfill({ status: 404 }));
    await chooseNetwork(page, 'Bluesky');
    await connectBluesky(names.bluesky, 'aaaa-bbbb-cccc-dddd');
    await dialog()
      .getByText(/does not accept this handle with this app password/)
      .waitFor();
    await expectCleanPage(app.open, 'connect-bluesky-refused');
    await connectBluesky(names.bluesky, bluesky.account.appPassword);
    await dialog().waitFor({ state: 'detached' });
    const card = channelRow(page, names.bluesky);
    await card.getByText(channels.states.connected, { exact: true }).waitFor();
    await card.getByText(channels.facts.never).waitFor();
    // Its session ends in two hours, and is renewed without a person.
    expect(await card.getByText(channels.facts.expires).count()).toBe(0);
    expect(await page.content()).not.toContain(bluesky.account.appPassword);
  });

  const texts = ['Spring menu', 'Book a table'].map(unique) as [string, string];
  const picture = Buffer.from(png(800, 600));
  /** When the thread is due, once it was moved. */
  let due = 0;

  it('writes a thread with a picture for three networks: refused for its length, corrected, scheduled', async () => {
    const { page } = app;
    const steps = walk(app.open, 'three networks');
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
    const text = page.getByRole('textbox', { name: composer.part.label, exact: true });
    const [first, second] = texts;
    await page.goto(`/compose?date=${new Date(Date.now() + DAY_MS).toISOString()}`);
    for (const name of Object.values(names)) await button(name).first().click();
    await steps.at('three channels chosen');
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Our spring menu');
    await page.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: 'Posts', exact: true }).click();

    await text.fill(`${first} ${'x'.repeat(290)}`);
    await page.getByText(composer.readiness.some(2, 3, [isolated(names.bluesky)])).waitFor();
    await page
      .getByText(/long; Bluesky allows 300/)
      .first()
      .waitFor();
    await expectCleanPage(app.open, 'composer-too-long');
    await text.fill(first);
    await page.getByText(composer.readiness.all(3)).waitFor();

    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'soup.png', mimeType: 'image/png', buffer: picture });
    await page.getByRole('textbox', { name: composer.media.alt(1) }).fill('A bowl of soup');
    await button(composer.thread.add).click();
    await page.getByRole('textbox', { name: composer.part.numbered(2, 2) }).fill(second);
    // WordPress has no threads: it gets the first part alone.
    await page.getByText(composer.readiness.some(2, 3, [isolated(names.wordpress)])).waitFor();
    await button(composer.variations.customise).click();
    await page.getByRole('menuitem', { name: names.wordpress }).click();
    await button(composer.thread.remove(2)).click();
    await button(composer.variations.others).click();
    await page.getByText(composer.readiness.all(3)).waitFor();
    await steps.at('a thread with a picture, ready for all three');
    await steps.offline(async () => {
      await page.getByRole('textbox', { name: composer.part.numbered(2, 2) }).fill('Written on the train');
      await page.getByText(composer.saving.offline).waitFor();
      await page.getByRole('textbox', { name: composer.part.numbered(2, 2) }).fill(second);
      await steps.at('written on without a connection');
    });
    await page.getByText(/^Saved /).waitFor();
    await page.getByText(composer.readiness.all(3)).waitFor();
    await steps.at('saved once there is one');
    (app.open.complaints as string[]).splice(0, Infinity, ...steps.complaints());
    await expectCleanPage(app.open, 'composer-thread');

    // To be moved to today, at the same time by the clock.
    due = Math.ceil((Date.now() + 15_000) / MINUTE_MS) * MINUTE_MS;
    await page.locator('[data-date-field]').fill(toClock(new Date(due + DAY_MS).toISOString(), ZONE));
    await button(/^Schedule/).click();
    await page.getByRole('heading', { name: composer.result.scheduled }).waitFor();
    await steps.at('scheduled');
  });

  let posts: { id: string }[] = [];

  it('drags it in the calendar to another day', async () => {
    const { page } = app;
    posts = await sql<{ id: string }>(app.crier, 'select id from post order by id');
    expect(posts).toHaveLength(3);
    const cell = (days: number) => page.locator(`[data-day="${dayOf(due + days * DAY_MS, ZONE)}"]`);
    const steps = walk(app.open, 'three networks');
    await page.getByRole('link', { name: composer.result.calendar }).click();
    await page.getByText(calendar.views.month, { exact: true }).click();
    // The week is still there while the month is drawn.
    await page.locator('[data-day]').nth(27).waitFor();
    for (const { id } of posts) {
      await dragTo(page, cell(1).locator(`[data-post="${id}"]`), cell(0));
      await cell(0).locator(`[data-post="${id}"]`).waitFor();
    }
    for (const { id } of posts) {
      await eventually('the post was moved', async () => {
        const { body } = await app.crier.call<{ publishDate: string }>('GET', `/posts/${id}`);
        return Date.parse(body.publishDate) === due;
      });
    }
    await steps.at('each dragged to today');
  });

  it('reports a channel that lost its credentials, reconnects it, and its held post is published', async () => {
    const { page } = app;
    const { server, account } = bluesky;
    const text = unique('After the holidays');
    const { did, handle, accessJwt, appPassword } = await server.createAccount('grace');
    const fields = { service: server.url, identifier: handle, password: appPassword };
    const { id: channel } = await app.crier.connect('bluesky', fields);
    const asGrace = { token: accessJwt };
    await server.xrpc('com.atproto.server.revokeAppPassword', { ...asGrace, body: { name: 'crier' } });
    const { password } = await server.xrpc<{ password: string }>('com.atproto.server.createAppPassword', {
      ...asGrace,
      body: { name: 'crier again' },
    });
    const published = async (): Promise<number> =>
      (await server.listPosts(did)).filter(({ value }) => value.text === text).length;
    await page.goto('/');
    await server.advanceClock(3 * 3_600_000);
    const id = await publishNow(channel, text);

    // Without being loaded again.
    const banner = strip(status.disconnected);
    await banner.getByText(status.oneDisconnected(isolated(handle))).waitFor();
    const needed = (text: string) =>
      app.region(home.needsYou).getByRole('listitem').filter({ hasText: text });
    await needed(home.disconnected(isolated(handle))).waitFor();
    await needed(text).getByText(home.why.held).waitFor();
    await banner.getByRole('link', { name: status.reconnect }).click();
    const card = channelRow(page, handle);
    await card.getByText(channels.states.reconnect).waitFor();
    await card.getByText(channels.facts.held(1)).waitFor();
    expect(await published()).toBe(0);

    await card.getByRole('button', { name: channels.reconnect }).click();
    await dialog()
      .getByText(channels.sameAccount(isolated(handle)))
      .waitFor();
    await connectBluesky(account.handle, account.appPassword);
    await dialog()
      .getByText(/this is .*ada.* but the channel is .*grace/)
      .waitFor();
    await expectCleanPage(app.open, 'channels-reconnect');
    await connectBluesky(handle, password);
    await dialog().waitFor({ state: 'detached' });
    await card.getByText(channels.states.connected, { exact: true }).waitFor();
    await banner.waitFor({ state: 'detached' });
    await clientOf(app.crier).reaches(id, 'published');
    expect(await published()).toBe(1);
  });

  it('sees the thread published at its new time, and finds it on each server with the picture', async () => {
    const { page } = app;
    await page.goto('/calendar?view=month');
    for (const { id } of posts) {
      await page
        .locator(`[data-post="${id}"]`)
        .filter({ hasText: strings.posts.states.published })
        .waitFor({ timeout: PATIENCE_MS });
    }
    await expectCleanPage(app.open, 'calendar-published');
    const found = async (network: Network, text: string): Promise<Seen | undefined> => {
      const [post, ...others] = await live(network, text);
      expect([post?.text, others]).toEqual([text, []]);
      expect(post?.atMs).toBeGreaterThanOrEqual(due);
      return post;
    };
    const [first, second] = texts;
    const media = [{ alt: 'A bowl of soup', sha256: sha256(picture) }];
    for (const network of [bluesky, nostr]) {
      const begin = await found(network, first);
      expect(begin).toMatchObject({ parentId: null, media });
      expect(await found(network, second)).toMatchObject({ parentId: begin?.id, media: [] });
    }
    expect(await found(site, first)).toMatchObject({ media });
    expect(await live(site, second)).toEqual([]);
  });

  it('freezes publishing as the operator, sees so everywhere, and a due post waits until it is resumed', async () => {
    const { page } = app;
    const text = unique('While moving house');
    await page.goto('/instance');
    await app.press(instance.freeze.action);
    await dialog().getByRole('textbox', { name: instance.freeze.reason }).fill('Moving house');
    await dialog().getByRole('button', { name: instance.freeze.action, exact: true }).click();
    await strip(status.frozen).getByText('Moving house').waitFor();
    const [channel] = await sql<{ id: string }>(
      app.crier,
      "select id from integration where provider = 'nostr'",
    );
    const id = await publishNow(channel?.id ?? '', text);
    await eventually('the post is held', async () => {
      const [post] = await sql(app.crier, 'select hold from post where id = $1', [id]);
      return post?.hold === 'frozen';
    });
    await page.goto('/');
    await app
      .region(home.today)
      .getByRole('listitem')
      .filter({ hasText: text })
      .getByText(home.waits)
      .waitFor();
    for (const place of ['/calendar', '/compose', '/channels', '/media', '/settings', `/posts/${id}`]) {
      await page.goto(place);
      await strip(status.frozen).getByText('Moving house').waitFor();
    }
    expect(await live(nostr, text)).toEqual([]);

    await strip(status.frozen).getByRole('link', { name: status.resume }).click();
    const publishing = app.region(instance.freeze.title);
    await publishing.getByText(instance.freeze.overdue(1, 1)).waitFor();
    expect(await publishing.getByRole('radio', { name: instance.freeze.now }).isChecked()).toBe(true);
    await app.press(instance.freeze.resume);
    await dialog().getByText(instance.freeze.resumeHelp(1, 'now')).waitFor();
    await dialog().getByRole('button', { name: instance.freeze.resume, exact: true }).click();
    await publishing.getByText(instance.freeze.running).waitFor();
    await strip(status.frozen).waitFor({ state: 'detached' });
    await clientOf(app.crier).reaches(id, 'published');
    expect(await live(nostr, text)).toHaveLength(1);
    expect(app.open.complaints).toEqual([]);
  });
});
