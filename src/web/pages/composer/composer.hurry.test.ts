/**
 * The composer under hands in a hurry and on bad networks: answers that are cut or lost, two windows, Back
 * and Forward, a window that is closed, another organisation, a clock that is wrong. Nothing that was
 * written may be lost, or go astray.
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Page, Request } from 'playwright-core';
import { composing, DRAFTS, isChange } from '../../../test/composing.ts';
import { sql } from '../../../test/factories.ts';
import { loseAnswer, type Handle } from '../../../test/lost-answers.ts';
import { eventually } from '../../../test/instance.ts';
import { closeFirstRun } from '../../../test/page-checks.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { addWithPassword } from '../../../test/sign-in.ts';
import type { TestPerson } from '../../../test/person.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

const text = strings.composer;

/** Half of the server's answer, as a proxy hands it on that ended the connection properly. */
const cutAnswer: Handle = async (route) => {
  const answer = await route.fetch();
  const body = await answer.text();
  const { 'content-length': _, ...headers } = answer.headers();
  await route.fulfill({ status: answer.status(), headers, body: body.slice(0, body.length / 2) });
};
/** The server did it, and something else answers. */
const answeredBy =
  (status: number, contentType: string, body: string): Handle =>
  async (route) => {
    await route.fetch();
    await route.fulfill({ status, contentType, body });
  };
const unavailable: Handle = (route) =>
  route.fulfill({ status: 503, json: { statusCode: 503, code: 'unavailable', message: 'Later' } });
const SPOILT: readonly [string, Handle][] = [
  ['is cut in the middle', cutAnswer],
  ['never arrives', loseAnswer],
  ["is a proxy's page instead", answeredBy(502, 'text/html', '<h1>Bad gateway</h1>')],
  ["is a hotel's page instead", answeredBy(200, 'text/html', '<h1>Welcome</h1>')],
  ["is half of a proxy's own refusal", answeredBy(504, 'application/json', '{"error": "upstream')],
];

