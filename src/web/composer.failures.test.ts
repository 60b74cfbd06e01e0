/** What the composer does when something fails under it, with the keyboard alone, and with posts that exist. */
import { expect, it } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { buildPost, createOne, png, sql } from '../test/factories.ts';
import { eventually } from '../test/instance.ts';
import { expectCleanPage } from '../test/page-checks.ts';
import { chromium } from '../test/servers/chromium.ts';
import { describeWith } from '../test/servers/server.ts';
import { PASSWORD, addWithPassword } from '../test/sign-in.ts';
import { useWebApp } from '../test/web-app.ts';
import { strings } from './strings/index.ts';

const text = strings.composer;

describeWith([chromium], 'the composer', () => {
  let channel: string;
  const app = useWebApp({
    prepare: async (crier) => {
      channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
    },
    person: (crier) => addWithPassword(crier, { name: 'Ada' }),
  });
  const field = (page: Page) => page.getByRole('textbox', { name: text.part.label, exact: true });
  const saved = (page: Page): Promise<void> => page.getByText(/^Saved /).waitFor();
  const newest = async (): Promise<string | undefined> =>
    (
      await sql<{ text: string }>(
        app.crier,
        "select document #>> '{parts,0,text}' as text from composition order by updated_at desc limit 1",
      )
    )[0]?.text;

  it('keeps what was written when the session ends: signed in again, it is saved', async () => {
    const { page } = app;
    page.setDefaultTimeout(20_000);
    await page.goto(`/compose?channel=${channel}`);
    await field(page).fill('Before');
    await saved(page);
    await sql(app.crier, 'delete from session');
    await field(page).fill('Before and after');
    const dialog = page.getByRole('dialog', { name: text.dialogs.signIn });
    await dialog.waitFor();
    await expectCleanPage(app.open, 'composer-signed-out');
    await dialog.getByLabel(strings.auth.fields.password, { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: strings.auth.signIn.action }).click();
    await dialog.waitFor({ state: 'detached' });
    await saved(page);
    expect(await field(page).inputValue()).toBe('Before and after');
    expect(await newest()).toBe('Before and after');
  });

  it('crops a picture to a shape, as a new file with the same description', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${channel}`);
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'soup.png', mimeType: 'image/png', buffer: Buffer.from(png(400, 300)) });
    await page.getByRole('textbox', { name: text.media.alt(1) }).fill('A bowl of soup');
    await page.getByRole('button', { name: text.media.crop(1) }).click();
    const dialog = page.getByRole('dialog', { name: text.crop.title });
    await dialog.waitFor();
    await expectCleanPage(app.open, 'composer-crop');
    await dialog.getByRole('button', { name: text.crop.apply, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByRole('textbox', { name: text.media.alt(1) }).inputValue()).toBe('A bowl of soup');
    const sizes = await sql(app.crier, 'select width, height from media order by created_at desc limit 2');
    expect(sizes).toEqual([
      { width: 300, height: 300 },
      { width: 400, height: 300 },
    ]);
  });

  it('takes files of the library, with the descriptions that they have there', async () => {
    const { page } = app;
    await sql(app.crier, "update media set alt = 'A soup of the library'");
    await page.goto(`/compose?channel=${channel}`);
    await page.getByRole('button', { name: text.part.library, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: strings.media.picker.title });
    const files = dialog.locator('button[aria-pressed]');
    await files.first().click();
    await files.nth(1).click();
    await expectCleanPage(app.open, 'composer-library');
    await dialog.getByRole('button', { name: strings.media.picker.use(2) }).click();
    await page.getByRole('textbox', { name: text.media.alt(2) }).waitFor();
    expect(await page.getByRole('textbox', { name: text.media.alt(1) }).inputValue()).toBe(
      'A soup of the library',
    );
  });

  it('loses nothing when the network drops in the middle of an upload', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${channel}`);
    await field(page).fill('Online');
    await saved(page);
    const drop = async (route: Route): Promise<void> => {
      await page.context().setOffline(true);
      await route.abort('connectionreset');
    };
    await page.route('**/api/upload', drop, { times: 1 });
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'soup.png', mimeType: 'image/png', buffer: Buffer.from(png(40, 30)) });
    await page.getByText(strings.media.uploads.unreachable).waitFor();
    await field(page).fill('Written on a train');
    await page.getByText(text.saving.offline).waitFor();
    await page.context().setOffline(false);
    // The text is saved by itself, the file is sent again on request.
    await saved(page);
    expect(await newest()).toBe('Written on a train');
    await page.getByRole('button', { name: strings.media.uploads.retry }).click();
    await page.getByRole('textbox', { name: text.media.alt(1) }).fill('A bowl of soup');
    await eventually('the draft has the file', async () => {
      const [draft] = await sql(
        app.crier,
        "select document #>> '{parts,0,text}' as text, document #>> '{parts,0,media,0,alt}' as alt from composition order by updated_at desc limit 1",
      );
      return draft?.text === 'Written on a train' && draft.alt === 'A bowl of soup';
    });
  });

  it('works with the keyboard alone: parts are moved with the arrow keys', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${channel}`);
    await field(page).focus();
    await page.keyboard.type('First');
    await page.getByRole('button', { name: text.thread.add }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: text.part.numbered(2, 2) }).waitFor();
    await page.keyboard.type('Second');
    await page.getByRole('button', { name: text.thread.move(2), exact: true }).focus();
    await page.keyboard.press('Space');
    await page.getByText(text.thread.over(2, 2)).waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowUp');
    await page.getByText(text.thread.over(1, 2)).waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await page.getByText(text.thread.dropped(1, 2)).waitFor({ state: 'attached' });
    expect(await page.getByRole('textbox', { name: text.part.numbered(1, 2) }).inputValue()).toBe('Second');
  });

  it('changes a post that waits, and makes a draft of its copy', async () => {
    const { page } = app;
    const id = await createOne(app.crier, buildPost(channel));
    await page.goto(`/compose?post=${id}`);
    await field(page).fill('Summer menu');
    await page.getByRole('button', { name: strings.common.save, exact: true }).click();
    await page.waitForURL(`**/posts/${id}`);
    const content = (await app.crier.call<{ content: string }>('GET', `/posts/${id}`)).body.content;
    expect(content).toBe('Summer menu');
    await page.goto(`/compose?post=${id}`);
    await field(page).fill('Never mind');
    await page.getByRole('link', { name: strings.common.nav.home, exact: true }).first().click();
    const leave = page.getByRole('dialog', { name: text.dialogs.leave });
    await leave.getByRole('button', { name: text.dialogs.stay }).click();
    expect(await field(page).inputValue()).toBe('Never mind');
    await page.getByRole('link', { name: strings.common.nav.home, exact: true }).first().click();
    await leave.getByRole('button', { name: text.dialogs.leaveAnyway }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.goto(`/compose?copy=${id}`);
    await saved(page);
    expect(await field(page).inputValue()).toBe('Summer menu');
    expect(await newest()).toBe('Summer menu');
  });

  it('keeps a signature, and puts it at the end of the next text', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${channel}`);
    await field(page).fill('Open daily');
    await page.getByRole('button', { name: text.menu.label, exact: true }).click();
    await page.getByRole('menuitem', { name: text.menu.saveSignature }).click();
    const dialog = page.getByRole('dialog', { name: text.dialogs.snippet.signature });
    await dialog.getByRole('textbox', { name: text.dialogs.snippet.name }).fill('Hours');
    await dialog.getByRole('button', { name: strings.common.save }).click();
    await dialog.waitFor({ state: 'detached' });
    await field(page).fill('Spring menu');
    await page.getByRole('button', { name: text.part.signature }).click();
    await page.getByRole('menuitem', { name: 'Hours' }).click();
    expect(await field(page).inputValue()).toBe('Spring menu\n\nOpen daily');
  });
});
