/** Posts from a table, in a real browser: matched, corrected at their cells, scheduled, and taken back. */
import { beforeEach, expect, it, jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { setState, sql } from '../../../test/factories.ts';
import { eventually } from '../../../test/instance.ts';
import { expectCleanPage } from '../../../test/page-checks.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { german } from '../../strings/de/index.ts';
import { strings } from '../../strings/index.ts';

jest.setTimeout(120_000);
const text = strings.table;

describeWith([chromium], 'an import of posts from a table', () => {
  const app = useWebApp({
    prepare: async (crier) => {
      await crier.connect('sandbox', { name: 'Cafe Nord' });
      await sql(crier, "update organization set time_zone = 'Europe/Berlin'");
    },
  });
  beforeEach(async () => {
    await sql(app.crier, 'delete from post_group');
    await sql(app.crier, 'delete from idempotency_record');
  });

  const choose = async (content: string): Promise<void> => {
    await app.page.goto('/posts/import');
    const [chooser] = await Promise.all([
      app.page.waitForEvent('filechooser'),
      app.page.getByRole('button', { name: text.file }).click(),
    ]);
    await chooser.setFiles({ name: 'plan.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
    await app.page.getByRole('table').waitFor();
  };
  const submit = (posts: number) => app.page.getByRole('button', { name: text.submit(posts), exact: true });
  const stored = async (): Promise<string[]> => {
    const rows = await sql<{ line: string }>(
      app.crier,
      `select to_char(p.publish_at at time zone 'Europe/Berlin', 'DD.MM. HH24:MI') || ' ' || i.content as line
        from post p join post_item i on i.post_id = p.id where p.deleted_at is null order by p.publish_at`,
    );
    return rows.map(({ line }) => line);
  };

  it('matches columns by hand, corrects a cell in place, schedules, and takes everything back', async () => {
    const { page } = app;
    await choose('Wann;Was;Konto\n04.05.2031 09:00;Grüße;Cafe Nord\nbald;Zweiter;Cafe Nord\n');
    await page.getByLabel(text.columnOf('Wann')).selectOption('date');
    await page.getByLabel(text.columnOf('Was')).selectOption('content');
    await page.getByText(/^Write the date as \d{4}-/).waitFor();
    await submit(1).waitFor();
    await expectCleanPage(app.open, 'import-problems');
    await page.getByRole('button', { name: `${text.edit('Wann', 3)}: bald` }).click();
    await page.getByRole('textbox', { name: text.edit('Wann', 3) }).fill('05.05.2031 10:00');
    await page.keyboard.press('Enter');
    expect(await stored()).toEqual([]);
    await submit(2).click();
    await page.getByText(text.done(2)).waitFor();
    expect(await stored()).toEqual(['04.05. 09:00 Grüße', '05.05. 10:00 Zweiter']);
    await expectCleanPage(app.open, 'import-done');
    await page.getByRole('button', { name: text.undo }).click();
    await eventually('nothing is left', async () => (await stored()).length === 0);
  });

  it('makes nothing twice, and says what was imported before', async () => {
    const { page } = app;
    const plan = 'date,text,channel\n2031-05-04 09:00,One,Cafe Nord\n2031-05-04 09:00,One,Cafe Nord\n';
    await choose(plan);
    await page.getByText(text.twice(2)).waitFor();
    // The answer is lost, and the same request is sent again.
    let lost = 0;
    await page.route('**/api/posts', async (route) => {
      await route.fetch();
      if (lost++ === 0) await route.abort();
      else await route.continue();
    });
    await submit(1).click();
    await page.getByText(text.done(1)).waitFor();
    await page.unroute('**/api/posts');
    (app.open.complaints as string[]).splice(0);
    expect(await stored()).toHaveLength(1);
    await choose(plan);
    await page.getByText(text.leftOut(2)).waitFor();
    expect(await page.getByRole('button', { name: text.submit(0), exact: true }).isDisabled()).toBe(true);
  });

  it('asks what comes first in a date, and takes the channel of rows that name none', async () => {
    const { page } = app;
    await choose('date,text\n01/02/2031 09:00,One\n');
    await page.getByText(text.order('01/02/2031 09:00')).waitFor();
    await page.getByText(text.orders['day-first'], { exact: true }).click();
    await page.getByText(text.choose.channel).waitFor();
    await page.getByLabel(text.channel).selectOption({ label: 'Cafe Nord' });
    await submit(1).click();
    await page.getByText(text.done(1)).waitFor();
    expect(await stored()).toEqual(['01.02. 09:00 One']);
  });

  it('names a row whose file cannot be fetched, and goes on with the others', async () => {
    const { page } = app;
    await choose(
      'date,text,channel,image url\n2031-05-04 09:00,One,Cafe Nord,http://127.0.0.1:1/a.png\n2031-05-05 09:00,Two,Cafe Nord,\n',
    );
    await submit(2).click();
    await page.getByText(text.done(1)).waitFor();
    await page.getByText(text.failed(1)).waitFor();
    expect(await stored()).toEqual(['05.05. 09:00 Two']);
  });

  it('says in the words of the table why no post was made of a row', async () => {
    await choose('date,text,channel\n2031-05-04 09:00,One,Cafe Nord\n');
    const issue = { path: 'date', message: 'is in the past', code: 'in_the_past' };
    const issues = [
      { ...issue, params: { date: '2020-05-04T07:00:00.000Z', now: '2031-01-01T00:00:00.000Z' } },
    ];
    await app.page.route('**/api/posts', (route) =>
      route.fulfill({
        status: 400,
        json: { code: 'invalid_request', statusCode: 400, message: 'No', issues },
      }),
    );
    await submit(1).click();
    await app.page.getByText(`${text.columns.date}: ${text.wrong.past('')}`).waitFor();
    await app.page.unrouteAll();
    (app.open.complaints as string[]).splice(0);
  });

  const TWO = 'date,text,channel\n2031-05-04 09:00,One,Cafe Nord\n2031-05-05 09:00,Two,Cafe Nord\n';

  it('shows what was created although another file was opened since', async () => {
    const { page } = app;
    await choose(TWO);
    await submit(2).click();
    await page.getByText(text.done(2)).waitFor();
    await page.getByRole('button', { name: text.toTable }).click();
    await page.getByText(text.leftOut(2)).waitFor();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: text.other }).click(),
    ]);
    const buffer = Buffer.from('date,text,channel\n2031-05-06 09:00,Three,Cafe Nord\n');
    await chooser.setFiles({ name: 'other.csv', mimeType: 'text/csv', buffer });
    await submit(1).waitFor();
    await page.getByRole('button', { name: text.toResult }).click();
    await page.getByRole('button', { name: text.undo }).click();
    await eventually('nothing is left', async () => (await stored()).length === 0);
  });

  it('is taken back but for what was published meanwhile, and brought back', async () => {
    const { page } = app;
    await choose(`${TWO}2031-05-06 09:00,Three,Cafe Nord\n2031-05-07 09:00,Four,Cafe Nord\n`);
    await submit(4).click();
    await page.getByText(text.done(4)).waitFor();
    const idOf = async (content: string): Promise<string> => {
      const query = 'select post_id as id from post_item where content = $1';
      return (await sql<{ id: string }>(app.crier, query, [content]))[0]?.id ?? '';
    };
    await setState(app.crier, await idOf('One'), 'published');
    await page.getByRole('button', { name: text.undo }).click();
    await page.getByText(text.undone(3)).waitFor();
    await page.getByText(strings.series.stays.published(1)).waitFor();
    expect(await stored()).toEqual(['04.05. 09:00 One']);
    await page.getByRole('button', { name: strings.common.undo, exact: true }).click();
    await eventually('all are there again', async () => (await stored()).length === 4);
  });

  it('deletes the others where one is refused, and goes on from there', async () => {
    const { page } = app;
    await choose(TWO);
    await submit(2).click();
    await page.getByText(text.done(2)).waitFor();
    let refused = 0;
    await page.route('**/api/posts/*', (route) =>
      route.request().method() === 'DELETE' && refused++ === 0
        ? route.fulfill({ status: 429, json: { code: 'rate_limited', statusCode: 429, message: 'No' } })
        : route.fallback(),
    );
    await page.getByRole('button', { name: text.undo }).click();
    await page.getByText(text.undone(1)).waitFor();
    expect(await stored()).toEqual(['04.05. 09:00 One']);
    await page.getByRole('button', { name: text.undo }).click();
    await page.getByText(text.undone(2)).waitFor();
    expect(await stored()).toEqual([]);
    await page.unrouteAll();
    await page.getByRole('button', { name: strings.common.undo, exact: true }).last().click();
    await eventually('both are back', async () => (await stored()).length === 2);
    (app.open.complaints as string[]).splice(0);
  });

  it('is taken back later, by the same file, and brought back', async () => {
    const { page } = app;
    await choose(TWO);
    await submit(2).click();
    await page.getByText(text.done(2)).waitFor();
    await choose(TWO);
    await page.getByRole('button', { name: text.removeKnown(2) }).click();
    const question = page.getByRole('dialog', { name: text.removeKnownQuestion(2) });
    await expectCleanPage(app.open, 'import-take-back');
    await question.getByRole('button', { name: text.removeKnown(2) }).click();
    await submit(2).waitFor();
    expect(await stored()).toEqual([]);
    await page.getByRole('button', { name: strings.common.undo, exact: true }).click();
    await page.getByText(text.leftOut(2)).waitFor();
    expect(await stored()).toHaveLength(2);
  });

  it('keeps the focus and the table while a cell is corrected, also among the problems alone', async () => {
    const { page } = app;
    await choose('date,text,channel\nsoon,One,Cafe Nord\nlater,Two,Cafe Nord\n2031-05-06,Three,Cafe Nord\n');
    await page.getByText(text.problems(2)).waitFor();
    await page.getByLabel(text.onlyProblems).check();
    const rows = page.locator('[data-standing]');
    expect(await rows.count()).toBe(2);
    const { promise: checked, resolve: check } = Promise.withResolvers<void>();
    const held = async (route: { continue(): Promise<void> }): Promise<void> => {
      await checked;
      await route.continue();
    };
    await page.route('**/api/tables/plan', held, { times: 1 });
    const cell = (line: number) =>
      page.getByRole('button', { name: new RegExp(`^${text.edit('date', line)}`) });
    await cell(2).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('2031-05-04 09:00');
    await page.keyboard.press('Enter');
    await page.locator(`:focus[aria-label^='${text.edit('date', 2)}']`).waitFor();
    expect(await rows.count()).toBe(2);
    await cell(3).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('End');
    await page.keyboard.type(' and wrong');
    check();
    await page.getByText(text.problems(1)).waitFor();
    const field = page.getByRole('textbox', { name: text.edit('date', 3) });
    expect(await field.inputValue()).toBe('later and wrong');
    await page.keyboard.press('Escape');
    await page.locator(`:focus[aria-label^='${text.edit('date', 3)}']`).waitFor();
    await cell(3).getByText('later', { exact: true }).waitFor();
    expect(await rows.count()).toBe(2);
  });

  it('is reached from the calendar and from the composer', async () => {
    const { page } = app;
    await page.goto('/calendar');
    await page.getByRole('link', { name: text.link }).click();
    await page.waitForURL(/posts\/import/);
    await page.goto('/compose');
    await page.getByRole('button', { name: strings.composer.menu.label }).click();
    await page.getByRole('menuitem', { name: text.link }).click();
    await page.waitForURL(/posts\/import/);
  });

  it('speaks German', async () => {
    const { page } = app;
    await sql(app.crier, "update user_account set language = 'de'");
    await page.goto('/posts/import');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: german.table.file }).click(),
    ]);
    const buffer = Buffer.from(
      'Datum;Uhrzeit;Text;Kanal\n04.05.2031;09:00;Grüße;Cafe Nord\nbald;;Zwei;Cafe Nord\n',
    );
    await chooser.setFiles({ name: 'plan.csv', mimeType: 'text/csv', buffer });
    await page.getByText(german.table.problems(1)).waitFor();
    await expectCleanPage(app.open, 'import-german');
    await page.getByRole('button', { name: german.table.submit(1), exact: true }).click();
    await page.getByText(german.table.done(1)).waitFor();
    expect(await stored()).toEqual(['04.05. 09:00 Grüße']);
    await sql(app.crier, "update user_account set language = 'en'");
  });

  const offer = async (name: string, buffer: Buffer): Promise<void> => {
    await app.page.goto('/posts/import');
    const [chooser] = await Promise.all([
      app.page.waitForEvent('filechooser'),
      app.page.getByRole('button', { name: text.file }).click(),
    ]);
    await chooser.setFiles({ name, mimeType: 'text/csv', buffer });
  };

  it.each([
    ['a text with a NUL', text.noTable, Buffer.from('date,text\n2031-05-04,O\0ne\n2031-05-05,Two\n')],
    ['a file without rows', text.noRows, Buffer.from('date,text,channel\n')],
    ['an empty file', text.noRows, Buffer.alloc(0)],
    ['more than 1,000 rows', text.tooLong, Buffer.from(`date,text\n${'2031-05-04,One\n'.repeat(1001)}`)],
  ])('says what is wrong with a file: %s', async (_, problem, buffer) => {
    await offer('plan.csv', buffer);
    await app.page.getByRole('alert').getByText(problem, { exact: true }).waitFor();
    expect(await app.page.getByRole('button', { name: /^Schedule/ }).count()).toBe(0);
  });

  it('says what is wrong with a date by the clock of the organisation, and how to write it', async () => {
    const { page } = app;
    await choose(
      'date,text,channel\n2020-01-01 11:00,One,Cafe Nord\nsoon,Two,Cafe Nord\n2031-03-30 02:30,Three,Cafe Nord\n2031-10-26 02:30,Four,Cafe Nord\n',
    );
    await page.getByText(/^This date has passed: .*2020.* 11:00/).waitFor();
    await page.getByText(/^Write the date as \d{4}-\d\d-\d\d 10:00, /).waitFor();
    await page.getByText(text.wrong.skipped('2031-03-30 01:30', '2031-03-30 03:30')).waitFor();
    await page
      .getByText(text.wrong.twice('2031-10-26 02:30 +02:00', '2031-10-26 02:30 +01:00'), { exact: true })
      .waitFor();
    await page.getByRole('button', { name: new RegExp(`^${text.edit('date', 5)}`) }).click();
    await page.getByRole('textbox', { name: text.edit('date', 5) }).fill('2031-10-26 02:30 +01:00');
    await page.keyboard.press('Enter');
    await submit(1).waitFor();
  });

  it('asks once for a column that is not chosen, and not at each row', async () => {
    const { page } = app;
    await choose('Wann,Was\n2031-05-04 09:00,One\n2031-05-05 09:00,Two\n');
    for (const needed of Object.values(text.choose)) {
      await page.getByText(needed, { exact: true }).waitFor();
      expect(await page.getByText(needed, { exact: true }).count()).toBe(1);
    }
    expect(await page.getByText(/^(?:Date|Channel|Text): /).count()).toBe(0);
    await page.getByLabel(text.columnOf('Wann')).selectOption('date');
    await page.getByText(text.choose.date, { exact: true }).waitFor({ state: 'detached' });
  });

  it('keeps the date of a post on one line beside many columns', async () => {
    const { page } = app;
    const size = page.viewportSize();
    await page.setViewportSize({ width: 1280, height: 800 });
    await choose(
      `date,text,channel,tags\n2031-05-04 09:00,${'A long text of a post '.repeat(20)},Cafe Nord,spring\n`,
    );
    const date = page.locator('[data-standing] td').first().getByText(/2031/);
    expect((await date.boundingBox())?.height).toBeLessThan(30);
    await expectCleanPage(app.open, 'import-wide');
    if (size) await page.setViewportSize(size);
  });

  it('gives an example file that is imported as it is', async () => {
    const { page } = app;
    await page.goto('/posts/import');
    await page.getByText(text.needs.title).waitFor();
    await page.getByText(text.needs.channel).waitFor();
    await expectCleanPage(app.open, 'import-needs');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: text.needs.download }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(text.example.file);
    await offer('example.csv', readFileSync(await download.path()));
    await submit(2).waitFor();
    await page.getByText(text.problems(0)).waitFor();
  });

  it('refuses a file that is no table', async () => {
    const { page } = app;
    await page.goto('/posts/import');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: text.file }).click(),
    ]);
    await chooser.setFiles({ name: 'plan.csv', mimeType: 'text/csv', buffer: Buffer.from('PK\u0003\u0004') });
    await page.getByText(/is a workbook, not a table/).waitFor();
    await expectCleanPage(app.open, 'import-refused');
  });
});
