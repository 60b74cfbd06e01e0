/**
 * A video that a network does not take, converted in the composer with one click; and one that is
 * trimmed.
 */
import { expect, it, jest } from '@jest/globals';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startInstance } from '../../../test/instance.ts';
import { insertChannel } from '../../../test/insert-channel.ts';
import { sql } from '../../../test/factories.ts';
import { expectCleanPage } from '../../../test/page-checks.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { ffmpeg } from '../../../test/servers/ffmpeg.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

const text = strings.composer;
const MADE = join(import.meta.dirname, '../../../platform/media/fixtures/elsewhere');
jest.setTimeout(120_000);

describeWith([chromium, ffmpeg], 'a video in the composer', () => {
  let instagram: string;
  const app = useWebApp({
    start: () => startInstance({ temporal: false, env: { CRIER_FFMPEG: ffmpeg.path() } }),
    prepare: async (crier) => {
      instagram = await insertChannel(crier, 'instagram', { name: 'Cafe Nord' });
    },
  });
  const begin = async (film: string): Promise<Page> => {
    const { page } = app;
    page.setDefaultTimeout(30_000);
    await page.goto(`/compose?channel=${instagram}&date=2031-05-04T09:30:00Z`);
    await page.getByRole('textbox', { name: text.part.label, exact: true }).fill('How it is cooked');
    await page.locator('input[type=file]').first().setInputFiles(join(MADE, film));
    await page.getByRole('textbox', { name: text.media.alt(1) }).fill('A pot on the stove');
    return page;
  };
  const newest = () =>
    sql<Record<string, unknown>>(
      app.crier,
      `select original_name as name, duration_ms as ms, video->>'codec' as codec,
        (video->>'frameRate')::float8 as rate
      from media order by created_at desc limit 1`,
    ).then(([row]) => row);

  it('is converted where a network does not take its encoding, and the original can be taken again', async () => {
    const page = await begin('hevc.mov');
    const refusal = page.getByText(/10 frames per second; the minimum is 23/).first();
    await refusal.waitFor();
    await expectCleanPage(app.open, 'composer-convert');
    // A proxy that answers once in Crier's place does not end the wait.
    const html = { contentType: 'text/html', body: 'Please wait' };
    await page.route('**/api/video-jobs/*', (route) => route.fulfill(html), { times: 1 });
    await page.getByRole('button', { name: text.video.convert(1), exact: true }).click();
    await page.getByText(text.video.converted(1)).waitFor();
    await refusal.waitFor({ state: 'detached' });
    expect(await newest()).toMatchObject({ name: 'hevc, converted', codec: 'avc', rate: 30 });
    expect(await page.getByRole('textbox', { name: text.media.alt(1) }).inputValue()).toBe(
      'A pot on the stove',
    );
    await expectCleanPage(app.open, 'composer-converted');
    await page.getByRole('button', { name: text.fit.undo }).click();
    await refusal.waitFor();
  });

  it('is trimmed to a part of it', async () => {
    const page = await begin('isom.mp4');
    await page.getByRole('button', { name: text.video.trim(1), exact: true }).click();
    const dialog = page.getByRole('dialog', { name: text.video.title });
    await dialog.getByRole('textbox', { name: text.video.end }).fill('0.05');
    await dialog.getByRole('textbox', { name: text.video.start }).fill('0.1');
    expect(await dialog.getByRole('button', { name: text.video.apply }).isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: text.video.start }).fill('0');
    await dialog.getByRole('textbox', { name: text.video.end }).fill('0.5');
    await expectCleanPage(app.open, 'composer-trim');
    await dialog.getByRole('button', { name: text.video.apply }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await newest()).toMatchObject({ name: 'isom, trimmed', codec: 'avc' });
    expect(app.open.complaints).toEqual([]);
  });
});
