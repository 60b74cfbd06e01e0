/** How the columns of a table were matched is remembered in the browser, for files with the same names. */
import { expect, it, jest } from '@jest/globals';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

jest.setTimeout(120_000);
const text = strings.table;

describeWith([chromium], 'the columns of a table', () => {
  const app = useWebApp({ prepare: (crier) => crier.connect('sandbox', { name: 'Cafe Nord' }) });

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

  it('are those of the last file with the same names, as they were matched by hand', async () => {
    const { page } = app;
    const column = (name: string) => page.getByLabel(text.columnOf(name));
    await choose('Wann;Was;Wo\n04.05.2031 09:00;Eins;Cafe Nord\n');
    await column('Wann').selectOption('date');
    await column('Was').selectOption('content');
    await column('Wo').selectOption('channel');
    await submit(1).waitFor();
    await choose('Wann;Was;Wo\n05.05.2031 09:00;Zwei;Cafe Nord\n');
    await submit(1).waitFor();
    expect(await column('Was').inputValue()).toBe('content');
    // Other names, and what is stored of a field that there is no more.
    await choose('Wann;Was\n05.05.2031 09:00;Zwei\n');
    expect(await column('Was').inputValue()).toBe('');
    for (const stored of [
      '[[["Wann","Was"],["date","mood"]]]',
      '[[["Wann","Was"],["date"]]]',
      '{"a":1}',
      'no',
    ]) {
      await page.evaluate(`localStorage.setItem('crier-table-columns', ${JSON.stringify(stored)})`);
      await choose('Wann;Was\n05.05.2031 09:00;Zwei\n');
      expect(await column('Was').inputValue()).toBe('');
    }
  });
});
