/** A picture that a network does not take, fitted in the composer with one click, and taken back. */
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { bytesOf, picture, type PictureOptions } from '../../../platform/media/fixtures/picture.ts';
import { sql } from '../../../test/factories.ts';
import { insertChannel } from '../../../test/insert-channel.ts';
import { eventually } from '../../../test/instance.ts';
import { expectCleanPage } from '../../../test/page-checks.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

const text = strings.composer;
const INSTAGRAM = 'Instagram (Facebook Business)';

describeWith([chromium], 'the composer', () => {
  let instagram: string;
  const app = useWebApp({
    prepare: async (crier) => {
      instagram = await insertChannel(crier, 'instagram', { name: 'Cafe Nord' });
    },
  });
  const begin = async (options: PictureOptions): Promise<Page> => {
    const { page } = app;
    page.setDefaultTimeout(20_000);
    await page.goto(`/compose?channel=${instagram}&date=2031-05-04T09:30:00Z`);
    await page.getByRole('textbox', { name: text.part.label, exact: true }).fill('Spring menu');
    const buffer = Buffer.from(await bytesOf((await picture(options)).png()));
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'menu.png', mimeType: 'image/png', buffer });
    await page.getByRole('textbox', { name: text.media.alt(1) }).fill('The menu');
    return page;
  };
  const newest = async (n: number) =>
    sql(app.crier, 'select mime, width, height, alt from media order by created_at desc limit $1', [n]);
  const picked = async (): Promise<string | null> =>
    app.page.getByRole('list', { name: text.media.label }).locator('img').first().getAttribute('src');

  it('offers to fit a picture of another type, and takes the original again', async () => {
    const page = await begin({ width: 800, height: 800 });
    const refusal = page.getByText(/image\/png; allowed types are image\/jpeg/).first();
    await refusal.waitFor();
    const before = await picked();
    await expectCleanPage(app.open, 'composer-fit');
    await page.getByRole('button', { name: text.fit.keep(INSTAGRAM), exact: true }).click();
    await refusal.waitFor({ state: 'detached' });
    await page.getByText(text.fit.done(1, INSTAGRAM)).waitFor();
    expect(await newest(2)).toEqual([
      { mime: 'image/jpeg', width: 800, height: 800, alt: null },
      { mime: 'image/png', width: 800, height: 800, alt: null },
    ]);
    const fitted = await picked();
    expect(fitted).toMatch(/\.jpg$/);
    expect(await page.getByRole('textbox', { name: text.media.alt(1) }).inputValue()).toBe('The menu');
    await expectCleanPage(app.open, 'composer-fitted');
    await page.getByRole('button', { name: text.fit.undo }).click();
    await refusal.waitFor();
    expect(await picked()).toBe(before);
    await eventually('the draft names the original', async () => {
      const [{ id = '' } = {}] = await sql<{ id: string }>(
        app.crier,
        "select document #>> '{parts,0,media,0,id}' as id from composition order by updated_at desc limit 1",
      );
      return (
        (await sql(app.crier, "select 1 from media where id = $1 and mime = 'image/png'", [id])).length === 1
      );
    });
  });

  it('offers bars or a cut where the shape is in the way', async () => {
    const page = await begin({ width: 500, height: 1500 });
    const cut = page.getByRole('button', { name: text.fit.crop(INSTAGRAM), exact: true });
    await cut.waitFor();
    expect(await page.getByRole('button', { name: text.fit.keep(INSTAGRAM), exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: text.fit.pad(INSTAGRAM), exact: true }).click();
    await page.getByText(text.fit.done(1, INSTAGRAM)).waitFor();
    await cut.waitFor({ state: 'detached' });
    expect(await newest(1)).toEqual([{ mime: 'image/jpeg', width: 1200, height: 1500, alt: null }]);
    const shown = await sharp(
      new Uint8Array(await (await fetch(new URL((await picked()) ?? '', app.crier.url))).arrayBuffer()),
    ).metadata();
    expect([shown.width, shown.height]).toEqual([1200, 1500]);
    await expectCleanPage(app.open, 'composer-fitted-bars');
  });

  it('explains why a picture cannot be fitted', async () => {
    const page = await begin({ width: 500, height: 500 });
    const fit = page.getByRole('button', { name: text.fit.keep(INSTAGRAM), exact: true });
    await fit.waitFor();
    await sql(app.crier, 'update integration set deleted_at = now() where id = $1', [instagram]);
    await fit.click();
    await page.getByRole('alert').filter({ hasText: 'Integration not found' }).waitFor();
    await sql(app.crier, 'update integration set deleted_at = null where id = $1', [instagram]);
  });
});
