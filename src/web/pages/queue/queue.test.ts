/** The queue of a channel in a real browser: what it shows, and its order by mouse and by keyboard. */
import { expect, it, jest } from '@jest/globals';
import { overflow } from '../../../test/browser.ts';
import { buildPost, buildTarget, createOne, sql } from '../../../test/factories.ts';
import { eventually } from '../../../test/instance.ts';
import { expectCleanPage } from '../../../test/page-checks.ts';
import { PHONE, expectSound } from '../../../test/pages.ts';
import { addPerson } from '../../../test/person.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { german } from '../../strings/de/index.ts';
import { strings } from '../../strings/index.ts';

jest.setTimeout(120_000);
const text = strings.queue;
const NAMES = ['Apple pie', 'Berry cake', 'Cherry tart'];

describeWith([chromium], 'the queue of a channel', () => {
  let channel: string;
  const ids: Record<string, string> = {};
  const app = useWebApp({
    prepare: async (crier) => {
      channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
      await crier.connect('sandbox', { name: 'Bar Sued' });
      await sql(crier, "update organization set time_zone = 'Europe/Berlin'");
      // Every day at 9:00; later posts then have a day of their own.
      await sql(crier, 'update integration set posting_times = \'[{"time": 540}]\'');
      for (const content of NAMES) {
        const target = buildTarget(channel, { value: [{ content, image: [] }] });
        ids[content] = await createOne(crier, buildPost([], { type: 'queue', date: null, posts: [target] }));
      }
    },
  });
  const dates = async (): Promise<string[]> => {
    const read = async (name: string): Promise<string> =>
      (await app.crier.call<{ publishDate: string }>('GET', `/posts/${ids[name]}`)).body.publishDate;
    return Promise.all(NAMES.map(read));
  };
  const order = async (): Promise<string> => {
    const at = await dates();
    return NAMES.toSorted((a, b) => ((at[NAMES.indexOf(a)] ?? '') < (at[NAMES.indexOf(b)] ?? '') ? -1 : 1))
      .map((name) => name[0])
      .join('');
  };
  const becomes = (wanted: string): Promise<unknown> =>
    eventually(`the order is ${wanted}`, async () => (await order()) === wanted);
  const handle = (name = '') => app.page.getByRole('button', { name: text.move(name), exact: true });
  const open = async (): Promise<void> => {
    await app.page.goto(`/queue?channel=${channel}`);
    await handle(NAMES[0]).waitFor();
  };
  /** Picks a post up, moves it down by some rows, and drops it; each step is announced. */
  const carry = async (name: string, rows: number): Promise<void> => {
    const { page } = app;
    const announced = page.locator('[id^="DndLiveRegion"]');
    const press = async (key: string): Promise<void> => {
      const before = await announced.innerText();
      await page.keyboard.press(key);
      await eventually(`${key} is announced`, async () => (await announced.innerText()) !== before);
    };
    await handle(name).focus();
    await press('Space');
    for (let row = 0; row < rows; row++) await press('ArrowDown');
    await page.keyboard.press('Space');
  };
  const undo = (): Promise<void> =>
    app.page.getByRole('button', { name: strings.common.undo, exact: true }).last().click();
  const menu = async (item: string): Promise<void> => {
    await app.page.getByRole('button', { name: text.arrange }).click();
    await app.page.getByRole('menuitem', { name: item }).click();
  };

  it('shows the posts and the free times of the channel, and leads to the composer', async () => {
    await open();
    const { page } = app;
    expect(
      await page
        .getByRole('listitem')
        .filter({ hasText: /pie|cake|tart/ })
        .allInnerTexts(),
    ).toEqual(NAMES.map((name) => expect.stringContaining(name)));
    await expectCleanPage(app.open, 'queue');
    await page.getByRole('link', { name: text.write }).first().click();
    await page.waitForURL(/\/compose\?date=.*channel=/);
    await open();
    await page.getByRole('combobox', { name: text.channel }).selectOption({ label: 'Bar Sued · Sandbox' });
    await page.getByRole('link', { name: text.write }).first().waitFor();
    expect(await handle(NAMES[0]).count()).toBe(0);
  });

  it('cuts off a line without a space on a phone, where the page would scroll sideways', async () => {
    const { page } = app;
    const [name = ''] = NAMES;
    const write = (content: string): Promise<unknown> =>
      sql(app.crier, 'update post_item set content = $1 where post_id = $2', [content, ids[name]]);
    await write(`https://example.org/${'a'.repeat(120)}`);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/queue?channel=${channel}`);
    await page.getByText('https://example.org/aaa').first().waitFor();
    expect(await overflow(page)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 900 });
    await write(name);
  });

  it('is sorted with the keyboard, and back with one click', async () => {
    await open();
    const before = await dates();
    await carry('Apple pie', 2);
    await becomes('BCA');
    // The dates are the same, on other posts.
    expect((await dates()).toSorted()).toEqual(before.toSorted());
    await undo();
    await becomes('ABC');
    expect(await dates()).toEqual(before);
  });

  it('is sorted with the mouse, also onto a free time', async () => {
    await open();
    const { page } = app;
    const dragTo = async (name: string, target: ReturnType<typeof handle>): Promise<void> => {
      const [from, to] = [await handle(name).boundingBox(), await target.boundingBox()];
      if (!from || !to) throw new Error('a row is not shown');
      await page.mouse.move(from.x + 8, from.y + 8);
      await page.mouse.down();
      await page.mouse.move(from.x + 8, from.y + 20, { steps: 4 });
      await page.mouse.move(from.x + 8, to.y + to.height / 2, { steps: 8 });
      await page.mouse.up();
    };
    await dragTo('Cherry tart', handle('Apple pie'));
    await becomes('CAB');
    await undo();
    await becomes('ABC');
    await open();
    const last = (await dates())[2] ?? '';
    await dragTo('Apple pie', page.getByRole('link', { name: text.write }).first());
    await becomes('BCA');
    expect(Date.parse((await dates())[0] ?? '') - Date.parse(last)).toBe(86_400_000);
  });

  it('is shuffled and spread evenly, each with one undo', async () => {
    await open();
    const before = await dates();
    await menu(text.shuffle);
    await app.page.getByText(text.shuffled).first().waitFor();
    expect((await dates()).toSorted()).toEqual(before.toSorted());
    await open();
    await menu(text.spread.open);
    const dialog = app.page.getByRole('dialog', { name: text.spread.title });
    await dialog.getByLabel(text.spread.first).fill('2031-05-04T09:00');
    await dialog.getByLabel(text.spread.last).fill('2031-05-03T09:00');
    await dialog.getByRole('button', { name: text.spread.submit }).click();
    await dialog.getByText(text.spread.order).waitFor();
    await dialog.getByLabel(text.spread.last).fill('2031-05-05T09:00');
    await expectCleanPage(app.open, 'queue-spread');
    await dialog.getByRole('button', { name: text.spread.submit }).click();
    await app.page.getByText(text.spread.done(3)).first().waitFor();
    expect((await dates()).toSorted()).toEqual([
      '2031-05-04T07:00:00.000Z',
      '2031-05-04T19:00:00.000Z',
      '2031-05-05T07:00:00.000Z',
    ]);
    await undo();
    await eventually(
      'the old dates are back',
      async () => String((await dates()).toSorted()) === String(before.toSorted()),
    );
  });

  it.each([
    ['in English', 'en-GB', strings],
    ['in German, on a phone', 'de-DE', german],
  ])('says why a post of a series cannot be dragged, %s', async (_, locale, words) => {
    const date = new Date(Date.now() + 86_400_000).toISOString();
    const posts = [buildTarget(channel, { value: [{ content: 'Menu of the week', image: [] }] })];
    const weekly = await createOne(app.crier, buildPost([], { date, repeat: 'FREQ=WEEKLY', posts }));
    const person = await addPerson(app.crier);
    const open = await app.browser.pageOf(app.crier, { person, locale, ...(locale === 'de-DE' && PHONE) });
    await open.page.goto(`/queue?channel=${channel}`);
    const row = open.page.getByRole('listitem').filter({ hasText: 'Menu of the week' }).first();
    await row.getByTitle(words.queue.series).waitFor();
    expect(await row.innerText()).toContain(words.posts.inSeries);
    expect(await row.getByRole('button').count()).toBe(0);
    await open.page.getByText(words.queue.series).first().waitFor();
    await expectSound(open, `queue-series-${locale}`);
    await open.page.context().close();
    await sql(app.crier, 'delete from post where id = $1', [weekly]);
  });

  it('changes nothing when a post has changed meanwhile, and says so', async () => {
    await open();
    const shown = await order();
    await app.crier.call('PATCH', `/posts/${ids['Berry cake']}`, { body: { content: 'Berry cake!' } });
    const first = NAMES.find((name) => name.startsWith(shown[0] ?? '')) ?? '';
    // The page may have read the change already.
    await app.page.route('**/api/posts/reschedule', async (route) => {
      const body = route.request().postDataJSON() as { posts: { revision: number }[] };
      await route.continue({ postData: { posts: body.posts.map((one) => ({ ...one, revision: 1 })) } });
    });
    await carry(first, 1);
    await app.page.getByText(text.failed).first().waitFor();
    expect(await order()).toBe(shown);
  });
});
