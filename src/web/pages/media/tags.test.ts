/** Tags of files, in a real browser. */
import { expect, it, jest } from '@jest/globals';
import { png, upload } from '../../../test/factories.ts';
import { startInstance } from '../../../test/instance.ts';
import { closeFirstRun, expectCleanPage } from '../../../test/page-checks.ts';
import { addPerson } from '../../../test/person.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { mediaTags as german } from '../../strings/de/media-tags.ts';
import { strings } from '../../strings/index.ts';
import { mediaTags as text } from '../../strings/media-tags.ts';

jest.setTimeout(90_000);

describeWith([chromium], 'the tags of files', () => {
  const app = useWebApp({
    start: () => startInstance({ temporal: false }),
    prepare: async (crier) => {
      await closeFirstRun(crier);
      for (const name of ['soup.png', 'bread.png', 'window.png']) {
        await upload(crier, png(640, 480), { name });
      }
    },
    person: (crier) => addPerson(crier, { role: 'member', name: 'Lee' }),
  });
  const tile = (name: string) => app.page.locator('button[class*=tile]').filter({ hasText: name });
  const bar = () => app.page.getByRole('region', { name: text.tags });

  it('are given to several files at once, with the keyboard alone', async () => {
    const { page } = app;
    await page.goto('/media');
    await tile('soup.png').waitFor();
    await page.getByRole('button', { name: text.select, exact: true }).press('Enter');
    for (const name of ['soup.png', 'bread.png']) await tile(name).press('Enter');
    await bar().getByText(text.selected(2)).waitFor();
    expect(await bar().getByRole('button', { name: text.add }).isDisabled()).toBe(true);
    await bar().getByRole('combobox', { name: text.tags }).fill('Menu');
    await page.keyboard.press('Enter');
    await expectCleanPage(app.open, 'media-tags');
    await bar().getByRole('button', { name: text.add }).press('Enter');
    await tile('soup.png').getByText('Menu').waitFor();
    await tile('bread.png').getByText('Menu').waitFor();
    expect(await tile('window.png').getByText('Menu').count()).toBe(0);
    await page.getByRole('button', { name: text.done, exact: true }).click();
    await bar().waitFor({ state: 'detached' });
  });

  it('find the files that have them', async () => {
    await app.page.getByRole('combobox', { name: text.tags }).selectOption('Menu');
    await tile('window.png').waitFor({ state: 'detached' });
    await tile('soup.png').waitFor();
    await app.page.getByRole('combobox', { name: text.tags }).selectOption('');
    await tile('window.png').waitFor();
  });

  it('are changed in the dialog of a file', async () => {
    await tile('soup.png').click();
    const dialog = app.page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: text.tags }).fill('Spring');
    await app.page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: strings.common.save }).click();
    await app.page
      .getByRole('alert')
      .filter({ hasText: strings.common.saved(text.tags) })
      .first()
      .waitFor();
    await expectCleanPage(app.open, 'media-file-tags');
    await dialog.getByRole('button', { name: strings.common.close, exact: true }).click();
    await tile('soup.png').getByText('Menu, Spring').waitFor();
  });

  it('speak German', async () => {
    const { page } = await app.browser.pageOf(app.crier, {
      person: await addPerson(app.crier, { role: 'member', name: 'Kim' }),
      locale: 'de-DE',
    });
    await page.goto('/media');
    await page.getByRole('combobox', { name: german.tags }).waitFor();
    await page.getByRole('button', { name: german.select, exact: true }).waitFor();
    await page.context().close();
  });
});
