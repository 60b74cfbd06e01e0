/** The frame that stands for a video: chosen in the composer for the networks that show it. */
import { expect, it, jest } from '@jest/globals';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { eventually, startInstance } from '../../../test/instance.ts';
import { insertChannel } from '../../../test/insert-channel.ts';
import { sql } from '../../../test/factories.ts';
import { expectCleanPage } from '../../../test/page-checks.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

const text = strings.composer;
const FILM = join(import.meta.dirname, '../../../platform/media/fixtures/elsewhere/isom.mp4');
jest.setTimeout(120_000);

describeWith([chromium], 'the cover of a video in the composer', () => {
  const ids: Record<string, string> = {};
  const app = useWebApp({
    start: () => startInstance({ temporal: false }),
    prepare: async (crier) => {
      for (const network of ['instagram', 'tiktok', 'pinterest', 'mastodon']) {
        ids[network] = await insertChannel(crier, network, { name: `Cafe ${network}` });
      }
    },
  });
  const begin = async (...networks: string[]): Promise<Page> => {
    const { page } = app;
    page.setDefaultTimeout(30_000);
    const chosen = networks.map((one) => `channel=${ids[one]}`).join('&');
    await page.goto(`/compose?${chosen}&date=2031-05-04T09:30:00Z`);
    await page.getByRole('textbox', { name: text.part.label, exact: true }).fill('How it is cooked');
    await page.locator('input[type=file]').first().setInputFiles(FILM);
    await page.getByRole('textbox', { name: text.media.alt(1) }).fill('A pot on the stove');
    return page;
  };
  const stored = async (): Promise<unknown> => {
    const [row] = await sql<{ moment: unknown }>(
      app.crier,
      `select document #> '{parts,0,media,0,thumbnailTimestamp}' as moment
      from composition order by updated_at desc limit 1`,
    );
    return row?.moment;
  };

  it('is a moment that is chosen with the keyboard or typed, in tenths of a second, and shown', async () => {
    const page = await begin('instagram');
    await page.getByRole('button', { name: text.media.cover(1) }).click();
    const dialog = page.getByRole('dialog', { name: text.cover.title });
    const slider = dialog.getByRole('slider', { name: text.cover.moment });
    const seconds = dialog.getByRole('textbox', { name: text.cover.moment });
    await slider.focus();
    for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowRight');
    expect(await seconds.inputValue()).toBe('0.3 s');
    const shownAt = (): Promise<number> =>
      dialog.locator('video').evaluate((video) => (video as unknown as { currentTime: number }).currentTime);
    expect(await shownAt()).toBeCloseTo(0.3, 3);
    await seconds.fill('0.5');
    expect(await slider.getAttribute('aria-valuenow')).toBe('0.5');
    expect(await shownAt()).toBeCloseTo(0.5, 3);
    await expectCleanPage(app.open, 'composer-cover');
    await dialog.getByRole('button', { name: text.cover.apply }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(text.media.coverAt('0.5')).waitFor();
    await expectCleanPage(app.open, 'composer-covered');
    expect(await eventually('the draft is saved', async () => (await stored()) === 500)).toBe(true);
  });

  it('is left to the network again', async () => {
    const { page } = app;
    await page.getByRole('button', { name: text.media.cover(1) }).click();
    await page.getByRole('button', { name: text.cover.none }).click();
    await page.getByText(text.media.coverAt('0.5')).waitFor({ state: 'detached' });
  });

  it('is offered for TikTok and Pinterest, and not where no chosen network shows it', async () => {
    for (const network of ['tiktok', 'pinterest']) {
      const page = await begin(network);
      await page.getByRole('button', { name: text.media.cover(1) }).waitFor();
    }
    const page = await begin('mastodon');
    await page.getByRole('button', { name: text.video.trim(1) }).waitFor();
    expect(await page.getByRole('button', { name: text.media.cover(1) }).count()).toBe(0);
    expect(app.open.complaints).toEqual([]);
  });
});
