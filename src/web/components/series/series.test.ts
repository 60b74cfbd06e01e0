/** Posts that are repeated, in a real browser: the rule in the composer, and changes of one, several or
 * all. */
import { beforeEach, expect, it, jest } from '@jest/globals';
import { buildPost, createOne, setState, sql } from '../../../test/factories.ts';
import { eventually } from '../../../test/instance.ts';
import { expectCleanPage } from '../../../test/page-checks.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { german } from '../../strings/de/index.ts';
import { strings } from '../../strings/index.ts';

jest.setTimeout(120_000);
const text = strings.series;
const WEEKDAYS = 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR';

describeWith([chromium], 'a post that is repeated', () => {
  let channel: string;
  const app = useWebApp({
    prepare: async (crier) => {
      channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
      await sql(crier, "update organization set time_zone = 'Europe/Berlin'");
    },
  });
  beforeEach(() => sql(app.crier, 'delete from post_group'));

  /** What will be published from 5 to 16 May 2031: the days, and the hours where they are not nine. */
  const dates = async (): Promise<string> => {
    const range = 'startDate=2031-05-05T00:00:00Z&endDate=2031-05-16T23:00:00Z';
    const { body } = await app.crier.call<{ posts: { publishDate: string }[] }>('GET', `/posts?${range}`);
    return body.posts.map(({ publishDate }) => publishDate.slice(8, 13).replace('T07', '')).join(' ');
  };
  /** What the rows say about the series. */
  const rows = (): Promise<unknown[]> =>
    sql(
      app.crier,
      `select id, state, publish_at, repeat_rule, interval_days, series_id from post
        where deleted_at is null order by id`,
    );
  const becomes = (wanted: string): Promise<unknown> =>
    eventually(`the dates are ${wanted}`, async () => (await dates()) === wanted);
  const dialog = (name: string) => app.page.getByRole('dialog', { name });
  const composeOn = async (date: string): Promise<void> => {
    await app.page.goto(`/compose?channel=${channel}&date=${date}`);
    await app.page
      .getByRole('textbox', { name: strings.composer.part.label, exact: true })
      .fill('Soup of the day');
  };
  const create = (repeat = WEEKDAYS): Promise<string> =>
    createOne(app.crier, buildPost(channel, { date: '2031-05-05T07:00:00Z', repeat }));
  /** Opens the card of a date in the calendar. */
  const card = async (day: string) => {
    const { page } = app;
    await page.goto('/calendar?view=month&day=2031-05-05');
    const cell = page.locator(`[data-day="2031-05-${day}"] [data-post]`).first();
    await cell.click();
    return page.getByRole('dialog', { name: strings.calendar.post.label });
  };
  const undo = (): Promise<void> =>
    app.page.getByRole('button', { name: strings.common.undo, exact: true }).last().click();

  it('is written in the composer: every weekday at nine until a day, with its next dates', async () => {
    // A Saturday: the first post is on Monday.
    await composeOn('2031-05-03T07:00:00Z');
    const { page } = app;
    await page.getByRole('button', { name: text.repeat }).click();
    const asked = dialog(text.title);
    const list = asked.getByRole('status', { name: text.dates });
    await list.getByRole('listitem').nth(9).waitFor();
    expect(await list.getByRole('listitem').first().innerText()).toMatch(/Mon.*5 May 2031.*09:00/);
    await asked.getByText(text.end.until, { exact: true }).click();
    await asked.getByLabel(text.until).fill('2031-05-01');
    await asked.getByText(/names no date after the first one/).waitFor();
    await asked.getByLabel(text.until).fill('2031-05-09');
    await eventually('five dates are shown', async () => (await list.getByRole('listitem').count()) === 5);
    await asked.getByText('Repeated every weekday at 09:00 (Europe/Berlin), until 9 May 2031').waitFor();
    await expectCleanPage(app.open, 'series-repeat');
    await asked.getByRole('button', { name: text.submit }).click();
    await page.getByText(/^Repeated every weekday at 09:00/).waitFor();
    await page.getByRole('button', { name: /^Schedule/ }).click();
    await page.getByRole('heading', { name: strings.composer.result.scheduled }).waitFor();
    await page.getByText(/^Repeated every weekday at 09:00/).waitFor();
    const next = page.getByRole('list', { name: text.dates }).getByRole('listitem');
    expect(await next.allTextContents()).toEqual([
      expect.stringContaining('6 May 2031'),
      expect.stringContaining('7 May 2031'),
      expect.stringContaining('8 May 2031'),
    ]);
    expect(await dates()).toBe('05 06 07 08 09');
  });

  it('shows a time that the clock skips on one of its days', async () => {
    await composeOn('2031-03-29T01:30:00Z');
    await app.page.getByRole('button', { name: text.repeat }).click();
    const asked = dialog(text.title);
    await asked.getByLabel(text.how).selectOption('daily');
    await asked.getByText(new RegExp(text.skipped('02:30'))).waitFor();
  });

  it('does nothing while its dialog is only looked at', async () => {
    await composeOn('2031-05-03T07:00:00Z');
    await app.page.getByRole('button', { name: text.repeat }).click();
    await dialog(text.title).getByRole('listitem').first().waitFor();
    const pauses = await app.page.evaluate<number[]>(`new Promise((done) => {
      const later = window.setTimeout;
      const pauses = [];
      window.setTimeout = (run, ms, ...rest) => {
        pauses.push(ms);
        return later(run, ms, ...rest);
      };
      later(() => {
        window.setTimeout = later;
        done(pauses);
      }, 1000);
    })`);
    expect(pauses).not.toContain(250);
  });

  it('is chosen with the keyboard alone: the last Friday of every second month', async () => {
    await composeOn('2031-05-30T07:00:00Z');
    const { page } = app;
    await page.getByRole('button', { name: text.repeat }).focus();
    await page.keyboard.press('Enter');
    await dialog(text.title).waitFor();
    await dialog(text.title).getByLabel(text.how).focus();
    await page.keyboard.type('By months, on a day of the week');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowUp');
    await dialog(text.title)
      .getByText(/every 2 months on the last Friday/)
      .waitFor();
    await dialog(text.title).getByRole('button', { name: text.submit }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(/every 2 months on the last Friday/).waitFor();
  });

  it('is deleted on one coming date, and brought back with one click', async () => {
    await create();
    await (await card('07')).getByRole('button', { name: strings.post.remove }).click();
    await expectCleanPage(app.open, 'series-remove');
    await dialog(text.dialogs.remove).getByRole('button', { name: text.submits.remove }).click();
    await becomes('05 06 08 09 12 13 14 15 16');
    await undo();
    await becomes('05 06 07 08 09 12 13 14 15 16');
  });

  it('is deleted from a date on, also where the answer was lost', async () => {
    await create('FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=10\nEXDATE;VALUE=DATE:20310507');
    const before = await rows();
    const asked = dialog(text.dialogs.remove);
    await (await card('08')).getByRole('button', { name: strings.post.remove }).click();
    await asked.getByLabel(text.scope.following).check();
    await app.page.route('**/occurrences', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await asked.getByRole('button', { name: text.submits.remove }).click();
    await asked.getByRole('alert').waitFor();
    await app.page.unroute('**/occurrences');
    (app.open.complaints as string[]).splice(0);
    expect(await dates()).toBe('05 06 08 09 12 13 14 15 16');
    await asked.getByRole('button', { name: text.submits.remove }).click();
    await becomes('05 06');
    await app.page.getByText(/^The posts from .*8 May 2031.* on were cancelled$/).waitFor();
    await undo();
    await app.page.getByText(/^Undone: The posts from .*8 May 2031/).waitFor();
    await becomes('05 06 08 09 12 13 14 15 16');
    // It is one series again, with its end and the day that was left out.
    expect(await rows()).toEqual(before);
  });

  it.each([
    ['this', '07'],
    ['following', '07'],
    ['all', '07'],
    ['this', '05'],
  ] as const)(
    'is one series still when its text was written and left, for %s from %s',
    async (scope, day) => {
      await create();
      const before = await rows();
      const { page } = app;
      const target = dialog(text.dialogs.edit);
      await (await card(day)).getByRole('button', { name: strings.post.edit, exact: true }).click();
      await target.getByLabel(text.scope[scope]).check();
      await target.getByRole('button', { name: text.submits.edit }).click();
      const field = page.getByRole('textbox', { name: strings.composer.part.label, exact: true });
      await field.fill('Stew of the day');
      await page.getByText(strings.composer.saving.kept).waitFor();
      await page.goto('/');
      expect(await rows()).toEqual(before);
      // What was written is there when the same posts are edited again, and only then the series is parted.
      await (await card(day)).getByRole('button', { name: strings.post.edit, exact: true }).click();
      await target.getByLabel(text.scope[scope]).check();
      await target.getByRole('button', { name: text.submits.edit }).click();
      await eventually('it was kept', async () => (await field.inputValue()) === 'Stew of the day');
      await page.getByRole('button', { name: strings.common.save }).click();
      await page.waitForURL(/\/posts\//);
      const changed = await sql<{ day: string }>(
        app.crier,
        `select to_char(p.publish_at, 'DD') as day from post p join post_item i on i.post_id = p.id
        where i.content = 'Stew of the day'`,
      );
      expect(changed).toEqual([{ day: scope === 'all' ? '05' : day }]);
      expect(await dates()).toBe('05 06 07 08 09 12 13 14 15 16');
      await sql(app.crier, 'delete from composition');
    },
  );

  it('is one series still where its change was refused, and its change is not written over that of another', async () => {
    const id = await create();
    const { page } = app;
    await page.goto(`/compose?post=${id}&date=2031-05-07T07:00:00.000Z&scope=following`);
    const field = page.getByRole('textbox', { name: strings.composer.part.label, exact: true });
    await field.fill('Stew of the day');
    await app.crier.call('PATCH', `/posts/${id}`, { body: { content: 'Closed in May' } });
    const before = await rows();
    await page.getByRole('button', { name: strings.common.save }).click();
    await page.getByText(strings.composer.send.changedMeanwhile).waitFor();
    expect(await rows()).toEqual(before);
    await page.route('**/api/posts/*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 400, json: { code: 'invalid_content', statusCode: 400, message: 'No' } })
        : route.continue(),
    );
    await page.getByRole('button', { name: strings.composer.send.saveOver }).click();
    await page.getByRole('alert').filter({ hasText: strings.composer.send.failed }).waitFor();
    expect(await rows()).toEqual(before);
    await page.unroute('**/api/posts/*');
    (app.open.complaints as string[]).splice(0);
    await page.getByRole('button', { name: strings.common.save }).click();
    await page.waitForURL(/\/posts\//);
    expect((await rows()).length).toBe(2);
    await sql(app.crier, 'delete from composition');
  });

  it('is moved from a date on, to another time alone', async () => {
    await create();
    const before = await rows();
    await (await card('12')).getByRole('button', { name: strings.calendar.post.move, exact: true }).click();
    const asked = dialog(text.dialogs.move);
    await asked.getByLabel(text.scope.following).check();
    await asked.getByLabel(text.date).fill('2031-05-13T10:00');
    await asked.getByRole('button', { name: text.submits.move }).click();
    await asked.getByText(text.severalDays).waitFor();
    await expectCleanPage(app.open, 'series-move');
    await asked.getByLabel(text.date).fill('2031-05-12T10:00');
    await asked.getByRole('button', { name: text.submits.move }).click();
    await becomes('05 06 07 08 09 12T08 13T08 14T08 15T08 16T08');
    await undo();
    await becomes('05 06 07 08 09 12 13 14 15 16');
    await eventually('it is one series again', async () => (await rows()).length === 1);
    expect(await rows()).toEqual(before);
  });

  it('gets another text from its page, all that wait together', async () => {
    const id = await create();
    await (await card('07')).getByRole('button', { name: strings.calendar.post.move, exact: true }).click();
    await dialog(text.dialogs.move).getByLabel(text.date).fill('2031-05-07T10:00');
    await dialog(text.dialogs.move).getByRole('button', { name: text.submits.move }).click();
    await becomes('05 06 07T08 08 09 12 13 14 15 16');
    const { page } = app;
    await page.goto(`/posts/${id}`);
    await page.getByText(/^Repeated every weekday at 09:00 \(Europe\/Berlin\), without one day/).waitFor();
    await expectCleanPage(app.open, 'series-post');
    await page.getByRole('button', { name: strings.post.edit, exact: true }).click();
    await dialog(text.dialogs.edit).getByLabel(text.scope.all).check();
    await dialog(text.dialogs.edit).getByRole('button', { name: text.submits.edit }).click();
    await page.waitForURL(/scope=all/);
    await page.getByText(text.alsoChanges(1)).waitFor();
    await page
      .getByRole('textbox', { name: strings.composer.part.label, exact: true })
      .fill('Stew of the day');
    await page.getByRole('button', { name: strings.common.save }).click();
    await page.waitForURL(/\/posts\//);
    const rows = await sql<{ content: string }>(app.crier, 'select content from post_item');
    expect(rows.map(({ content }) => content)).toEqual(['Stew of the day', 'Stew of the day']);
  });

  /** The composer for all posts of a series: the one of 5 May, and that of 7 May, which was moved alone. */
  const composeAll = async (): Promise<{ first: string; alone: string }> => {
    const first = await create('FREQ=DAILY');
    const alone = await app.crier.call<{ id: string }[]>('POST', `/posts/${first}/occurrences`, {
      body: { scope: 'this', date: '2031-05-07T07:00:00Z' },
    });
    await app.page.goto(`/compose?post=${first}&scope=all`);
    await app.page.getByText(text.alsoChanges(1)).waitFor();
    await app.page
      .getByRole('textbox', { name: strings.composer.part.label, exact: true })
      .fill('Stew of the day');
    return { first, alone: alone.body[0]?.id ?? '' };
  };
  const saveAll = async (changed: number, all: number): Promise<void> => {
    await app.page.getByRole('button', { name: strings.common.save }).click();
    await app.page.waitForURL(/\/posts\//);
    await app.page.getByText(text.changedSome(changed, all)).waitFor();
  };
  const textOf = async (id: string): Promise<string | undefined> => {
    const { body } = await app.crier.call<{ items: { content: string }[] }>('GET', `/posts/${id}`);
    return body.items[0]?.content;
  };
  const publish = (id: string): Promise<void> => setState(app.crier, id, 'published');

  it('changes no further than is asked for now, though a change of all was kept', async () => {
    const { first, alone } = await composeAll();
    const { page } = app;
    await page.getByText(strings.composer.saving.kept).waitFor();
    await page.goto(`/compose?post=${first}`);
    const field = page.getByRole('textbox', { name: strings.composer.part.label, exact: true });
    await field.waitFor();
    expect(await field.inputValue()).toBe('Stew of the day');
    expect(await page.getByText(text.alsoChanges(1)).count()).toBe(0);
    await page.getByRole('button', { name: strings.common.save }).click();
    await page.waitForURL(/\/posts\//);
    expect([await textOf(first), await textOf(alone)]).toEqual(['Stew of the day', 'Spring menu']);
  });

  it('that was kept is not written over what changed since, in its texts and in its days', async () => {
    const { first, alone } = await composeAll();
    const { page } = app;
    await page.getByText(strings.composer.saving.kept).waitFor();
    await app.crier.call('PATCH', `/posts/${alone}`, { body: { value: [{ content: 'Closed today' }] } });
    // One more day is taken out of the series.
    await app.crier.call('POST', `/posts/${first}/occurrences`, {
      body: { scope: 'this', date: '2031-05-08T07:00:00Z' },
    });
    const ruleOf = async (): Promise<string | null> =>
      (await app.crier.call<{ repeat: string | null }>('GET', `/posts/${first}`)).body.repeat;
    const rule = await ruleOf();
    await page.goto(`/compose?post=${first}&scope=all`);
    await page.getByText(text.alsoChanges(2)).waitFor();
    await page.getByRole('button', { name: strings.common.save }).click();
    await page.getByText(strings.composer.send.changedMeanwhile).waitFor();
    await page.getByRole('button', { name: strings.composer.send.saveOver }).click();
    await page.waitForURL(/\/posts\//);
    await page.getByText(text.changedSome(2, 3)).waitFor();
    await page.getByText(text.stays.changed(1)).waitFor();
    expect([await textOf(first), await textOf(alone)]).toEqual(['Stew of the day', 'Closed today']);
    expect([await ruleOf(), rule?.includes('20310508')]).toEqual([rule, true]);
  });

  it('changes as a whole but for one that was published meanwhile', async () => {
    const { first, alone } = await composeAll();
    await publish(alone);
    await saveAll(1, 2);
    await app.page.getByText(text.stays.published(1)).waitFor();
    expect([await textOf(first), await textOf(alone)]).toEqual(['Stew of the day', 'Spring menu']);
    await expectCleanPage(app.open, 'series-some');
  });

  it('changes from its next post on where the one that stands for it was published meanwhile', async () => {
    const { first, alone } = await composeAll();
    await publish(first);
    await saveAll(2, 3);
    const [next] = await sql<{ id: string }>(app.crier, 'select id from post where repeat_of is not null');
    expect(await textOf(next?.id ?? '')).toBe('Stew of the day');
    expect([await textOf(first), await textOf(alone)]).toEqual(['Spring menu', 'Stew of the day']);
  });

  it('is not written over what another person saved meanwhile in one of its posts', async () => {
    const { first, alone } = await composeAll();
    await app.crier.call('PATCH', `/posts/${alone}`, { body: { value: [{ content: 'Closed today' }] } });
    await saveAll(1, 2);
    await app.page.getByText(text.stays.changed(1)).waitFor();
    expect([await textOf(first), await textOf(alone)]).toEqual(['Stew of the day', 'Closed today']);
  });

  it('is saved once more after an answer was lost, with what was written since', async () => {
    const { first, alone } = await composeAll();
    await app.page.route(`**/api/posts/${alone}`, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await app.page.getByRole('button', { name: strings.common.save }).click();
    await app.page.getByRole('alert').first().waitFor();
    await app.page.unroute(`**/api/posts/${alone}`);
    (app.open.complaints as string[]).splice(0);
    await app.page
      .getByRole('textbox', { name: strings.composer.part.label, exact: true })
      .fill('Salad of the day');
    await app.page.getByRole('button', { name: strings.common.save }).click();
    await app.page.waitForURL(/\/posts\//);
    expect([await textOf(first), await textOf(alone)]).toEqual(['Salad of the day', 'Salad of the day']);
  });

  it('speaks German', async () => {
    await sql(app.crier, "update user_account set language = 'de'");
    await create();
    await app.page.goto('/calendar?view=month&day=2031-05-05');
    await app.page.locator('[data-day="2031-05-07"] [data-post]').first().click();
    await app.page.getByRole('button', { name: german.post.remove }).click();
    await app.page.getByLabel(german.series.scope.following).check();
    await app.page.getByRole('button', { name: german.series.submits.remove, exact: true }).click();
    await becomes('05 06');
    await sql(app.crier, "update user_account set language = 'en'");
  });
});
