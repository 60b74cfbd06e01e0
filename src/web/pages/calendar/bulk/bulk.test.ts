/** Several posts of the calendar at once, in a real browser: selecting, changing and restoring them. */
import { expect, it, jest } from '@jest/globals';
import { buildPost, buildTarget, createOne, setState, sql } from '../../../../test/factories.ts';
import { eventually, type TestInstance } from '../../../../test/instance.ts';
import { coveredIn, expectCleanPage } from '../../../../test/page-checks.ts';
import { chromium } from '../../../../test/servers/chromium.ts';
import { describeWith } from '../../../../test/servers/server.ts';
import { useWebApp } from '../../../../test/web-app.ts';
import { strings } from '../../../strings/index.ts';

jest.setTimeout(120_000);
const text = strings.calendar.bulk;
/** May 2031 in Berlin, two hours ahead of UTC. */
const LIST = '/calendar?view=list&day=2031-05-14';
const WEEK = '/calendar?view=week&day=2031-05-14';

interface Post {
  readonly id: string;
  readonly publishDate: string;
  readonly status: string;
  readonly content: string;
  readonly tags: readonly { readonly tag: { readonly name: string } }[];
}

describeWith([chromium], 'several posts of the calendar', () => {
  let channel: string;
  const ids: Record<string, string> = {};
  const post = (crier: TestInstance, content: string, date: string, changes: object = {}): Promise<string> =>
    createOne(
      crier,
      buildPost([], { date, posts: [buildTarget(channel, { value: [{ content, image: [] }] })], ...changes }),
    );
  const app = useWebApp({
    prepare: async (crier) => {
      channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
      await sql(crier, "update organization set time_zone = 'Europe/Berlin'");
      await sql(crier, 'update integration set posting_times = \'[{"time": 540}]\'');
      ids.apple = await post(crier, 'Apple pie', '2031-05-12T08:00:00Z', {
        tags: [{ value: 'Cake', label: 'Cake' }],
      });
      ids.berry = await post(crier, 'Berry cake', '2031-05-13T08:00:00Z');
      ids.cherry = await post(crier, 'Cherry tart', '2031-05-14T08:00:00Z', { type: 'draft' });
      ids.date = await post(crier, 'Date bread', '2031-05-15T08:00:00Z');
      await setState(crier, ids.date, 'published');
    },
  });
  const row = (name: string) => app.page.locator(`[data-post="${ids[name]}"]`);
  const bar = () => app.page.getByRole('region', { name: text.label });
  const press = (name: string): Promise<void> => bar().getByRole('button', { name, exact: true }).click();
  const read = async (name: string): Promise<Post> =>
    (await app.crier.call<Post>('GET', `/posts/${ids[name]}`)).body;
  const are = (what: keyof Post, wanted: readonly (string | undefined)[]): Promise<unknown> =>
    eventually(`${what} are ${wanted.join(', ')}`, async () => {
      const posts = await Promise.all(['apple', 'berry', 'cherry'].map(read));
      return posts.every((one, n) => one[what] === wanted[n]);
    });
  const undo = (): Promise<void> =>
    app.page.getByRole('button', { name: strings.common.undo, exact: true }).last().click();
  /** The first three, by a click with Ctrl and one with Shift. */
  const select = async (): Promise<void> => {
    await app.page.goto(LIST);
    await row('apple').click({ modifiers: ['ControlOrMeta'] });
    await row('cherry').click({ modifiers: ['Shift'] });
    await bar().getByText(text.selected(3)).waitFor();
  };
  const days = async (count: string): Promise<void> => {
    await press(text.days.open);
    const dialog = app.page.getByRole('dialog', { name: text.days.title });
    await dialog.getByLabel(text.days.label).fill(count);
    await dialog.getByRole('button', { name: strings.calendar.move.submit }).click();
  };
  const DATES = ['2031-05-12T08:00:00.000Z', '2031-05-13T08:00:00.000Z', '2031-05-14T08:00:00.000Z'];

  it.each([
    ['a screen at 200 %', 640, 450],
    ['a phone', 390, 700],
  ])('stay in sight while the keyboard goes through them beside the bar, on %s', async (_, width, height) => {
    const more = Array.from({ length: 12 }, (_post, n) => `2031-05-2${n % 8}T0${n % 10}:00:00Z`);
    const added = await Promise.all(more.map((date) => post(app.crier, 'More of it', date)));
    await select();
    await app.page.setViewportSize({ width, height });
    const rows = 'main [data-post]';
    expect([await coveredIn(app.page, rows), await coveredIn(app.page, rows, { back: true })]).toEqual([
      [],
      [],
    ]);
    await app.page.setViewportSize({ width: 1280, height: 900 });
    for (const id of added) await app.crier.call('DELETE', `/posts/${id}`);
  });

  it('selects with Ctrl, with Shift, with the keyboard, and with a tap', async () => {
    await select();
    await expectCleanPage(app.open, 'calendar-selected');
    await row('berry').click();
    await bar().getByText(text.selected(2)).waitFor();
    expect(await row('berry').getAttribute('aria-pressed')).toBe('false');
    await app.page.keyboard.press('Escape');
    await bar().waitFor({ state: 'detached' });
    expect(await row('berry').getAttribute('aria-pressed')).toBeNull();

    await app.page.goto(WEEK);
    await row('apple').focus();
    await app.page.keyboard.press('x');
    await app.page.keyboard.press('Shift+ArrowDown');
    await bar().getByText(text.selected(2)).waitFor();
    await app.page.keyboard.press('ControlOrMeta+a');
    await bar().getByText(text.selected(4)).waitFor();
    await press(text.clear);

    await app.press(text.select);
    await row('date').click();
    await bar().getByText(text.selected(1)).waitFor();
    expect(await bar().getByRole('button', { name: text.days.open }).isDisabled()).toBe(true);
    await press(text.clear);
    await row('date').click();
    await app.page.getByRole('dialog', { name: strings.calendar.post.label }).waitFor();
  });

  it('moves posts by days, each at its time of day, and back', async () => {
    await select();
    await days('14');
    await are(
      'publishDate',
      ['2031-05-26', '2031-05-27', '2031-05-28'].map((day) => `${day}T08:00:00.000Z`),
    );
    await undo();
    await are('publishDate', DATES);
  });

  it('keeps the time of day across the day on which the clocks change', async () => {
    await select();
    // On 26 October 2031 Berlin goes back to one hour ahead of UTC.
    await days('170');
    await are(
      'publishDate',
      ['2031-10-29', '2031-10-30', '2031-10-31'].map((day) => `${day}T09:00:00.000Z`),
    );
    await undo();
    await are('publishDate', DATES);
  });

  it('refuses to move a post into the past, and no number of days', async () => {
    const soon = new Date(Date.now() + 2 * 86_400_000).toISOString();
    ids.soon = await post(app.crier, 'Soon', soon);
    await app.page.goto(`/calendar?view=list&day=${soon.slice(0, 10)}`);
    await row('soon').click({ modifiers: ['ControlOrMeta'] });
    await days('-3');
    const dialog = app.page.getByRole('dialog', { name: text.days.title });
    await dialog.getByText(text.days.past(1)).waitFor();
    for (const none of ['0', '366', '']) {
      await dialog.getByLabel(text.days.label).fill(none);
      await dialog.getByText(text.days.invalid(365)).waitFor();
    }
    await expectCleanPage(app.open, 'calendar-move-by-days');
  });

  it('moves posts to free posting times in their order, and back', async () => {
    await select();
    await press(text.toFree);
    await eventually('the posts have free times', async () => {
      const dates = await Promise.all(
        ['apple', 'berry', 'cherry'].map(async (name) => (await read(name)).publishDate),
      );
      return dates.every((date, n) => date !== DATES[n] && date > (dates[n - 1] ?? ''));
    });
    await undo();
    await are('publishDate', DATES);
  });

  it('tags posts, takes tags away, and gives them back as they were', async () => {
    await select();
    await press(text.tags.open);
    const dialog = app.page.getByRole('dialog', { name: text.tags.title(3) });
    await dialog.getByRole('combobox', { name: text.tags.add }).fill('May');
    await app.page.keyboard.press('Enter');
    await dialog.getByRole('checkbox', { name: 'Cake' }).check();
    await expectCleanPage(app.open, 'calendar-tag-posts');
    await dialog.getByRole('button', { name: text.tags.submit }).click();
    const tagsAre = (...wanted: string[]): Promise<unknown> =>
      eventually('the tags are changed', async () => {
        const tags = await Promise.all(['apple', 'berry'].map(async (name) => (await read(name)).tags));
        return wanted.join() === tags.map((one) => one.map(({ tag }) => tag.name).join('+')).join();
      });
    await tagsAre('May', 'May');
    await undo();
    await tagsAre('Cake', '');
  });

  it('copies posts as drafts, and takes the copies away', async () => {
    await select();
    await press(strings.calendar.post.duplicate);
    await app.page.getByText(text.duplicated(3)).waitFor();
    const copies = async (): Promise<number> =>
      (await sql(app.crier, "select 1 from post where state = 'draft' and deleted_at is null")).length;
    expect(await copies()).toBe(4);
    await undo();
    await eventually('the copies are gone', async () => (await copies()) === 1);
  });

  it('schedules the drafts among them, and makes them drafts again', async () => {
    await select();
    await press(text.schedule(1));
    await are('status', ['scheduled', 'scheduled', 'scheduled']);
    await undo();
    await are('status', ['scheduled', 'scheduled', 'draft']);
  });

  it('does not make a draft again of one that another person has changed since', async () => {
    await select();
    await press(text.schedule(1));
    await are('status', ['scheduled', 'scheduled', 'scheduled']);
    await app.crier.call('PATCH', `/posts/${ids.cherry}`, { body: { content: 'Cherry pie' } });
    await undo();
    await app.page.getByText(/The post has changed/).waitFor();
    expect((await read('cherry')).status).toBe('scheduled');
    await app.crier.call('PUT', `/posts/${ids.cherry}/status`, { body: { status: 'draft' } });
  });

  it('cancels posts after a question, and restores them', async () => {
    await app.page.goto(LIST);
    await row('apple').click({ modifiers: ['ControlOrMeta'] });
    await row('berry').click();
    await press(text.cancel(2));
    const question = app.page.getByRole('dialog', { name: text.cancelQuestion(2) });
    await expectCleanPage(app.open, 'calendar-cancel-posts');
    await question.getByText(text.cancelHelp(2)).waitFor();
    await question.getByRole('button', { name: text.keep(2) }).waitFor();
    await question.getByRole('button', { name: text.cancel(2) }).click();
    // The API does not know them any more.
    await are('status', [undefined, undefined, 'draft']);
    await undo();
    await app.page.getByText(strings.common.undone(text.cancelled(2))).waitFor();
    await are('status', ['scheduled', 'scheduled', 'draft']);
  });

  it('leaves one that is published before the others are cancelled, and names one post as one', async () => {
    await app.page.goto(LIST);
    await row('apple').click({ modifiers: ['ControlOrMeta'] });
    await app.page.route(`**/api/posts/${ids.apple}*`, async (route) => {
      if (route.request().method() === 'DELETE') await setState(app.crier, ids.apple ?? '', 'published');
      await route.continue();
    });
    await press(text.cancel(1));
    const question = app.page.getByRole('dialog', { name: text.cancelQuestion(1) });
    await question.getByText(text.cancelHelp(1)).waitFor();
    await question.getByRole('button', { name: text.cancel(1) }).click();
    await app.page
      .getByRole('alert')
      .filter({ hasText: text.failed(1) })
      .waitFor();
    await app.page.unroute(`**/api/posts/${ids.apple}*`);
    expect((await read('apple')).status).toBe('published');
    await setState(app.crier, ids.apple ?? '', 'scheduled');
    (app.open.complaints as string[]).splice(0);
  });

  it('stays where it was scrolled to, in the week', async () => {
    await app.page.goto(WEEK);
    await row('apple').waitFor();
    const place = 'document.querySelector(\'[data-days="7"]\')';
    const placeOf = () => app.page.evaluate<number[]>(`[${place}.scrollTop, window.scrollY].map(Math.round)`);
    await app.page.evaluate(`${place}.scrollTo(0, ${place}.scrollHeight / 3)`);
    await row('berry').click({ modifiers: ['ControlOrMeta'] });
    const before = await placeOf();
    await press(text.cancel(1));
    await app.page
      .getByRole('dialog')
      .getByRole('button', { name: text.cancel(1) })
      .click();
    await bar().waitFor({ state: 'detached' });
    await row('berry').waitFor({ state: 'detached' });
    expect(await placeOf()).toEqual(before);
    await undo();
    await row('berry').waitFor();
    expect(await placeOf()).toEqual(before);
  });

  it('changes those that it can, and says why the others stay as they were', async () => {
    await select();
    await app.page.route('**/api/calendar*', (route) => route.fulfill({ status: 503 }));
    await app.crier.call('PATCH', `/posts/${ids.berry}`, { body: { content: 'Blueberry cake' } });
    await press(text.cancel(3));
    await app.page
      .getByRole('dialog')
      .getByRole('button', { name: text.cancel(3) })
      .click();
    const refused = app.page.getByRole('alert').filter({ hasText: text.failed(1) });
    await refused.getByText(/The post has changed/).waitFor();
    await app.page.unroute('**/api/calendar*');
    await are('status', [undefined, 'scheduled', undefined]);
    await undo();
    await are('status', ['scheduled', 'scheduled', 'draft']);
  });
});
