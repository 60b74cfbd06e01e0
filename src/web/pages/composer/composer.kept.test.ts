/**
 * A post whose sending fails in any way keeps all its content where it was: texts, files, channels, settings,
 * date and tags; one sentence explains what happened, and the next press sends it once. On the composer's own
 * page, and in its drawer over the calendar.
 */
import { describe, expect, it, jest } from '@jest/globals';
import { axe, screenshot } from '../../../test/browser.ts';
import { sql } from '../../../test/factories.ts';
import { insertChannel } from '../../../test/insert-channel.ts';
import { eventually } from '../../../test/instance.ts';
import { FAILURES, loseAnswer, signInAgain } from '../../../test/lost-answers.ts';
import { closeFirstRun } from '../../../test/page-checks.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { PASSWORD, addWithPassword } from '../../../test/sign-in.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { readAll, wholeDraft, writeAll } from '../../../test/whole-draft.ts';
import { strings } from '../../strings/index.ts';

const text = strings.composer;
const POSTS = '**/api/posts';
const NAMES = { first: 'Cafe Nord', second: 'Bar Sued' };
/** 09:00 in Berlin. */
const DATE = '2031-05-17T07:00:00.000Z';
jest.setTimeout(90_000);

describeWith([chromium], 'a post that cannot be sent', () => {
  let channel: string;
  const app = useWebApp({
    prepare: async (crier) => {
      await closeFirstRun(crier);
      channel = (await crier.connect('sandbox', { name: NAMES.first })).id;
      await insertChannel(crier, 'mastodon', { name: NAMES.second });
      await sql(crier, "update organization set time_zone = 'Europe/Berlin'");
      // The calendar has nothing over the hours that are clicked.
      await sql(crier, "update integration set posting_times = '[]'");
    },
    person: (crier) => addWithPassword(crier, { name: 'Ada' }),
  });
  const main = () => app.page.getByRole('main');
  const drawer = () => app.page.getByRole('dialog', { name: text.titles.new });
  const stored = (): Promise<unknown[]> =>
    sql(
      app.crier,
      `select i.content as text, p.publish_at as at, p.settings ->> 'spoiler_text' as warning
      from post p join post_item i on i.post_id = p.id and i.position = 0 order by i.content`,
    );
  const SENT = [
    { text: 'Spring menu', at: '2031-05-17 07:00:00+00', warning: null },
    { text: 'Spring menu at the bar', at: '2031-05-17 07:00:00+00', warning: 'Food' },
  ];

  async function openPage(): Promise<void> {
    await app.page.goto(`/compose?channel=${channel}&date=${DATE}`);
  }
  async function openDrawer(): Promise<void> {
    await app.page.goto('/calendar?view=week&day=2031-05-14');
    await app.page
      .getByRole('button', { name: strings.calendar.writeAt('Saturday 17 May', '09:00') })
      .click();
    await drawer().getByRole('button', { name: NAMES.first, exact: true }).click();
  }
  const failing = (...names: string[]) => FAILURES.filter(([name]) => names.includes(name));

  // What differs between both is where the composer is and what is drawn around it, not how a call fails.
  const places = [
    { where: 'on its own page', open: openPage, composer: main, failures: FAILURES },
    {
      where: 'in the drawer of the calendar',
      open: openDrawer,
      composer: drawer,
      failures: failing('the connection is refused', '409', '500'),
    },
  ];

  describe.each(places)('$where, keeps everything, and reports what happened:', (place) => {
    const { composer, failures } = place;
    let url: string;
    const press = (): Promise<void> =>
      composer()
        .getByRole('button', { name: /^Schedule/ })
        .click();
    const alerts = () => composer().getByRole('alert');
    const says = (text: string): Promise<void> => alerts().filter({ hasText: text }).waitFor();
    async function isWhole(): Promise<void> {
      expect(await readAll(composer(), NAMES)).toEqual(wholeDraft('Spring menu', '2031-05-17T09:00', NAMES));
      expect(app.page.url()).toBe(url);
    }
    async function isUnsent(): Promise<void> {
      await isWhole();
      expect(await stored()).toEqual([]);
    }

    it('after it was saved, and its file uploaded', async () => {
      app.page.setDefaultTimeout(20_000);
      await app.page.unrouteAll();
      await sql(app.crier, 'delete from post');
      await place.open();
      await writeAll(composer(), 'Spring menu', NAMES);
      if (place.open === openPage) await app.page.waitForURL('**/compose/*');
      url = app.page.url();
      await isUnsent();
    });

    it.each(failures)('%s', async (_, fail, sentence) => {
      await app.page.route(POSTS, fail, { times: 1 });
      await press();
      await says(sentence);
      expect(await alerts().count()).toBe(1);
      await isUnsent();
    });

    it('offline', async () => {
      await app.page.context().setOffline(true);
      try {
        await press();
        await says(text.send.offline);
        await isWhole();
      } finally {
        await app.page.context().setOffline(false);
      }
      expect(await stored()).toEqual([]);
    });

    it('no answer comes in time', async () => {
      await app.page.clock.install();
      await app.page.route(POSTS, () => Promise.resolve(), { times: 1 });
      const asked = app.page.waitForRequest(
        (request) => request.method() === 'POST' && request.url().endsWith('/api/posts'),
      );
      await press();
      await asked;
      await app.page.clock.fastForward(21_000);
      await says(text.send.tooLate);
      await isUnsent();
      // The browser complains about calls that were broken off on purpose.
      expect(await axe(app.page)).toEqual([]);
      await screenshot(app.page, `composer-too-late-${places.indexOf(place)}`);
    });

    it('the session has ended: signed in again in its dialog', async () => {
      await sql(app.crier, 'delete from session');
      await press();
      await signInAgain(app.page);
      await isUnsent();
    });

    it('signed out, and in again, in another tab', async () => {
      const other = await app.page.context().newPage();
      await other.goto('/settings');
      await other.getByRole('button', { name: strings.common.menu.label }).click();
      await other.getByRole('menuitem', { name: strings.common.menu.signOut }).click();
      await other.waitForURL('**/sign-in*');
      const dialog = app.page.getByRole('dialog', { name: text.dialogs.signIn });
      await dialog.waitFor();
      await other
        .getByLabel(strings.auth.fields.email, { exact: true })
        .fill(await dialog.getByRole('textbox').first().inputValue());
      await other.getByLabel(strings.auth.fields.password, { exact: true }).fill(PASSWORD);
      await other.getByRole('button', { name: strings.auth.signIn.action, exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      await other.close();
      await isUnsent();
    });

    it('and the server has it, but the answer was lost: found by its key, shown as sent, there once', async () => {
      await app.page.route(POSTS, loseAnswer, { times: 1 });
      await press();
      await composer().getByRole('heading', { name: text.result.scheduled }).waitFor();
      expect(await stored()).toEqual(SENT);
      await eventually('the draft is gone', async () => {
        return (await sql(app.crier, 'select id from composition')).length === 0;
      });
    });
  });

  it('is written on without a break while its draft gets its URL', async () => {
    const field = main().getByRole('textbox', { name: text.part.label, exact: true });
    await openPage();
    await field.focus();
    await app.page.keyboard.type('Summer');
    await app.page.waitForURL('**/compose/*');
    await main()
      .getByText(/^Saved /)
      .waitFor();
    await app.page.keyboard.type(' menu');
    expect(await field.inputValue()).toBe('Summer menu');
  });

  it('is sent by the next press, as it was written', async () => {
    await sql(app.crier, 'delete from post');
    await openPage();
    await writeAll(main(), 'Spring menu', NAMES);
    await app.page.route(POSTS, (route) => route.abort('connectionrefused'), { times: 1 });
    await main()
      .getByRole('button', { name: /^Schedule/ })
      .click();
    await main().getByRole('alert').filter({ hasText: text.send.unreachable }).waitFor();
    await main()
      .getByRole('button', { name: /^Schedule/ })
      .click();
    await main().getByRole('heading', { name: text.result.scheduled }).waitFor();
    expect(await stored()).toEqual(SENT);
  });
});
