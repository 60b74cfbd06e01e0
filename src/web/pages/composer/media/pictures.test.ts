/** Pictures are turned, cropped and written on in the composer: each time a new file, with the same
 * description. */
import { afterEach, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { composing, UPLOAD } from '../../../../test/composing.ts';
import { SMALL_FILES, sql } from '../../../../test/factories.ts';
import { insertChannel } from '../../../../test/insert-channel.ts';
import { eventually } from '../../../../test/instance.ts';
import { hasFocus, tabber } from '../../../../test/keyboard.ts';
import { expectCleanPage } from '../../../../test/page-checks.ts';
import { addPerson } from '../../../../test/person.ts';
import { chromium } from '../../../../test/servers/chromium.ts';
import { describeWith } from '../../../../test/servers/server.ts';
import { useWebApp } from '../../../../test/web-app.ts';
import { german } from '../../../strings/de/index.ts';
import { strings } from '../../../strings/index.ts';

jest.setTimeout(60_000);
const text = strings.composer;
const { lettering } = strings.writing;
const WIDTH = 400;
const HEIGHT = 300;
const RED = '255,0,0';
const BLUE = '0,0,255';

/** Red on the left, blue on the right. */
const halves = async (): Promise<Buffer> => {
  const half = { width: WIDTH / 2, height: HEIGHT, channels: 3 as const };
  const red = await sharp({ create: { ...half, background: 'red' } })
    .png()
    .toBuffer();
  return sharp({ create: { ...half, width: WIDTH, background: 'blue' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .png()
    .toBuffer();
};

describeWith([chromium], 'a picture in the composer', () => {
  let channel: string;
  const app = useWebApp({
    prepare: async (crier) => {
      channel = await insertChannel(crier, 'mastodon', { name: 'Cafe Nord' });
    },
  });
  const { dialog, holdUp, endTest } = composing(app);
  afterEach(endTest);

  const begin = async (): Promise<Page> => {
    const { page } = app;
    await page.goto(`/compose?channel=${channel}`);
    const buffer = await halves();
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'halves.png', mimeType: 'image/png', buffer });
    await page.getByRole('textbox', { name: text.media.alt(1) }).fill('Two halves');
    return page;
  };
  const button = (name: string) => app.page.getByRole('button', { name, exact: true });
  const src = (): Promise<string | null> =>
    app.page.getByRole('list', { name: text.media.label }).locator('img').first().getAttribute('src');
  /** The picture that stands in the draft now, after another one. */
  const replaced = async (before: string | null) => {
    await eventually('another file has its place', async () => (await src()) !== before);
    expect(await app.page.getByRole('textbox', { name: text.media.alt(1) }).inputValue()).toBe('Two halves');
    const answer = await app.page.request.get(new URL((await src()) ?? '', app.crier.url).href);
    const { data, info } = await sharp(await answer.body())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number): string => {
      const from = (y * info.width + x) * 3;
      return [...data.subarray(from, from + 3)].join();
    };
    return { size: [info.width, info.height], at, data };
  };

  it('is turned with the keyboard alone, whole, and its original stays in the library', async () => {
    const page = await begin();
    const before = await src();
    const unseen: string[] = [];
    const tabTo = tabber(page, unseen);
    await tabTo(button(text.media.crop(1)));
    await page.keyboard.press('Enter');
    await tabTo(button(text.crop.right));
    await page.keyboard.press('Enter');
    const own = dialog(text.crop.title).getByRole('radio', { name: text.crop.own, exact: true });
    expect(await own.isChecked()).toBe(true);
    await expectCleanPage(app.open, 'composer-crop');
    await page.getByRole('button', { name: text.crop.apply, exact: true, disabled: false }).waitFor();
    await button(text.crop.apply).press('Enter');
    const { size, at } = await replaced(before);
    expect([size, at(150, 20), at(150, 380), unseen]).toEqual([[HEIGHT, WIDTH], RED, BLUE, []]);
    await hasFocus(page, button(text.media.crop(1)));
    expect(await sql(app.crier, 'select width from media order by created_at')).toEqual([
      { width: WIDTH },
      { width: HEIGHT },
    ]);
  });

  it('is as it was after four turns, and upside down after two to the left', async () => {
    await begin();
    const before = await src();
    await button(text.media.crop(1)).click();
    for (let n = 0; n < 4; n++) await button(text.crop.right).click();
    for (let n = 0; n < 2; n++) await button(text.crop.left).click();
    await dialog(text.crop.title).getByText(text.crop.own, { exact: true }).click();
    await button(text.crop.apply).click();
    const { size, at } = await replaced(before);
    expect([size, at(20, 150), at(380, 150)]).toEqual([[WIDTH, HEIGHT], BLUE, RED]);
  });

  it('stays as it was when the dialog is closed while its copy is uploaded', async () => {
    const page = await begin();
    const before = await src();
    const go = await holdUp(UPLOAD);
    await button(text.media.crop(1)).click();
    await button(text.crop.apply).click();
    await dialog(text.crop.title).getByRole('button', { name: strings.common.cancel }).click();
    await button(lettering.button(1)).click();
    const words = dialog(lettering.title).getByRole('textbox', { name: lettering.text });
    await words.waitFor();
    const answered = page.waitForResponse(UPLOAD);
    go();
    await (await answered).finished();
    await words.fill('Soup');
    expect([await src(), await words.isVisible()]).toEqual([before, true]);
  });

  it('is written on with the keyboard alone, where the arrow keys put it', async () => {
    const page = await begin();
    const before = await src();
    const unseen: string[] = [];
    const tabTo = tabber(page, unseen);
    await tabTo(button(lettering.button(1)));
    await page.keyboard.press('Enter');
    const words = dialog(lettering.title).getByRole('textbox', { name: lettering.text });
    await hasFocus(page, words);
    await page.keyboard.type('Soup of the day, with bread and a glass of water');
    const area = dialog(lettering.title).getByRole('application', { name: lettering.area });
    await area.focus();
    for (let n = 0; n < 50; n++) await page.keyboard.press('ArrowUp');
    await dialog(lettering.title).getByRole('switch', { name: lettering.band }).press(' ');
    await expectCleanPage(app.open, 'composer-lettering');
    await tabTo(button(lettering.apply));
    await page.keyboard.press('Enter');
    const { size, at, data } = await replaced(before);
    // Its lines fill the width at the top; the lower half is as before.
    const rows = (from: number, to: number) => data.subarray(from * WIDTH * 3, to * WIDTH * 3);
    const colours = (part: Uint8Array): number =>
      new Set(Array.from({ length: part.length / 3 }, (_, n) => part.subarray(n * 3, n * 3 + 3).join())).size;
    expect([size, at(20, 250), at(380, 250)]).toEqual([[WIDTH, HEIGHT], RED, BLUE]);
    expect([colours(rows(0, 100)) > 10, colours(rows(200, HEIGHT))]).toEqual([true, 2]);
    await hasFocus(page, button(lettering.button(1)));
    expect(unseen).toEqual([]);
  });

  it('is written on where the text is dragged to, and stays within the picture', async () => {
    const page = await begin();
    const before = await src();
    await button(lettering.button(1)).click();
    await dialog(lettering.title).getByRole('textbox', { name: lettering.text }).fill('Soup');
    const canvas = dialog(lettering.title).locator('canvas').first();
    await canvas.waitFor();
    await eventually('the window has opened', async () => (await canvas.boundingBox())?.width === WIDTH);
    const box = await canvas.boundingBox();
    if (!box) throw new Error('the picture is not shown');
    await page.mouse.move(box.x + WIDTH / 2, box.y + HEIGHT * 0.87);
    await page.mouse.down();
    await page.mouse.move(box.x + 50, box.y + 60, { steps: 4 });
    await page.mouse.move(box.x - 90, box.y - 90, { steps: 4 });
    await page.mouse.up();
    await button(lettering.apply).click();
    const { at, data } = await replaced(before);
    const changed = Array.from({ length: WIDTH * HEIGHT }, (_, n) => n).filter((n) => {
      const one = [...data.subarray(n * 3, n * 3 + 3)].join();
      return one !== RED && one !== BLUE;
    });
    expect([Math.max(...changed.map((n) => n % WIDTH)) < 150, at(200, 270)]).toEqual([true, BLUE]);
  });

  it('is written on after Escape as before it, and is as it was after Undo', async () => {
    const page = await begin();
    const before = await src();
    const words = dialog(lettering.title).getByRole('textbox', { name: lettering.text });
    await button(lettering.button(1)).click();
    await words.fill('Soup of the day');
    await page.keyboard.press('Escape');
    await words.waitFor({ state: 'detached' });
    await button(lettering.button(1)).click();
    expect(await words.inputValue()).toBe('Soup of the day');
    await button(lettering.apply).click();
    await replaced(before);
    await button(strings.common.undo).click();
    await eventually('the picture is there again', async () => (await src()) === before);
    expect(await page.getByRole('textbox', { name: text.media.alt(1) }).inputValue()).toBe('Two halves');
  });

  it('that browsers cannot show is not changed, and the page says so', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${channel}`);
    const buffer = Buffer.from(SMALL_FILES.tiff?.bytes ?? []);
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'scan.tiff', mimeType: 'image/tiff', buffer });
    await button(lettering.button(1)).click();
    await dialog(lettering.title).getByText(text.crop.notShown).waitFor();
    await dialog(lettering.title).getByRole('textbox', { name: lettering.text }).fill('Soup');
    expect(await button(lettering.apply).isDisabled()).toBe(true);
  });

  it('is changed in German, on a phone', async () => {
    const person = await addPerson(app.crier, { name: 'Zoe' });
    await person.call('PATCH', '/user/self', { body: { language: 'de' } });
    const open = await app.browser.pageOf(app.crier, { person, width: 390 });
    await open.page.goto(`/compose?channel=${channel}`);
    const buffer = await halves();
    await open.page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'halves.png', mimeType: 'image/png', buffer });
    await open.page.getByRole('button', { name: german.writing.lettering.button(1), exact: true }).click();
    await open.page
      .getByRole('textbox', { name: german.writing.lettering.text, exact: true })
      .last()
      .fill('Suppe');
    await expectCleanPage(open, 'composer-lettering-german');
    await open.page.keyboard.press('Escape');
    await open.page.getByRole('button', { name: german.composer.media.crop(1), exact: true }).click();
    await open.page.getByRole('button', { name: german.composer.crop.left, exact: true }).click();
    await expectCleanPage(open, 'composer-crop-german');
    await open.page.context().close();
  });
});
