/** The calendar in a real browser: the views, moving posts, filters, the way to the composer. */
import { expect, it, jest } from '@jest/globals';
import { buildPost, buildTarget, createOne, setState, sql } from '../../../test/factories.ts';
import { eventually } from '../../../test/instance.ts';
import { hasFocus } from '../../../test/keyboard.ts';
import { expectCleanPage } from '../../../test/page-checks.ts';
import { urlOf } from '../../../test/pages.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';

jest.setTimeout(120_000);
const text = strings.calendar;
/** Monday 12 to Sunday 18 May 2031 in Berlin, two hours ahead of UTC. */
const WEEK = '/calendar?view=week&day=2031-05-14';
const MONTH = '/calendar?view=month&day=2031-05-14';

describeWith([chromium], 'the calendar', () => {
  let channel: string;
  let other: string;
  const ids: Record<string, string> = {};
  const post = (content: string, date: string, changes: object = {}, to = channel): Promise<string> =>
    createOne(
      app.crier,
      buildPost([], { date, posts: [buildTarget(to, { value: [{ content, image: [] }] })], ...changes }),
    );
  const app = useWebApp({
    prepare: async (crier) => {
      channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
      other = (await crier.connect('sandbox', { name: 'Bar Sued' })).id;
      await sql(crier, "update organization set time_zone = 'Europe/Berlin'");
      await sql(crier, 'update integration set posting_times = \'[{"time": 1020}]\'');
    },
  });
  const chip = (id = '') => app.page.locator(`[data-post="${id}"]`);
  const cell = (day: string) => app.page.locator(`[data-day="${day}"]`);
  const said = (text: string | RegExp) => app.page.locator('[data-said]', { hasText: text });
  const read = async (id = ''): Promise<{ publishDate: string; revision: number }> =>
    (await app.crier.call<{ publishDate: string; revision: number }>('GET', `/posts/${id}`)).body;
  const isAt = (id: string | undefined, date: string): Promise<unknown> =>
    eventually(`the post is at ${date}`, async () => (await read(id)).publishDate === date);

  /** Drags a post by its middle to a point of a day: `hours` after midnight, or the middle of its cell. */
  async function drag(id: string | undefined, day: string, hours?: number): Promise<void> {
    const { page } = app;
    // Waits until the post stands still: a notice that comes above the page moves it.
    await chip(id).hover({ position: { x: 20, y: 5 } });
    const from = await chip(id).boundingBox();
    if (!from) throw new Error('the post is not shown');
    const held = { x: from.x + 30, y: from.y + 12 };
    await page.mouse.down();
    await page.mouse.move(held.x, held.y, { steps: 3 });
    const begun = page.locator('[data-picture]').waitFor();
    await begun.catch(async (cause: unknown) => {
      const below = await page.evaluate<string>(
        `document.elementFromPoint(${held.x}, ${held.y})?.outerHTML.slice(0, 200)`,
      );
      throw new Error(`no drag began: below the pointer is ${below}`, { cause });
    });
    const to = await cell(day).boundingBox();
    if (!to) throw new Error('the day is not shown');
    const y = hours === undefined ? to.y + to.height / 2 : to.y + (to.height * hours) / 24 + 5;
    await page.mouse.move(to.x + to.width / 2, y, { steps: 6 });
  }

  /** A finger on the screen: Playwright's own can only tap. */
  async function touch() {
    const session = await app.page.context().newCDPSession(app.page);
    return (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints });
  }

  it('shows a month with its posts, what is free, and what each post is', async () => {
    ids.menu = await post('<p>Spring <b>menu</b></p>', '2031-05-13T08:00:00Z');
    ids.draft = await post('An idea', '2031-05-14T10:00:00Z', { type: 'draft' });
    ids.failed = await post('It failed', '2031-05-15T10:00:00Z');
    await setState(app.crier, ids.failed, 'failed');
    ids.other = await post(
      'Cocktails',
      '2031-05-16T16:00:00Z',
      { tags: [{ value: 'bar', label: 'bar' }] },
      other,
    );
    for (let n = 0; n < 16; n++) {
      ids.last = await post(`Number ${n}`, `2031-05-20T${String(n + 4).padStart(2, '0')}:00:00Z`);
    }
    await app.page.goto(MONTH);
    await app.page.getByRole('heading', { level: 1, name: 'May 2031' }).waitFor();
    await chip(ids.menu).waitFor();
    await cell('2031-05-13')
      .getByRole('button', { name: /^10:00 Spring menu Cafe Nord, Scheduled$/ })
      .waitFor();
    expect(await cell('2031-05-20').locator('[data-post]').count()).toBe(3);
    await app.page.getByText(text.zone.in('Europe/Berlin')).waitFor();
    expect(await cell('2031-05-19').getByRole('link', { name: /17:00/ }).count()).toBe(1);
    await expectCleanPage(app.open, 'calendar-month');
    await cell('2031-05-20')
      .getByRole('button', { name: text.moreOn(13, 'Tuesday 20 May') })
      .click();
    await app.page.getByRole('heading', { level: 1, name: /^Tuesday,? 20 May 2031$/ }).waitFor();
    expect(urlOf(app.page)).toContain('view=day');
    await expectCleanPage(app.open, 'calendar-day');
    await app.page.goBack();
    await app.page.getByRole('heading', { level: 1, name: 'May 2031' }).waitFor();
  });

  it('shows a week by the hour, and a list by the day', async () => {
    await app.page.goto(WEEK);
    await chip(ids.menu).waitFor();
    await app.page.getByRole('heading', { level: 1, name: /^12.–.18 May 2031$/ }).waitFor();
    await expectCleanPage(app.open, 'calendar-week');
    await app.page.getByText(text.views.list, { exact: true }).click();
    await app.page.getByRole('heading', { level: 2, name: /^Tuesday,? 20 May 2031$/ }).waitFor();
    expect(await app.page.locator('[data-post]').count()).toBe(20);
    await expectCleanPage(app.open, 'calendar-list');
    await app.press(text.ahead.list);
    await app.page.getByRole('heading', { name: text.empty }).waitFor();
    await expectCleanPage(app.open, 'calendar-empty');
  });

  it('moves a post that is dragged to another day of a month, at the same time', async () => {
    await app.page.goto(MONTH);
    await chip(ids.menu).waitFor();
    await drag(ids.menu, '2031-05-22');
    await app.page.getByText('Thursday 22 May, 10:00', { exact: true }).waitFor();
    await app.page.mouse.up();
    await cell('2031-05-22').locator(`[data-post="${ids.menu}"]`).waitFor();
    await isAt(ids.menu, '2031-05-22T08:00:00.000Z');
    await said(text.move.moved(isolated('Spring menu'), 'Thursday 22 May, 10:00')).waitFor();
    expect(await app.page.getByRole('dialog').count()).toBe(0);
  });

  it('knows where a post is held when the hand was faster than the page', async () => {
    await app.page.goto(MONTH);
    await chip(ids.menu).waitFor();
    // Both moves in one task: the second comes before the page has drawn that the drag began.
    await app.page.evaluate(`(() => {
      const fire = (type, on) => {
        const { x, y, width, height } = on.getBoundingClientRect();
        const point = { clientX: x + width / 2, clientY: y + height / 2 };
        on.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, view: window, ...point }));
      };
      const friday = document.querySelector('[data-day="2031-05-23"]');
      fire('mousedown', document.querySelector('[data-post="${ids.menu}"]'));
      fire('mousemove', friday);
      fire('mousemove', friday);
    })()`);
    await app.page.getByText('Friday 23 May, 10:00', { exact: true }).waitFor();
    await app.page.keyboard.press('Escape');
    await app.page.locator('[data-picture]').waitFor({ state: 'detached' });
    expect((await read(ids.menu)).publishDate).toBe('2031-05-22T08:00:00.000Z');
  });

  it('moves a post among the hours of a week, in steps of 15 minutes', async () => {
    await app.page.goto('/calendar?view=week&day=2031-05-22');
    await chip(ids.menu).waitFor();
    await drag(ids.menu, '2031-05-23', 11.25);
    await app.page.mouse.up();
    await isAt(ids.menu, '2031-05-23T09:15:00.000Z');
  });

  it('moves a post with the keyboard, puts it back with Escape, and announces what happens', async () => {
    await app.page.goto('/calendar?view=week&day=2031-05-22');
    const { keyboard } = app.page;
    await chip(ids.menu).focus();
    await keyboard.press('m');
    await said(text.move.pickedUp('Spring menu')).waitFor();
    await keyboard.press('ArrowDown');
    await said('Friday 23 May, 11:30').waitFor();
    await keyboard.press('Escape');
    await said(text.move.cancelled('Friday 23 May, 11:15')).waitFor();
    expect((await read(ids.menu)).publishDate).toBe('2031-05-23T09:15:00.000Z');
    await keyboard.press(' ');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowLeft');
    await said('Thursday 22 May, 11:45').waitFor();
    await expectCleanPage(app.open, 'calendar-carried');
    await keyboard.press('Enter');
    await isAt(ids.menu, '2031-05-22T09:45:00.000Z');
    await said(text.move.moved(isolated('Spring menu'), 'Thursday 22 May, 11:45')).waitFor();
    await hasFocus(app.page, chip(ids.menu));
    // Past the end of what is shown, the calendar follows.
    await keyboard.press('m');
    for (let n = 0; n < 5; n++) await keyboard.press('ArrowRight');
    await app.page.getByRole('heading', { level: 1, name: /^26 May.–.1 Jun 2031$/ }).waitFor();
    await keyboard.press('Enter');
    await isAt(ids.menu, '2031-05-27T09:45:00.000Z');
  });

  it('explains why a post cannot be moved', async () => {
    await app.page.goto(WEEK);
    await chip(ids.failed).focus();
    await app.page.keyboard.press('m');
    await said(text.post.fixed.ended).waitFor();
    await app.page.keyboard.press('Enter');
    await app.page.getByRole('dialog').getByText(text.post.fixed.ended).waitFor();
    expect(
      await app.page.getByRole('dialog').getByRole('button', { name: text.post.move, exact: true }).count(),
    ).toBe(0);
    await app.page.keyboard.press('Escape');
    await app.page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it("undoes a move that is refused, with the API's message", async () => {
    await app.page.goto(WEEK);
    await chip(ids.draft).waitFor();
    // A worker is faster, and the page does not know yet.
    await app.page.route('**/api/calendar*', (route) => route.fulfill({ status: 503 }));
    await setState(app.crier, ids.draft ?? '', 'publishing');
    await drag(ids.draft, '2031-05-16', 9);
    await app.page.mouse.up();
    await app.page.getByRole('alert').getByText(text.move.failed).waitFor();
    await said(/can no longer be changed/).waitFor();
    await cell('2031-05-14').locator(`[data-post="${ids.draft}"]`).waitFor();
    await app.page.unroute('**/api/calendar*');
    expect((await read(ids.draft)).publishDate).toBe('2031-05-14T10:00:00.000Z');
    await setState(app.crier, ids.draft ?? '', 'draft');
  });

  it('undoes a move of a post that another person has changed meanwhile', async () => {
    await app.page.goto(WEEK);
    await chip(ids.other).waitFor();
    // The page looks for news again and again, and would see this one before the post is dropped.
    await app.page.route('**/api/calendar*', (route) => route.fulfill({ status: 503 }));
    await app.crier.call('PATCH', `/posts/${ids.other}`, { body: { content: 'Mocktails' } });
    await drag(ids.other, '2031-05-17', 9);
    await app.page.mouse.up();
    await said(/The post has changed/).waitFor();
    await app.page.unroute('**/api/calendar*');
    await cell('2031-05-16').locator(`[data-post="${ids.other}"]`).waitFor();
    await chip(ids.other).filter({ hasText: 'Mocktails' }).waitFor();
    expect((await read(ids.other)).publishDate).toBe('2031-05-16T16:00:00.000Z');
  });

  it('shows a post in a card, moves it by date and time, and refuses a date that is past', async () => {
    await app.page.goto(MONTH);
    await chip(ids.other).click();
    const card = app.page.getByRole('dialog', { name: text.post.label });
    await card.getByText('Bar Sued').waitFor();
    await expectCleanPage(app.open, 'calendar-card');
    expect(await card.getByRole('link', { name: text.post.open }).getAttribute('href')).toBe(
      `/posts/${ids.other}`,
    );
    expect(await card.getByRole('link', { name: text.post.edit }).getAttribute('href')).toBe(
      `/compose?post=${ids.other}`,
    );
    expect(await card.getByRole('link', { name: text.post.duplicate }).getAttribute('href')).toBe(
      `/compose?copy=${ids.other}`,
    );
    await card.getByRole('button', { name: text.post.move }).click();
    const dialog = app.page.getByRole('dialog', { name: text.move.title });
    await dialog.getByLabel(text.move.date).fill('2020-05-18');
    await dialog.getByRole('button', { name: text.move.submit }).click();
    await dialog.getByText(text.move.past).waitFor();
    await expectCleanPage(app.open, 'calendar-move');
    await dialog.getByLabel(text.move.date).fill('2031-05-18');
    await dialog.getByLabel(text.move.time).fill('07:05');
    await dialog.getByRole('button', { name: text.move.submit }).click();
    await isAt(ids.other, '2031-05-18T05:05:00.000Z');
  });

  it('cancels a post after asking', async () => {
    const id = await post('To be deleted', '2031-05-12T08:00:00Z');
    await app.page.goto(MONTH);
    await chip(id).click();
    await app.page.getByRole('dialog').getByRole('button', { name: strings.post.remove }).click();
    await app.page
      .getByRole('dialog', { name: strings.post.removeQuestion })
      .getByRole('button', { name: strings.post.remove })
      .click();
    await chip(id).waitFor({ state: 'detached' });
    expect((await app.crier.call('GET', `/posts/${id}`)).status).toBe(404);
  });

  it('filters by channel and state, and the URL keeps the filters', async () => {
    await app.page.goto(MONTH);
    await chip(ids.failed).waitFor();
    await app.page.getByRole('combobox', { name: text.filters.state }).click();
    await app.page.getByRole('option', { name: text.filters.states.DRAFT }).click();
    await chip(ids.failed).waitFor({ state: 'detached' });
    await chip(ids.draft).waitFor();
    expect(urlOf(app.page)).toContain('state=DRAFT');
    await app.page.reload();
    await chip(ids.draft).waitFor();
    expect(await chip(ids.failed).count()).toBe(0);
    await app.press(text.filters.clear);
    await chip(ids.failed).waitFor();
    await app.page.goto(`${MONTH}&channel=${other}`);
    await chip(ids.other).waitFor();
    expect(await app.page.locator('[data-post]').count()).toBe(1);
  });

  it('opens the composer at an hour and at a free posting time, and shows what was scheduled there', async () => {
    await app.page.goto(WEEK);
    await chip(ids.failed).waitFor();
    const nine = app.page.getByRole('button', { name: text.writeAt('Saturday 17 May', '09:00') });
    await nine.click();
    const composer = app.page.getByRole('dialog', { name: strings.composer.titles.new });
    const date = (): Promise<string> => composer.locator('[data-date-field]').inputValue();
    expect(await date()).toBe('2031-05-17T09:00');
    await app.page.keyboard.press('Escape');
    await composer.waitFor({ state: 'detached' });
    await nine.focus();
    await app.page.keyboard.press('ArrowDown');
    await app.page.keyboard.press('ArrowLeft');
    await app.page.keyboard.press('Enter');
    expect(await date()).toBe('2031-05-16T10:00');
    await composer.getByRole('button', { name: 'Cafe Nord', exact: true }).click();
    await composer.getByRole('textbox', { name: strings.composer.part.label, exact: true }).fill('Brunch');
    await composer.getByRole('button', { name: new RegExp(`^${strings.composer.send.atTime('')}`) }).click();
    await composer.getByRole('heading', { name: strings.composer.result.scheduled }).waitFor();
    await composer.getByRole('button', { name: strings.common.close }).click();
    await cell('2031-05-16')
      .getByRole('button', { name: /^10:00 Brunch/ })
      .waitFor();
    await app.page.goto(`${WEEK}&channel=${other}`);
    await app.page
      .getByRole('link', { name: text.slot('17:00', 'Bar Sued') })
      .first()
      .click();
    expect(await date()).toBe('2031-05-12T17:00');
    await app.page.setViewportSize({ width: 390, height: 844 });
    await app.page.goto('/calendar?view=day&day=2031-05-17');
    await nine.click();
    await app.page.waitForURL('**/compose?date=2031-05-17T07%3A00%3A00.000Z');
    await app.page.setViewportSize({ width: 1280, height: 900 });
  });

  it('marks the hour that does not exist, and the one that comes twice', async () => {
    await app.page.goto('/calendar?view=week&day=2031-03-30');
    await app.page.getByText(text.missingHour).waitFor();
    await expectCleanPage(app.open, 'calendar-clock-change');
    await app.page.goto('/calendar?view=day&day=2031-10-26');
    await app.page.getByText(text.doubleHour).waitFor();
  });

  it("shows times in the organisation's zone, and on request in the reader's", async () => {
    await sql(app.crier, "update organization set time_zone = 'America/New_York'");
    const id = await post('Late', '2031-08-02T02:00:00Z');
    await app.page.goto('/calendar?view=month&day=2031-08-01');
    await cell('2031-08-01').locator(`[data-post="${id}"]`).waitFor();
    await app.press(text.zone.mine('Europe/Berlin'));
    await cell('2031-08-02').locator(`[data-post="${id}"]`).waitFor();
    expect(await chip(id).innerText()).toContain('04:00');
    await app.press(text.zone.organization('America/New_York'));
    await cell('2031-08-01').locator(`[data-post="${id}"]`).waitFor();
    await sql(app.crier, "update organization set time_zone = 'Europe/Berlin'");
  });

  it('works on a phone: a list at first, days by the hour, and a month that counts', async () => {
    await app.page.setViewportSize({ width: 390, height: 844 });
    await app.page.goto('/calendar?day=2031-05-14');
    await app.page.getByRole('heading', { level: 2, name: /^Tuesday,? 20 May 2031$/ }).waitFor();
    await app.page.goto(MONTH);
    await cell('2031-05-20').getByText(text.posts(16)).waitFor({ state: 'attached' });
    await cell('2031-05-20')
      .getByRole('button', { name: text.openDay('Tuesday 20 May') })
      .click();
    await app.page.getByRole('heading', { level: 1, name: /^Tuesday,? 20 May 2031$/ }).waitFor();
    await app.press(text.back.day);
    await app.page.getByRole('heading', { level: 1, name: /^Monday,? 19 May 2031$/ }).waitFor();
  });

  it('turns with a swipe on a phone, and moves a post that a finger holds', async () => {
    const finger = await touch();
    const tuesday = app.page.getByRole('heading', { level: 1, name: /^Tuesday,? 20 May 2031$/ });
    await finger('touchStart', { x: 330, y: 400 });
    await finger('touchMove', { x: 120, y: 410 });
    await finger('touchEnd');
    await tuesday.waitFor();
    await chip(ids.last).scrollIntoViewIfNeeded();
    const [box, day] = [await chip(ids.last).boundingBox(), await cell('2031-05-20').boundingBox()];
    if (!box || !day) throw new Error('the post is not shown');
    const before = (await read(ids.last)).publishDate;
    // Held and let go, it stays where it is.
    await finger('touchStart', { x: box.x + 100, y: box.y + 5 });
    await app.page.locator('[data-picture]').waitFor();
    await finger('touchEnd');
    await app.page.locator('[data-picture]').waitFor({ state: 'detached' });
    expect((await read(ids.last)).publishDate).toBe(before);
    await finger('touchStart', { x: box.x + 100, y: box.y + 5 });
    await app.page.locator('[data-picture]').waitFor();
    await finger('touchMove', { x: box.x + 10, y: box.y + 5 - day.height / 12 });
    await finger('touchEnd');
    await isAt(ids.last, '2031-05-20T17:00:00.000Z');
    await said(text.move.moved(isolated('Number 15'), 'Tuesday 20 May, 19:00')).waitFor();
    await tuesday.waitFor();
    await app.page.setViewportSize({ width: 1280, height: 900 });
  });
});
