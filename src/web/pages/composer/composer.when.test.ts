/**
 * When a post is published: times that the clock skips or shows twice, dates that have passed, and its files.
 */
import { expect, it } from '@jest/globals';
import { buildPost, createOne, png, sql } from '../../../test/factories.ts';
import { eventually } from '../../../test/instance.ts';
import { expectCleanPage } from '../../../test/page-checks.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

const text = strings.composer;
const { clock } = strings.calendar;

describeWith([chromium], 'the composer', () => {
  let channel: string;
  const app = useWebApp({
    prepare: async (crier) => {
      channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
      await sql(crier, "update organization set time_zone = 'Europe/Berlin'");
    },
  });
  const write = (message: string): Promise<void> =>
    app.page.getByRole('textbox', { name: text.part.label, exact: true }).fill(message);
  const when = () => app.page.getByLabel(text.when.field('Europe/Berlin'));
  const choose = (label: string): Promise<void> => app.page.getByText(label, { exact: true }).click();
  const plannedFor = async (): Promise<string | undefined> => {
    await app.page.getByRole('button', { name: /^Schedule/ }).click();
    await app.page.getByRole('heading', { name: text.result.scheduled }).waitFor();
    const [post] = await sql<{ at: Date }>(
      app.crier,
      'select publish_at as at from post order by created_at desc limit 1',
    );
    return post && new Date(post.at).toISOString();
  };

  it('shows that the clock skips a time, and takes either of the times that it can mean', async () => {
    await app.page.goto(`/compose?channel=${channel}&date=2031-03-29T12:00:00Z`);
    await write('In the gap');
    await when().fill('2031-03-30T02:30');
    await app.page.getByText(clock.skipped('02:30')).waitFor();
    await expectCleanPage(app.open, 'composer-clock-skips');
    await choose('01:30 CET');
    expect(await plannedFor()).toBe('2031-03-30T00:30:00.000Z');
  });

  it('takes a date that is typed key by key: no field of it is changed before it is whole', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${channel}&date=2031-03-29T12:00:00Z`);
    await write('Typed');
    const keys = async (...pressed: string[]): Promise<void> => {
      await when().blur();
      await when().focus();
      for (const key of pressed) await page.keyboard.press(key);
    };
    // Day and month are the same, so that their order does not matter.
    await keys(...'05052032');
    expect(await when().inputValue()).toBe('2032-05-05T13:00');
    // The year alone; a fifth digit belongs to the hour.
    await keys('ArrowRight', 'ArrowRight', ...'20331');
    expect(await when().inputValue()).toMatch(/^2033-05-05T/);
    // What is taken away is missing, and the rest stays.
    await when().fill('2034-06-06T07:30');
    await keys('Backspace', '8');
    expect(['2034-08-06T07:30', '2034-06-08T07:30']).toContain(await when().inputValue());
    await page.getByText(/2034, 07:30 \(/).waitFor();
  });

  it('shows that the clock shows a time twice, and takes either of the two', async () => {
    await app.page.goto(`/compose?channel=${channel}&date=2031-10-26T12:00:00Z`);
    await write('In the fold');
    await when().fill('2031-10-26T02:30');
    await app.page.getByText(clock.twice('02:30')).waitFor();
    await choose('02:30 CEST');
    await choose('02:30 CET');
    expect(await plannedFor()).toBe('2031-10-26T01:30:00.000Z');
    await app.page.goto(`/compose?channel=${channel}&date=2031-10-26T12:00:00Z`);
    await when().fill('2031-10-26T02:30');
    await app.page.getByText(clock.twice('02:30')).waitFor();
    await when().fill('2031-10-26T03:30');
    await app.page.getByText(clock.twice('02:30')).waitFor({ state: 'detached' });
    expect(await app.page.getByText(clock.twice('03:30')).count()).toBe(0);
  });

  it('asks the same where a post is moved', async () => {
    const id = await createOne(app.crier, buildPost(channel));
    await app.page.goto(`/posts/${id}`);
    await app.page.getByRole('button', { name: strings.post.move, exact: true }).click();
    const dialog = app.page.getByRole('dialog', { name: strings.post.moveTitle });
    await dialog.getByLabel(strings.post.moveLabel).fill('2031-10-26T02:30');
    await dialog.getByText(clock.twice('02:30')).waitFor();
    await dialog.getByText('02:30 CET', { exact: true }).click();
    await dialog.getByRole('button', { name: strings.post.move, exact: true }).click();
    await eventually('it is moved', async () => {
      const { body } = await app.crier.call<{ publishDate: string }>('GET', `/posts/${id}`);
      return body.publishDate === '2031-10-26T01:30:00.000Z';
    });
  });

  it('calls nothing ready whose date has passed, and shows each problem once', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${channel}&date=2031-05-04T09:30:00Z`);
    await write('In time');
    // While it is in time it is called ready: what is missed below would be seen here.
    await page.getByText(text.readiness.all(1)).waitFor();
    await when().fill('2020-01-01T01:00');
    await page.getByText(text.when.past).waitFor();
    await page.getByText(text.readiness.all(1)).waitFor({ state: 'detached' });
    // A text that is too long: beside it, and only there.
    await page.goto(`/compose?channel=${channel}`);
    await write('long '.repeat(2000));
    await page.getByText(text.readiness.some(0, 1, ['\u2068Cafe Nord\u2069'])).waitFor();
    const problem = await page.locator('ul[id^=problems] li').first().innerText();
    expect(await page.getByText(problem.trim()).count()).toBe(1);
    await expectCleanPage(app.open, 'composer-problem');
  });

  it('reports no move of a post whose text alone was changed', async () => {
    const { page } = app;
    const id = await createOne(app.crier, buildPost(channel));
    await page.goto(`/compose?post=${id}`);
    await write('Summer menu');
    await page.getByRole('button', { name: strings.common.save, exact: true }).click();
    await page.waitForURL(`**/posts/${id}`);
    await page.getByText(strings.post.happened.edited, { exact: true }).first().waitFor();
    const moved = page.getByText(strings.post.happened.rescheduled(''));
    expect(await moved.count()).toBe(0);
    // A notice about a post that was moved, with the text that was searched for.
    await app.crier.call('PATCH', `/posts/${id}`, { body: { date: '2031-05-06T09:30:00Z' } });
    await moved.first().waitFor();
  });

  it('keeps files in the order in which they were chosen, whichever upload ends first', async () => {
    const { page } = app;
    await sql(app.crier, 'delete from composition');
    await page.goto(`/compose?channel=${channel}`);
    await write('Three courses');
    const others = Promise.withResolvers<void>();
    let [begun, arrived] = [0, 0];
    await page.route('**/api/upload', async (route) => {
      const isFirst = begun++ === 0;
      if (isFirst) await others.promise;
      await route.fulfill({ response: await route.fetch() });
      if (!isFirst && ++arrived === 2) others.resolve();
    });
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(
        ['soup', 'roast', 'cake'].map((name, n) => ({
          name: `${name}.png`,
          mimeType: 'image/png',
          buffer: Buffer.from(png(40 + n, 30)),
        })),
      );
    await page.getByRole('textbox', { name: text.media.alt(3) }).waitFor();
    await eventually('the draft has the files in their order', async () => {
      const [draft] = await sql<{ widths: number[] }>(
        app.crier,
        `select (select json_agg(m.width order by f.n) from jsonb_array_elements(document #> '{parts,0,media}')
            with ordinality f(file, n) join media m on m.id = (f.file ->> 'id')::uuid) as widths from composition`,
      );
      return JSON.stringify(draft?.widths) === '[40,41,42]';
    });
    await page.unrouteAll();
  });
});