describeWith([chromium], 'in a hurry and on a bad network, the composer', () => {
  let ada: TestPerson;
  let channel: string;
  const app = useWebApp({
    prepare: async (crier) => {
      await closeFirstRun(crier);
      channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
      ada = await addWithPassword(crier, { name: 'Ada' });
    },
    person: async () => ada,
  });
  const { field, saved, schedule, dialog, goHome, drafts, newest, begin, holdUp, looksRight, endTest } =
    composing(app);
  const here = (): string => `/compose?channel=${channel}`;

  afterEach(endTest);

  describe("goes on saving, and does not take its own text for another person's, when the answer to a save", () => {
    it.each(SPOILT)('%s', async (_, spoil) => {
      await sql(app.crier, 'delete from composition');
      // The first save, which begins the draft, and a later one.
      for (const message of ['Soup', 'Soup of the day']) {
        await app.page.unrouteAll();
        await app.page.route(DRAFTS, (route) => (isChange(route) ? spoil(route) : route.fallback()), {
          times: 1,
        });
        if (message === 'Soup') await app.page.goto(`/compose?channel=${channel}`);
        const lost = app.page.waitForRequest((request) => /POST|PUT/.test(request.method()));
        await field().fill(message);
        await lost;
        await app.page.getByText(text.saving.offline).waitFor();
        await field().fill(`${message}, with bread`);
        await app.page.evaluate("dispatchEvent(new Event('online'))");
        await saved();
        expect(await app.page.getByRole('dialog').count()).toBe(0);
        await newest(`${message}, with bread`);
      }
      expect(await drafts()).toHaveLength(1);
    });
  });

  it('saves in turn when the network is slow: what was written meanwhile is no change of another person', async () => {
    await begin('One', here());
    const go = await holdUp(DRAFTS, isChange);
    let changed = 0;
    app.page.on('response', (response) => void (response.status() === 409 && changed++));
    for (const text of ['One, two', 'One, two, three', 'One, two, three, four']) {
      await field().fill(text);
      // Each of them is asked for: by the pause after it, and by a window that loses the focus.
      await app.page.evaluate("dispatchEvent(new Event('blur'))");
      await app.page.waitForTimeout(900);
    }
    go();
    await saved();
    await newest('One, two, three, four');
    expect([changed, await app.page.getByRole('dialog').count()]).toEqual([0, 0]);
  });

  it('asks before a window is loaded again whose draft has no URL yet', async () => {
    await app.page.goto(`/compose?channel=${channel}`);
    await holdUp(DRAFTS, isChange);
    await field().fill('First words');
    app.page.removeAllListeners('dialog');
    const asked = app.page.waitForEvent('dialog');
    void app.page.evaluate('location.reload()');
    await (await asked).dismiss();
    expect(await field().inputValue()).toBe('First words');
  });

  it.each([
    ['while a save is under way', async () => holdUp(DRAFTS, isChange), 'Last words'],
    // A page that is closed may send 64 KiB: fewer letters than that where a letter has several bytes.
    ['with more than the last call of a page may carry', async () => () => undefined, 'سطر '.repeat(12_000)],
  ])('asks before its window is closed %s', async (_, prepare, text) => {
    await begin('First words', here());
    const go = await prepare();
    await field().fill(text);
    if (text.length < 100) {
      await app.page.waitForRequest((request) => request.method() === 'PUT');
      await field().fill(`${text}, and very last`);
    }
    app.page.removeAllListeners('dialog');
    const asked = app.page.waitForEvent('dialog');
    await app.page.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    go();
    await saved();
  });

  it('shows a draft as it was left, by Back and Forward, although its last save is still under way', async () => {
    await app.page.goto('/drafts');
    await goHome();
    const url = await begin('Before', here());
    await field().fill('Before, and just now');
    const go = await holdUp(DRAFTS, isChange);
    await goHome();
    // The URL changes before the page does.
    await field().waitFor({ state: 'detached' });
    const read: Promise<unknown>[] = [];
    const noteRead = (request: Request): void => {
      const isRead = request.method() === 'GET' && request.url().includes('/api/compositions/');
      if (isRead) read.push(request.response());
    };
    app.page.on('request', noteRead);
    await app.page.goBack();
    await app.page.waitForURL(url);
    // The draft is being opened by now: if it is read, its content is from before that save.
    await app.page.getByRole('heading', { name: text.titles.draft, exact: true }).waitFor();
    await app.page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
    await Promise.all(read);
    app.page.off('request', noteRead);
    go();
    await field().waitFor();
    expect(await field().inputValue()).toBe('Before, and just now');
    await field().fill('Before, and now this');
    await saved();
    expect(await app.page.getByRole('dialog').count()).toBe(0);
    await newest('Before, and now this');
  });

  it('shows each of two new drafts under its own URL, by Back and Forward', async () => {
    const first = await begin('The first', here());
    await app.page.getByRole('link', { name: strings.common.nav.compose }).first().click();
    await app.page.waitForURL((url) => url.pathname === '/compose');
    await field().fill('The second');
    await saved();
    await app.page.waitForURL('**/compose/*');
    const second = app.page.url();
    await app.page.goBack();
    await app.page.waitForURL(first);
    await eventually('the first is shown', async () => (await field().inputValue()) === 'The first');
    await app.page.goForward();
    await app.page.waitForURL(second);
    await eventually('the second is shown', async () => (await field().inputValue()) === 'The second');
  });

  it('reports a post that could not be sent on whichever page its writer is by then', async () => {
    await begin('One, on a slow network', here());
    await app.page.route('**/api/posts', (route) => route.abort('connectionreset'), { times: 1 });
    // The newest route is asked first: it waits, then the other one breaks the call off.
    const go = await holdUp('**/api/posts');
    await schedule().click();
    await goHome();
    await dialog(text.dialogs.leave).getByRole('button', { name: text.dialogs.leaveAnyway }).click();
    await app.page.waitForURL((url) => url.pathname === '/');
    go();
    await app.page.getByText(text.send.notSent).waitFor();
    await app.page.getByRole('button', { name: text.send.open, exact: true }).click();
    await app.page.waitForURL('**/compose/*');
    await field().waitFor();
    expect(await field().inputValue()).toBe('One, on a slow network');
  });

  it('reports it, too, while the file of the next page is still on its way', async () => {
    await begin('Two, on a slow network', here());
    await app.page.route('**/api/posts', (route) => route.abort('connectionreset'), { times: 1 });
    const fail = await holdUp('**/api/posts');
    const arrive = await holdUp('**/assets/numbers-*.js');
    await schedule().click();
    await app.page.getByRole('link', { name: strings.common.nav.numbers, exact: true }).first().click();
    await dialog(text.dialogs.leave).getByRole('button', { name: text.dialogs.leaveAnyway }).click();
    const failed = app.page.waitForEvent('requestfailed');
    fail();
    await failed;
    // It is still this page that is shown, with its error.
    await app.page.getByText(text.send.unreachable).waitFor();
    arrive();
    await app.page.waitForURL('**/numbers');
    await app.page.getByText(text.send.notSent).waitFor();
  });

  it.each([1, -1])(
    'goes by the clock of the server where that of the browser is wrong by %d hour',
    async (hours) => {
      const { page } = await app.browser.pageOf(app.crier, { person: ada });
      await page.clock.install({ time: Date.now() + hours * 3_600_000 });
      await page.goto(`/compose?channel=${channel}`);
      await field(page).fill('At the right time');
      await page.getByText(text.when.kinds.at).click();
      const soon = new Date(Date.now() + 20 * 60_000).toISOString();
      const when = page.getByLabel(text.when.field('UTC'));
      await when.fill(soon.slice(0, 16));
      await page.getByText(/\(in (19|20) minutes\)/).waitFor();
      expect(await page.getByText(text.when.past).count()).toBe(0);
      await when.fill(new Date(Date.now() - 20 * 60_000).toISOString().slice(0, 16));
      await page.getByText(text.when.past).waitFor();
      await page.getByRole('button', { name: text.when.quick.soon }).click();
      const ahead = Date.parse(`${await when.inputValue()}Z`) - Date.now();
      expect(ahead).toBeGreaterThan(29 * 60_000);
      expect(ahead).toBeLessThan(91 * 60_000);
      await page.close();
    },
  );

  describe('with another organisation opened', () => {
    let home: string;
    const away = async (): Promise<void> => {
      home = app.crier.organizationId;
      const [known] = await sql<{ id: string }>(
        app.crier,
        "select id from organization where name = 'Bar Sued'",
      );
      if (!known) {
        await ada.call('POST', '/organizations', { body: { name: 'Bar Sued' } });
        await ada.call('POST', '/organization/switch', { body: { organizationId: home } });
      }
      await sql(app.crier, 'delete from composition');
    };
    const switchIn = async (page: Page, name: string): Promise<void> => {
      await page.getByRole('button', { name: strings.common.menu.label }).click();
      await page.getByRole('menuitemradio', { name }).click();
    };

    it('in another window: keeps its text, sends nothing there, and comes back', async () => {
      await away();
      await app.page.goto(`/compose?channel=${channel}`);
      const other = await app.page.context().newPage();
      await other.goto('/settings');
      await app.page.route(DRAFTS, (route) => (isChange(route) ? unavailable(route) : route.fallback()));
      await field().fill('Meant for home');
      await app.page.getByText(text.saving.offline).waitFor();
      await switchIn(other, 'Bar Sued');
      await dialog(text.dialogs.elsewhere('\u2068Bar Sued\u2069')).waitFor();
      await looksRight('composer-elsewhere');
      expect(await field().inputValue()).toBe('Meant for home');
      await app.page.unrouteAll();
      let sent = 0;
      await app.page.route(DRAFTS, (route) => {
        sent++;
        return route.fallback();
      });
      await app.page.evaluate("dispatchEvent(new Event('online'))");
      await app.page.waitForTimeout(200);
      expect(sent).toBe(0);
      await app.page
        .getByRole('dialog')
        .getByRole('button', { name: /^Continue in/ })
        .click();
      await app.page.getByRole('dialog').waitFor({ state: 'detached' });
      await saved();
      expect(await drafts()).toEqual([{ text: 'Meant for home', organization: home }]);
      await other.close();
    });

    it('in another window, while a save is on its way: the save is refused, and goes home afterwards', async () => {
      await away();
      await app.page.goto(here());
      const other = await app.page.context().newPage();
      await other.goto('/settings');
      const go = await holdUp(DRAFTS, isChange);
      const asked = app.page.waitForRequest((request) =>
        /POST .*compositions/.test(`${request.method()} ${request.url()}`),
      );
      await field().fill('Meant for home');
      const save = await asked;
      await switchIn(other, 'Bar Sued');
      await app.page.getByRole('dialog').waitFor();
      go();
      expect((await save.response())?.status()).toBe(409);
      expect(await drafts()).toEqual([]);
      await app.page.getByRole('button', { name: /^Continue in/ }).click();
      await app.page.getByRole('dialog').waitFor({ state: 'detached' });
      await saved();
      expect(await drafts()).toEqual([{ text: 'Meant for home', organization: home }]);
      await other.close();
    });

    it('by nothing that a page hears of: what was filled in for the one is not stored in the other', async () => {
      await away();
      const names = (): Promise<unknown> => sql(app.crier, 'select name from organization order by name');
      const before = await names();
      await app.page.goto('/settings/organization');
      const name = app.page.getByLabel(strings.settings.organization.name).first();
      await name.fill('Cafe Nord and Kitchen');
      await app.page.evaluate('window.isOld = true');
      const [{ id } = { id: '' }] = await sql<{ id: string }>(
        app.crier,
        "select id from organization where name = 'Bar Sued'",
      );
      await ada.call('POST', '/organization/switch', { body: { organizationId: id } });
      await app.page.getByRole('button', { name: strings.common.save, exact: true }).click();
      await eventually(
        'it is loaded again',
        async () => !(await app.page.evaluate('window.isOld').catch(() => true)),
      );
      await eventually('the page shows the other one', async () => (await name.inputValue()) === 'Bar Sued');
      expect(await names()).toEqual(before);
      await ada.call('POST', '/organization/switch', { body: { organizationId: home } });
    });

    it('in the same window: saves first, and stays where that does not work', async () => {
      await away();
      await app.page.goto(`/compose?channel=${channel}`);
      await app.page.route(DRAFTS, (route) => (isChange(route) ? route.abort() : route.fallback()));
      await field().fill('Meant for home');
      await switchIn(app.page, 'Bar Sued');
      await app.page.getByText(text.dialogs.notSettled).waitFor();
      expect(await field().inputValue()).toBe('Meant for home');
      await app.page.unrouteAll();
      await switchIn(app.page, 'Bar Sued');
      await app.page.waitForURL((url) => url.pathname === '/');
      expect(await drafts()).toEqual([{ text: 'Meant for home', organization: home }]);
    });
  });
});
