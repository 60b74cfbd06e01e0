/** The page of channels in a real browser. */
import { afterAll, expect, it, jest } from '@jest/globals';
import type { OpenPage } from '../../../test/browser.ts';
import { buildPost, createOne, setState, sql } from '../../../test/factories.ts';
import { insertChannel } from '../../../test/insert-channel.ts';
import { closeFirstRun, expectCleanPage, shownOnce } from '../../../test/page-checks.ts';
import { addPerson } from '../../../test/person.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { nostrRelay } from '../../../test/servers/nostr-relay.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

const text = strings.channels;
const isolated = (name: string): string => `\u2068${name}\u2069`;
jest.setTimeout(90_000);

describeWith([chromium, nostrRelay], 'the page of channels', () => {
  let relay: Awaited<ReturnType<typeof nostrRelay.start>>;
  let window_ = '';
  const app = useWebApp({
    prepare: async (crier) => {
      await closeFirstRun(crier);
      relay = await nostrRelay.start();
      await sql(crier, "update organization set time_zone = 'Europe/Berlin' where id = $1", [
        crier.organizationId,
      ]);
      window_ = (await crier.connect('sandbox', { name: 'Window' })).id;
      await insertChannel(crier, 'bluesky', { name: 'Cafe Nord' });
      await insertChannel(crier, 'mastodon', { name: 'Kitchen', details: { baseUrl: 'https://m.example' } });
    },
    person: (crier) => addPerson(crier, { role: 'admin' }),
  });
  afterAll(() => relay?.stop());

  const card = (name: string) =>
    app
      .region(text.yours)
      .getByRole('listitem')
      .filter({ has: app.page.getByRole('heading', { name, exact: true }) });
  const dialog = () => app.page.getByRole('dialog');
  const choose = async (name: string, action: string): Promise<void> => {
    await card(name)
      .getByRole('button', { name: text.menu(isolated(name)) })
      .click();
    await app.page.getByRole('menuitem', { name: action, exact: true }).click();
  };
  const filter = (group: string) =>
    app.page.getByRole('radiogroup', { name: text.group.filter }).getByText(group, { exact: true }).click();
  const save = () => dialog().getByRole('button', { name: strings.common.save, exact: true }).click();
  const saved = () => dialog().waitFor({ state: 'detached' });

  it('shows each channel with its last post, what waits, and what holds it up', async () => {
    const post = await createOne(app.crier, buildPost(window_));
    await createOne(app.crier, buildPost(window_));
    await setState(app.crier, post, 'published');
    await sql(app.crier, 'update post set lateness_ms = 42000 where id = $1', [post]);
    await sql(
      app.crier,
      "update integration set refresh_needed = true, expires_at = now() + interval '3 days' where name = 'Kitchen'",
    );
    await sql(
      app.crier,
      "insert into channel_limit (integration_id, until, reason) select id, now() + interval '1 hour', 'Slow down' from integration where name = 'Cafe Nord'",
    );
    await app.page.goto('/channels');
    await card('Window').getByText(text.facts.late('42 s')).waitFor();
    await card('Window').getByText(text.facts.posts(1)).waitFor();
    await card('Kitchen').getByText(text.states.reconnect).waitFor();
    await card('Kitchen').getByRole('button', { name: text.reconnect }).waitFor();
    await card('Kitchen').getByText(text.facts.expires).waitFor();
    await card('Cafe Nord').getByText(text.limited('')).waitFor();
    await expectCleanPage(app.open, 'channels');
  });

  it('sets posting times by the clock of the organisation', async () => {
    await app.page.goto('/channels');
    await choose('Window', text.times.action);
    await dialog().getByText('Europe/Berlin').waitFor();
    for (const button of await dialog()
      .getByRole('list', { name: text.times.list })
      .getByRole('button')
      .all()) {
      await dialog().getByRole('list', { name: text.times.list }).getByRole('button').first().click();
      expect(button).toBeDefined();
    }
    await dialog().getByLabel(text.times.add).fill('17:30');
    await dialog().getByRole('button', { name: text.times.addAction, exact: true }).click();
    const days = dialog().getByRole('group', { name: text.times.days('17:30') });
    for (const day of ['Sat', 'Sun']) await days.getByText(day, { exact: true }).click();
    await expectCleanPage(app.open, 'channels-times');
    await save();
    await saved();
    await card('Window').getByText('17:30 (Mon, Tue, Wed, Thu, Fri)').waitFor();
    expect(
      await sql(
        app.crier,
        'select posting_times as times, posting_local as local from integration where id = $1',
        [window_],
      ),
    ).toEqual([{ times: [{ time: 1050, days: [1, 2, 3, 4, 5] }], local: true }]);
    await choose('Window', text.times.action);
    await dialog().getByLabel(text.times.add).fill('09:00');
    await save();
    await saved();
    await card('Window').getByText('09:00, 17:30 (Mon, Tue, Wed, Thu, Fri)').waitFor();
    const person = await addPerson(app.crier);
    const { page } = await app.browser.pageOf(app.crier, { person, locale: 'en-US' });
    await page.goto('/channels');
    await page.getByText('9:00 AM, 5:30 PM (Mon, Tue, Wed, Thu, Fri)').waitFor();
    await page.context().close();
  });

  it('puts a channel into a new group, and shows only that group', async () => {
    await choose('Window', text.group.action);
    await dialog().getByRole('textbox', { name: text.group.name }).fill('Bakery');
    await save();
    await saved();
    await card('Window').getByText('Bakery').waitFor();
    await filter('Bakery');
    await card('Kitchen').waitFor({ state: 'detached' });
    await filter(text.group.all);
    await card('Kitchen').waitFor();
  });

  it('renames and deletes groups; their channels stay', async () => {
    await app.press(text.group.manage);
    await dialog().getByRole('button', { name: text.group.rename }).click();
    await dialog()
      .getByRole('textbox', { name: text.group.renameOf(isolated('Bakery')) })
      .fill('Nord');
    await save();
    await dialog().getByText('Nord', { exact: true }).waitFor();
    await expectCleanPage(app.open, 'channels-groups');
    await dialog().getByRole('button', { name: text.group.remove, exact: true }).click();
    await app.page
      .getByRole('dialog')
      .filter({ hasText: text.group.removeHelp })
      .getByRole('button', { name: text.group.remove, exact: true })
      .last()
      .click();
    await dialog().getByText(text.group.empty).waitFor();
    await dialog().first().getByRole('button', { name: strings.common.close }).click();
    await card('Window').waitFor();
  });

  it('disables a channel after explaining what happens to its posts, and enables it again', async () => {
    await choose('Window', text.disable.action);
    await dialog().getByText(text.disable.help(1)).waitFor();
    await dialog().getByRole('button', { name: text.disable.action, exact: true }).click();
    await card('Window').getByText(text.states.disabled).waitFor();
    await choose('Window', text.disable.undo);
    await card('Window').getByText(text.states.connected).waitFor();
  });

  it('creates a key that was left empty, and shows it once', async () => {
    await app.page.goto('/channels');
    await app.region(text.networks.title).getByRole('button', { name: 'Nostr' }).click();
    await dialog().getByLabel('Relays').fill(relay.url);
    await expectCleanPage(app.open, 'channels-connect');
    await dialog().getByRole('button', { name: strings.settings.channels.add, exact: true }).click();
    const [key = ''] = await shownOnce(app.page);
    expect(key).toMatch(/^nsec1/);
    await dialog().getByRole('button', { name: strings.common.close }).click();
    expect(await app.page.content()).not.toContain(key);
    await app.page.reload();
    await card('Window').waitFor();
    expect(await app.page.content()).not.toContain(key);
    expect(await sql(app.crier, "select id from integration where provider = 'nostr'")).toHaveLength(1);
  });

  it('marks a network whose interface is not public, and explains what can break before it is connected', async () => {
    await app.page.goto('/channels');
    const mark = text.networks.unofficial;
    const networks = app.region(text.networks.title);
    await networks.getByRole('button', { name: `Moltbook ${mark}` }).click();
    await dialog().getByText(mark, { exact: true }).waitFor();
    await dialog().getByText('Moltbook describes its API in one file for agents').waitFor();
    await expectCleanPage(app.open, 'channels-unofficial');
    await dialog().getByRole('button', { name: strings.common.close }).click();
    expect(await networks.getByRole('button', { name: 'Nostr' }).innerText()).not.toContain(mark);
  });

  it("takes an app of the organisation's own for a network that nobody has set up", async () => {
    const own = text.ownApp;
    await app.page.goto('/channels');
    await app.region(text.networks.title).getByRole('button', { name: 'Slack' }).click();
    await dialog().getByText('/integrations/social/slack').waitFor();
    await dialog()
      .getByRole('link', { name: own.open('api.slack.com') })
      .waitFor();
    await dialog().getByRole('button', { name: own.save }).click();
    await dialog()
      .getByText(strings.auth.wrongFields([own.clientId, own.clientSecret]))
      .waitFor();
    await expectCleanPage(app.open, 'channels-own-app');
    await dialog().getByLabel(own.clientId).fill('8421.77');
    await dialog().getByLabel(own.clientSecret).fill('what-slack-did-not-give');
    await app.page.route('**/app/try', (route) =>
      route.fulfill({ status: 201, json: { state: 'accepted', field: null, reason: null } }),
    );
    await dialog().getByRole('button', { name: own.try, exact: true }).click();
    const accepted = dialog().getByText(own.tried.accepted('Slack'));
    await accepted.waitFor();
    // What the network said is not of what is typed since then.
    await dialog().getByLabel(own.clientSecret).fill('what-slack-gave');
    await accepted.waitFor({ state: 'detached' });
    await dialog().getByRole('button', { name: own.save }).click();
    await dialog()
      .getByText(own.used(isolated('8421.77')))
      .waitFor();
    await dialog()
      .getByRole('button', { name: strings.settings.channels.goTo('Slack') })
      .waitFor();
    expect(await app.page.content()).not.toContain('what-slack-gave');
    await dialog().getByRole('button', { name: own.remove, exact: true }).click();
    const question = app.page.getByRole('dialog', { name: own.removeQuestion('Slack') });
    await question.getByRole('button', { name: own.remove, exact: true }).click();
    await dialog().getByRole('list', { name: own.steps }).waitFor();
    expect(await sql(app.crier, 'select 1 from organization_app')).toEqual([]);
    await app.page.keyboard.press('Escape');
  });

  it('asks only for the secret when a channel is reconnected: what is known stands there already', async () => {
    const known = { baseUrl: 'https://blog.example', username: 'ada' };
    await insertChannel(app.crier, 'wordpress', {
      name: 'Blog',
      details: known,
      credentials: { domain: known.baseUrl, username: known.username, password: 'abcd efgh ijkl' },
    });
    await sql(app.crier, "update integration set refresh_needed = true where name = 'Blog'");
    await app.page.goto('/channels');
    await card('Blog').getByRole('button', { name: text.reconnect }).click();
    await dialog().getByLabel('Site URL').waitFor();
    const shown = async (label: string): Promise<string> => dialog().getByLabel(label).first().inputValue();
    expect([await shown('Site URL'), await shown('User name'), await shown('Application password')]).toEqual([
      known.baseUrl,
      known.username,
      '',
    ]);
    await expectCleanPage(app.open, 'channels-reconnect');
    expect(await app.page.content()).not.toContain('abcd efgh');
    await app.page.keyboard.press('Escape');
    await saved();
  });

  it('removes a channel after showing how many posts go with it', async () => {
    await choose('Window', text.remove.action);
    await dialog().getByText(text.remove.help(1)).waitFor();
    await expectCleanPage(app.open, 'channels-remove');
    await dialog().getByRole('button', { name: text.remove.action, exact: true }).click();
    await card('Window').waitFor({ state: 'detached' });
    expect(
      await sql(
        app.crier,
        "select count(*)::int as n from post where integration_id = $1 and state = 'scheduled'",
        [window_],
      ),
    ).toEqual([{ n: 0 }]);
  });

  it('shows a member the channels, and nothing to change', async () => {
    const member: OpenPage = await app.browser.pageOf(app.crier, {
      person: await addPerson(app.crier, { role: 'member', name: 'Lee' }),
    });
    const { page } = member;
    await page.goto('/channels');
    await page.getByRole('heading', { name: 'Kitchen' }).waitFor();
    await expectCleanPage(member, 'channels-member');
    expect(await page.getByRole('button', { name: text.reconnect }).count()).toBe(0);
    expect(await page.getByRole('region', { name: text.networks.title }).count()).toBe(0);
    await page.goto('/settings/channels');
    await page.waitForURL(/\/channels(#|$)/);
    await page.context().close();
  });
});
