/** Posts among the hours of a week, in a real browser: where they stand, and where they cannot be dropped. */
import { expect, it, jest } from '@jest/globals';
import { screenshot } from '../../../test/browser.ts';
import { buildPost, buildTarget, createOne, sql } from '../../../test/factories.ts';
import { coveredIn, expectCleanPage } from '../../../test/page-checks.ts';
import { addPerson } from '../../../test/person.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

jest.setTimeout(120_000);
const text = strings.calendar;
/** Monday 19 to Sunday 25 May 2031. */
const WEEK = '/calendar?view=week&day=2031-05-22';

describeWith([chromium], 'a week of the calendar', () => {
  let channel: string;
  const app = useWebApp({
    prepare: async (crier) => {
      channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
      await crier.connect('sandbox', { name: 'Bar Sued' });
    },
  });
  const post = (content: string, date: string): Promise<string> =>
    createOne(
      app.crier,
      buildPost([], { date, posts: [buildTarget(channel, { value: [{ content, image: [] }] })] }),
    );
  const chip = (id: string) => app.page.locator(`[data-post="${id}"]`);
  const cell = (day: string) => app.page.locator(`[data-day="${day}"]`);

  it('is what the calendar opens on', async () => {
    await app.page.goto('/calendar');
    await app.page.locator('[data-hours]').nth(6).waitFor();
    expect(await app.page.locator('[data-hours]').count()).toBe(7);
  });

  it('names the hours as they are written in American English', async () => {
    const person = await addPerson(app.crier);
    const { page } = await app.browser.pageOf(app.crier, { person, locale: 'en-US' });
    await page.goto(WEEK);
    await page.getByText('10 AM', { exact: true }).waitFor();
    await page.context().close();
  });

  it('keeps posts at one minute readable, each in a line of its own', async () => {
    const ids: string[] = [];
    for (const content of ['First of three', 'Second of three', 'Third of three']) {
      ids.push(await post(content, '2031-05-24T11:00:00Z'));
    }
    await app.page.goto(WEEK);
    const tops = new Set<number>();
    const day = await cell('2031-05-24').boundingBox();
    for (const id of ids) {
      await chip(id).waitFor();
      const box = await chip(id).boundingBox();
      tops.add(box?.y ?? 0);
      expect(box?.width ?? 0).toBeGreaterThan((day?.width ?? 0) * 0.9);
    }
    expect(tops.size).toBe(3);
    await expectCleanPage(app.open, 'calendar-three');
  });

  it('shows while one drags that a day is past, and leaves the post where it was', async () => {
    const { page } = app;
    // The page follows the clock of the server.
    await page.route(/\/api\/(?!events)/, async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), date: 'Wed, 21 May 2031 12:00:00 GMT' };
      await route.fulfill({ response, headers });
    });
    const id = await post('Spring menu', '2031-05-23T11:00:00Z');
    await page.goto(WEEK);
    await chip(id).hover({ position: { x: 20, y: 5 } });
    const [from, to] = [await chip(id).boundingBox(), await cell('2031-05-20').boundingBox()];
    if (!from || !to) throw new Error('the week is not shown');
    await page.mouse.down();
    await page.mouse.move(from.x + 30, from.y + 12, { steps: 3 });
    await page.locator('[data-picture]').waitFor();
    await page.mouse.move(to.x + to.width / 2, from.y + 5, { steps: 6 });
    await page.getByText(text.move.overPast('Tuesday 20 May, 11:00'), { exact: true }).waitFor();
    expect(await cell('2031-05-20').getAttribute('data-over')).toBe('past');
    await page.mouse.up();
    await page.getByText(text.move.past).first().waitFor();
    const { body } = await app.crier.call<{ publishDate: string }>('GET', `/posts/${id}`);
    expect(body.publishDate).toBe('2031-05-23T11:00:00.000Z');
    await page.unrouteAll();
  });

  it.each([
    ['a week on a screen', 'week', 1280],
    ['a day on a screen', 'day', 1280],
    ['a week on a phone', 'week', 390],
    ['a day on a phone', 'day', 390],
  ])('covers no free posting time with a post: %s', async (_, view, width) => {
    const { page } = app;
    const times = [540, 600, 645, 720].map((time) => ({ time }));
    await sql(app.crier, 'update integration set posting_times = $1', [JSON.stringify(times)]);
    await sql(app.crier, 'delete from post_group');
    await post('At a free time of the other channel', '2031-05-22T09:00:00Z');
    await post('Shortly before one', '2031-05-22T10:20:00Z');
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`/calendar?view=${view}&day=2031-05-22&zone=utc`);
    await chip(await post('Late', '2031-05-22T20:00:00Z')).waitFor();
    const slots = '[data-day="2031-05-22"] a[href^="/compose"]';
    expect(await page.locator(slots).count()).toBe(times.length);
    expect(await coveredIn(page, slots)).toEqual([]);
    await screenshot(page, `calendar-free-${view}-${width}`);
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});
