/** Two people who want the same free posting time of a channel, each in a real browser of their own. */
import { expect, it, jest } from '@jest/globals';
import type { OpenPage } from '../../../test/browser.ts';
import { buildPost, buildTarget, createOne, sql } from '../../../test/factories.ts';
import { eventually } from '../../../test/instance.ts';
import { PHONE, expectSound } from '../../../test/pages.ts';
import { addPerson } from '../../../test/person.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { german } from '../../strings/de/index.ts';
import { strings } from '../../strings/index.ts';

jest.setTimeout(120_000);
const text = strings.queue;
const NAMES = ['Apple pie', 'Berry cake'];
const TAKEN = 'The channel "Cafe Nord" now has another post at this time: choose another free time';
const DAY = 86_400_000;

describeWith([chromium], 'a free posting time that two people want', () => {
  let channel: string;
  let bob: OpenPage;
  const ids: Record<string, string> = {};
  const app = useWebApp({
    prepare: async (crier) => {
      channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
      await sql(crier, "update organization set time_zone = 'Europe/Berlin'");
      await sql(crier, 'update integration set posting_times = \'[{"time": 540}]\'');
      for (const content of NAMES) {
        const target = buildTarget(channel, { value: [{ content, image: [] }] });
        ids[content] = await createOne(crier, buildPost([], { type: 'queue', date: null, posts: [target] }));
      }
    },
  });
  const openBob = async (): Promise<OpenPage> =>
    (bob ??= await app.browser.pageOf(app.crier, { person: await addPerson(app.crier) }));
  const dates = async (): Promise<number[]> =>
    (
      await sql<{ ms: number }>(
        app.crier,
        'select extract(epoch from publish_at)::float8 * 1000 as ms from post order by publish_at',
      )
    ).map(({ ms }) => ms);
  const handle = ({ page }: Pick<OpenPage, 'page'>, name: string) =>
    page.getByRole('button', { name: text.move(name), exact: true });
  const openQueue = async (one: Pick<OpenPage, 'page'>): Promise<void> => {
    await one.page.goto(`/queue?channel=${channel}`);
    await handle(one, 'Apple pie').waitFor();
  };
  const free = ({ page }: Pick<OpenPage, 'page'>) => page.getByRole('link', { name: text.write }).first();
  const dragToFree = async (one: Pick<OpenPage, 'page'>, name: string): Promise<void> => {
    const { mouse } = one.page;
    const [from, to] = [await handle(one, name).boundingBox(), await free(one).boundingBox()];
    if (!from || !to) throw new Error('a row is not shown');
    await mouse.move(from.x + 8, from.y + 8);
    await mouse.down();
    await mouse.move(from.x + 8, from.y + 20, { steps: 4 });
    await mouse.move(from.x + 8, to.y + to.height / 2, { steps: 8 });
    await mouse.up();
  };

  it('is given to the first that drops a post there; the second is refused, and sees the queue as it is', async () => {
    const other = await openBob();
    await openQueue(app);
    await openQueue(other);
    const [, second = 0] = await dates();
    // Both drop; his request arrives after hers.
    await other.page.route('**/api/posts/reschedule', async (route) => {
      await dragToFree(app, 'Apple pie');
      await app.page.getByText(text.moved).first().waitFor();
      await route.continue();
    });
    await dragToFree(other, 'Berry cake');
    await other.page.getByText(text.failed).first().waitFor();
    await other.page.getByText(TAKEN).first().waitFor();
    expect(await dates()).toEqual([second, second + DAY]);
    const rows = other.page.getByRole('listitem').filter({ hasText: /pie|cake/ });
    await eventually('he sees both posts where they are', async () =>
      /cake[^]*pie/.test((await rows.allInnerTexts()).join(' ')),
    );
    // Where nobody else was, it works.
    await other.page.unroute('**/api/posts/reschedule');
    await dragToFree(other, 'Apple pie');
    await other.page.getByText(text.moved).first().waitFor();
    const moved = await dates();
    expect(new Set(moved).size).toBe(2);
    expect(moved).not.toEqual([second, second + DAY]);
  });

  it('is given to the first that schedules a post there; the second is offered the next one', async () => {
    const other = await openBob();
    const { send, part, result } = strings.composer;
    const write = async (one: Pick<OpenPage, 'page'>, content: string): Promise<void> => {
      await openQueue(one);
      await free(one).click();
      await one.page.getByRole('textbox', { name: part.label, exact: true }).fill(content);
    };
    const schedule = ({ page }: Pick<OpenPage, 'page'>): Promise<void> =>
      page.getByRole('button', { name: /^Schedule for/ }).click();
    const scheduled = ({ page }: Pick<OpenPage, 'page'>): Promise<void> =>
      page.getByRole('heading', { name: result.scheduled }).waitFor();
    await write(app, 'Soup of the day');
    await write(other, 'Bread of the day');
    await schedule(app);
    await scheduled(app);
    const before = await dates();
    await schedule(other);
    await other.page.getByText(TAKEN).waitFor();
    expect(await dates()).toEqual(before);
    await expectSound(other, 'composer-time-taken');
    await other.page.getByRole('button', { name: send.nextFree }).click();
    await other.page.getByText(TAKEN).waitFor({ state: 'detached' });
    await schedule(other);
    await scheduled(other);
    const after = await dates();
    expect(after).toHaveLength(before.length + 1);
    expect(new Set(after).size).toBe(after.length);
  });

  it('may be had by two posts where a person keeps it, or has chosen the date by hand', async () => {
    const { send, part, when, result } = strings.composer;
    const taken = '2031-05-14T07:00:00.000Z';
    const at = () => buildPost(channel, { date: taken });
    await createOne(app.crier, at());
    const { page } = app;
    const open = async (query: string): Promise<void> => {
      await page.goto(`/compose?channel=${channel}&${query}`);
      await page.getByRole('textbox', { name: part.label, exact: true }).fill(query);
    };
    const schedule = () => page.getByRole('button', { name: /^Schedule for/ }).click();
    const scheduled = () => page.getByRole('heading', { name: result.scheduled }).waitFor();
    await open(`date=${taken}&free=1`);
    await schedule();
    await page.getByText(TAKEN).waitFor();
    await page.getByRole('button', { name: send.keepTime }).click();
    await schedule();
    await scheduled();
    await open('date=2031-05-15T07:00:00.000Z&free=1');
    await page.getByLabel(when.field('Europe/Berlin')).fill('2031-05-14T09:00');
    await schedule();
    await scheduled();
    expect((await dates()).filter((ms) => ms === Date.parse(taken))).toHaveLength(3);
  });

  it('is refused in German too, on a phone', async () => {
    const person = await addPerson(app.crier);
    const phone = await app.browser.pageOf(app.crier, { person, locale: 'de-DE', ...PHONE });
    const { send, part } = german.composer;
    await phone.page.goto(`/compose?channel=${channel}&date=2031-05-14T07:00:00.000Z&free=1`);
    await phone.page.getByRole('textbox', { name: part.label, exact: true }).fill('Suppe');
    await phone.page.getByRole('button', { name: /^Planen für/ }).click();
    await phone.page.getByText('Der Kanal „Cafe Nord“ hat zu dieser Zeit inzwischen einen').waitFor();
    await phone.page.getByRole('button', { name: send.nextFree }).waitFor();
    await expectSound(phone, 'composer-time-taken-de');
  });

  it('is not taken twice in the calendar either: the post that was dropped there goes back', async () => {
    const { page } = app;
    const date = '2031-05-20T07:00:00.000Z';
    const id = await createOne(app.crier, buildPost(channel, { date }));
    const chip = page.locator(`[data-post="${id}"]`);
    const cell = (day: string) => page.locator(`[data-day="${day}"]`);
    const drag = async (day: string): Promise<void> => {
      await chip.hover({ position: { x: 20, y: 5 } });
      const [from, to] = [await chip.boundingBox(), await cell(day).boundingBox()];
      if (!from || !to) throw new Error('the post or the day is not shown');
      await page.mouse.down();
      await page.mouse.move(from.x + 30, from.y + 12, { steps: 3 });
      await page.locator('[data-picture]').waitFor();
      await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
      await page.mouse.up();
    };
    await page.goto('/calendar?view=month&day=2031-05-20');
    await chip.waitFor();
    await cell('2031-05-22').getByRole('link', { name: /09:00/ }).waitFor();
    await page.route('**/api/posts/reschedule', async (route) => {
      await createOne(app.crier, buildPost(channel, { date: '2031-05-22T07:00:00.000Z' }));
      await route.continue();
    });
    await drag('2031-05-22');
    await page.locator('[data-said]', { hasText: TAKEN }).waitFor();
    await cell('2031-05-20').locator(`[data-post="${id}"]`).waitFor();
    await page.unroute('**/api/posts/reschedule');
    await drag('2031-05-23');
    await cell('2031-05-23').locator(`[data-post="${id}"]`).waitFor();
    await eventually('it is there', async () => (await dates()).includes(Date.parse('2031-05-23T07:00:00Z')));
  });
});
