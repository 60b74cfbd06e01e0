/** Subtitles of a video: a file that is chosen in the composer, read there and checked before anything is
 * sent. */
import { expect, it, jest } from '@jest/globals';
import { join } from 'node:path';
import { sql } from '../../../test/factories.ts';
import { insertChannel } from '../../../test/insert-channel.ts';
import { startInstance } from '../../../test/instance.ts';
import { expectCleanPage } from '../../../test/page-checks.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

const text = strings.composer;
const FILM = join(import.meta.dirname, '../../../platform/media/fixtures/elsewhere/isom.mp4');
const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\nTea\n';
jest.setTimeout(90_000);

describeWith([chromium], 'subtitles in the composer', () => {
  let channel: string;
  const app = useWebApp({
    start: () => startInstance({ temporal: false }),
    prepare: async (crier) => {
      channel = await insertChannel(crier, 'x', { name: 'Cafe Nord' });
    },
  });

  it('are a file, whose language has to be named, and are sent with the post', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${channel}&date=2031-05-04T09:30:00Z`);
    await page.getByRole('textbox', { name: text.part.label, exact: true }).fill('How it is cooked');
    await page.locator('input[type=file]').first().setInputFiles(FILM);
    await page.getByRole('textbox', { name: text.media.alt(1) }).waitFor();
    const section = page.locator(`[data-settings="${channel}"]`);
    await section.getByRole('combobox', { name: 'Who can reply' }).selectOption('everyone');
    await section
      .locator('input[type=file][accept=".srt,.vtt"]')
      .setInputFiles({
        name: 'film.vtt',
        mimeType: 'text/vtt',
        buffer: Buffer.from(`\uFEFF${VTT}`, 'utf16le'),
      });
    await section.getByText(text.settings.lines(4)).waitFor();
    await page
      .getByText(/language of the subtitles/)
      .first()
      .waitFor();
    await expectCleanPage(app.open, 'composer-subtitles');
    await section.getByRole('textbox', { name: 'Language' }).fill('en');
    await page.getByRole('button', { name: /^Schedule for/ }).click();
    await page.getByRole('heading', { name: text.result.scheduled }).waitFor();
    const [post] = await sql<{ settings: unknown }>(app.crier, 'select settings from post');
    expect(post?.settings).toMatchObject({ subtitles: { language: 'en', file: VTT } });
  });
});
