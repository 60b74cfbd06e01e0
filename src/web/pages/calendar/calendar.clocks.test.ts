/** Posts moved to an hour that the clock shows twice, or skips: the chosen reading is announced. */
import { beforeEach, expect, it } from '@jest/globals';
import { buildPost, createOne, sql } from '../../../test/factories.ts';
import { eventually } from '../../../test/instance.ts';
import { expectCleanPage } from '../../../test/page-checks.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';

const text = strings.calendar;
const { clock } = strings.calendar;
const { undo } = strings.common;
/** Both in Berlin: 02:30 comes twice on the one, and never on the other. */
const FOLD = '2031-10-26';
const GAP = '2031-03-30';
const [CEST, CET] = ['2031-10-26T00:30:00.000Z', '2031-10-26T01:30:00.000Z'];

describeWith([chromium], 'the calendar, where the clock changes', () => {
  let channel: string;
  let id: string;
  const app = useWebApp({
    prepare: async (crier) => {
      channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
      await sql(crier, "update organization set time_zone = 'Europe/Berlin'");
    },
  });
  const chip = () => app.page.locator(`[data-post="${id}"]`);
  const message = (text: string) => app.page.getByRole('alert').filter({ hasText: text });
  const isAt = (date: string): Promise<unknown> =>
    eventually(`the post is at ${date}`, async () => {
      const { body } = await app.crier.call<{ publishDate: string }>('GET', `/posts/${id}`);
      return body.publishDate === date;
    });
  async function show(date: string, url: string): Promise<void> {
    id = await createOne(app.crier, buildPost(channel, { date }));
    await app.page.goto(url);
    await chip().waitFor();
  }
  /** Drops the post where the clock of a day shows 02:30, or on the day as a whole. */
  async function dropOn(day: string, hours?: number): Promise<void> {
    const { page } = app;
    await chip().hover({ position: { x: 20, y: 5 } });
    const from = await chip().boundingBox();
    if (!from) throw new Error('the post is not shown');
    await page.mouse.down();
    await page.mouse.move(from.x + 30, from.y + 12, { steps: 3 });
    await page.locator('[data-picture]').waitFor();
    const to = await page.locator(`[data-day="${day}"]`).boundingBox();
    if (!to) throw new Error('the day is not shown');
    const y = hours === undefined ? to.y + to.height / 2 : to.y + (to.height * hours) / 24 + 5;
    await page.mouse.move(to.x + to.width / 2, y, { steps: 6 });
    await page.mouse.up();
  }
  const press = (name: string): Promise<void> => app.page.getByRole('button', { name, exact: true }).click();

  beforeEach(async () => {
    await sql(app.crier, 'delete from post');
  });

  it('shows which 02:30 a drop has taken, gives the other by its button, and Undo still leads back', async () => {
    await show('2031-10-26T05:00:00.000Z', `/calendar?view=day&day=${FOLD}`);
    await dropOn(FOLD, 2.5);
    await isAt(CEST);
    await message(
      text.move.twice(isolated('Spring menu'), 'Sunday 26 October, 02:30', '02:30', '02:30 CEST'),
    ).waitFor();
    await expectCleanPage(app.open, 'calendar-double-hour');
    await press(text.move.other('02:30 CET'));
    await isAt(CET);
    await message(
      text.move.twice(isolated('Spring menu'), 'Sunday 26 October, 02:30', '02:30', '02:30 CET'),
    ).waitFor();
    await app.page.getByRole('button', { name: text.move.other('02:30 CEST'), exact: true }).waitFor();
    // The message of the first reading, which has an Undo as well, is taken away by its button.
    await message(
      text.move.twice(isolated('Spring menu'), 'Sunday 26 October, 02:30', '02:30', '02:30 CEST'),
    ).waitFor({ state: 'detached' });
    await press(undo);
    await isAt('2031-10-26T05:00:00.000Z');
  });

  it('shows that the clock skips the time of a drop, which it took for it, and gives the other', async () => {
    await show('2031-03-30T05:00:00.000Z', `/calendar?view=day&day=${GAP}`);
    await dropOn(GAP, 2.5);
    await isAt('2031-03-30T01:30:00.000Z');
    await message(
      text.move.skipped(isolated('Spring menu'), 'Sunday 30 March, 03:30', '02:30', '03:30 CEST'),
    ).waitFor();
    await press(text.move.other('01:30 CET'));
    await isAt('2031-03-30T00:30:00.000Z');
  });

  it('shows the same for a post that keeps its time on another day, by drop and by key', async () => {
    await show('2031-10-25T00:30:00.000Z', `/calendar?view=month&day=${FOLD}`);
    await dropOn(FOLD);
    await isAt(CEST);
    await message(
      text.move.twice(isolated('Spring menu'), 'Sunday 26 October, 02:30', '02:30', '02:30 CEST'),
    ).waitFor();
    await press(undo);
    await isAt('2031-10-25T00:30:00.000Z');
    await app.page.reload();
    await chip().focus();
    for (const key of ['m', 'ArrowRight', 'Enter']) await app.page.keyboard.press(key);
    await isAt(CEST);
    await app.page.getByRole('button', { name: text.move.other('02:30 CET'), exact: true }).waitFor();
  });

  it('shows for a post that is carried by key which time the clock skips, and keeps it across that day', async () => {
    await show('2031-03-29T01:30:00.000Z', `/calendar?view=month&day=${GAP}`);
    const keys = async (...pressed: string[]): Promise<void> => {
      await chip().focus();
      for (const key of pressed) await app.page.keyboard.press(key);
    };
    await keys('m', 'ArrowRight', 'Enter');
    await isAt('2031-03-30T01:30:00.000Z');
    await message(
      text.move.skipped(isolated('Spring menu'), 'Sunday 30 March, 03:30', '02:30', '03:30 CEST'),
    ).waitFor();
    await press(undo);
    await isAt('2031-03-29T01:30:00.000Z');
    await app.page.reload();
    await keys('m', 'ArrowRight', 'ArrowRight', 'Enter');
    await isAt('2031-03-31T00:30:00.000Z');
  });

  it('shows nothing about the clock on any other hour, and keeps a post that is dropped where it was', async () => {
    await show(CET, `/calendar?view=month&day=${FOLD}`);
    await dropOn(FOLD);
    await dropOn('2031-10-25');
    await isAt('2031-10-25T00:30:00.000Z');
    await message(text.move.moved(isolated('Spring menu'), 'Saturday 25 October, 02:30')).waitFor();
    expect(await app.page.getByRole('alert').count()).toBe(1);
    expect(await app.page.getByRole('button', { name: /^Use / }).count()).toBe(0);
  });

  it('offers both readings in the dialog, and begins with the one that the post has', async () => {
    await show(CET, `/calendar?view=day&day=${FOLD}`);
    const open = async () => {
      await chip().click();
      await app.page.getByRole('dialog').getByRole('button', { name: text.post.move }).click();
      return app.page.getByRole('dialog', { name: text.move.title });
    };
    const dialog = await open();
    await dialog.getByText(clock.twice('02:30')).waitFor();
    expect(await dialog.getByRole('radio', { name: '02:30 CET', exact: true }).isChecked()).toBe(true);
    await dialog.getByText('02:30 CEST', { exact: true }).click();
    await dialog.getByRole('button', { name: text.move.submit }).click();
    await isAt(CEST);
    await app.page.goto(`/calendar?view=day&day=${FOLD}`);
    await open();
    await dialog.getByLabel(text.move.date).fill(GAP);
    await dialog.getByText(clock.skipped('02:30')).waitFor();
    await dialog.getByText('01:30 CET', { exact: true }).click();
    await dialog.getByRole('button', { name: text.move.submit }).click();
    await isAt('2031-03-30T00:30:00.000Z');
  });
});
