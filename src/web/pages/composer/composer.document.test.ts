/** A PDF in the composer: shown by its name and pages, and refused where it cannot be published. */
import { expect, it, jest } from '@jest/globals';
import { pdf } from '../../../platform/media/fixtures/pdf.ts';
import { insertChannel } from '../../../test/insert-channel.ts';
import { closeFirstRun, expectCleanPage } from '../../../test/page-checks.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

const text = strings.composer;
jest.setTimeout(90_000);

describeWith([chromium], 'a PDF in the composer', () => {
  const channels: Record<string, string> = {};
  const app = useWebApp({
    prepare: async (crier) => {
      await closeFirstRun(crier);
      for (const network of ['linkedin', 'mastodon']) channels[network] = await insertChannel(crier, network);
    },
  });

  it('stands by its name and pages, with its title among the settings', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${channels.linkedin}`);
    await page.getByRole('textbox', { name: text.part.label, exact: true }).fill('Our spring menu');
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'Speisekarte.pdf', mimeType: 'application/pdf', buffer: pdf(3) });
    const list = page.getByRole('list', { name: text.media.label });
    await list.getByText('3 pages').waitFor();
    expect(await list.innerText()).toContain('Speisekarte.pdf');
    // A PDF has no description.
    expect(await page.getByRole('textbox', { name: text.media.alt(1) }).count()).toBe(0);
    const preview = page.getByRole('region', { name: text.preview.label });
    await preview.getByText('Speisekarte.pdf').waitFor();
    await expectCleanPage(app.open, 'composer-document');
  });

  it('is refused for a network that takes none, with what to do', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${channels.mastodon}`);
    await page.getByRole('textbox', { name: text.part.label, exact: true }).fill('Our spring menu');
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'menu.pdf', mimeType: 'application/pdf', buffer: pdf() });
    await page.getByText('publish its pages as pictures').first().waitFor();
  });

  it('stands in the library by its name and pages', async () => {
    const { page } = app;
    await page.goto('/media');
    await page.getByText(strings.media.kinds.document, { exact: true }).click();
    const tile = page.locator('button[class*=tile]').filter({ hasText: 'Speisekarte.pdf' });
    await tile.waitFor();
    expect(await tile.innerText()).toContain('3 pages');
    await tile.click();
    await page.getByRole('dialog').getByText('application/pdf').waitFor();
    await expectCleanPage(app.open, 'media-document');
  });
});
