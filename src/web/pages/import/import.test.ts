/** Posts from a table, in a real browser: matched, corrected at their cells, scheduled, and taken back. */
import { beforeEach, expect, it, jest } from '@jest/globals';
import { sql } from '../../../test/factories.ts';
import { eventually } from '../../../test/instance.ts';
import { expectCleanPage } from '../../../test/page-checks.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
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
  beforeEach(() => sql(app.crier, 'delete from post_group'));

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
    await page.getByText(/must be ISO 8601/i).waitFor();
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
    await page.getByText(/name one/).waitFor();
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
