/** The page of an import, which is not left without a question while something would be lost. */
import { beforeEach, expect, it, jest } from '@jest/globals';
import { sql } from '../../../test/factories.ts';
import { expectCleanPage } from '../../../test/page-checks.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

jest.setTimeout(120_000);
const text = strings.table;

describeWith([chromium], 'the page of an import', () => {
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

  /** Holds the first post of the import back until it is called. */
  const hold = async (): Promise<() => void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const held = async (route: { continue(): Promise<void> }): Promise<void> => {
      await promise;
      await route.continue();
    };
    await app.page.route('**/api/posts', held, { times: 1 });
    return resolve;
  };
  const TWO = 'date,text,channel\n2031-05-04 09:00,One,Cafe Nord\n2031-05-05 09:00,Two,Cafe Nord\n';
  const toCalendar = () => app.page.getByRole('link', { name: strings.common.nav.calendar }).first().click();

  it('asks while the import goes on, stops then, and goes on with the same file', async () => {
    const { page } = app;
    await choose(TWO);
    const release = await hold();
    await submit(2).click();
    await page.getByText(text.progress(0, 2), { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: text.other }).isDisabled()).toBe(true);
    await toCalendar();
    const question = page.getByRole('dialog', { name: text.leave.title });
    await expectCleanPage(app.open, 'import-leave');
    await question.getByRole('button', { name: text.leave.stay }).click();
    expect(page.url()).toContain('/posts/import');
    await toCalendar();
    await question.getByRole('button', { name: text.leave.leave }).click();
    await page.waitForURL(/calendar/);
    release();
    await page.getByText(text.leftAt(1, 2)).waitFor();
    expect(await stored()).toEqual(['04.05. 09:00 One']);
    await choose(TWO);
    await submit(1).click();
    await page.getByText(text.done(1)).waitFor();
    expect(await stored()).toEqual(['04.05. 09:00 One', '05.05. 09:00 Two']);
  });

  it('asks before changes by hand are lost, also when the tab is closed, and not once they are imported', async () => {
    const { page } = app;
    const question = page.getByRole('dialog', { name: text.leaveChanged.title });
    await choose(TWO);
    await submit(2).waitFor();
    await toCalendar();
    await page.waitForURL(/calendar/);
    await choose(TWO.replace('2031-05-05 09:00', 'soon'));
    await page.getByRole('button', { name: `${text.edit('date', 3)}: soon` }).click();
    await page.getByRole('textbox', { name: text.edit('date', 3) }).fill('2031-05-05 09:00');
    await page.keyboard.press('Enter');
    await submit(2).waitFor();
    await toCalendar();
    await expectCleanPage(app.open, 'import-leave-changed');
    await question.getByRole('button', { name: text.leave.stay }).click();
    await question.waitFor({ state: 'detached' });
    const [closing] = await Promise.all([page.waitForEvent('dialog'), page.reload()]);
    expect(closing.type()).toBe('beforeunload');
    await choose('Wann,Text,Kanal\n2031-05-04 09:00,One,Cafe Nord\n');
    await page.getByLabel(text.columnOf('Wann')).selectOption('link');
    await page.getByLabel(text.columnOf('Wann')).selectOption('date');
    await submit(1).waitFor();
    await toCalendar();
    await question.getByRole('button', { name: text.leaveChanged.leave }).click();
    await page.waitForURL(/calendar/);
    await choose('Wann,Text,Kanal\n2031-05-04 09:00,One,Cafe Nord\n');
    await page.getByLabel(text.channel).selectOption({ label: 'Cafe Nord' });
    await submit(1).click();
    await page.getByText(text.done(1)).waitFor();
    await toCalendar();
    await page.waitForURL(/calendar/);
  });
});
