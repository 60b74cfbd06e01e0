/**
 * What the composer does when something fails under it, with the keyboard alone, and with posts that exist.
 */
import { expect, it } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { SMALL_FILES, buildPost, createOne, png, sql } from '../../../test/factories.ts';
import { eventually } from '../../../test/instance.ts';
import { expectCleanPage } from '../../../test/page-checks.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { PASSWORD, addWithPassword } from '../../../test/sign-in.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

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
    const dialog = page.getByRole('dialog', { name: text.crop.title });
    await page.getByRole('button', { name: text.media.crop(1) }).click();
    await dialog.waitFor();
    await expectCleanPage(app.open, 'composer-crop');
    // The check made the window narrow and wide again, and with it what is cut.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: text.media.crop(1) }).click();
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

  it('explains what cropping removes from a picture that moves, and that it cannot crop what is not shown', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${channel}`);
    const files = { 'moving.gif': SMALL_FILES.gif, 'scan.tiff': SMALL_FILES.tiff };
    const pictures = Object.entries(files).map(([name, file]) => ({
      name,
      mimeType: `image/${name.split('.')[1]}`,
      buffer: Buffer.from(file?.bytes ?? []),
    }));
    await page.locator('input[type=file]').first().setInputFiles(pictures);
    const dialog = page.getByRole('dialog', { name: text.crop.title });
    await page.getByRole('button', { name: text.media.crop(1) }).click();
    await dialog.getByText(text.crop.standsStill).waitFor();
    expect(await dialog.getByText(text.crop.notShown).count()).toBe(0);
    await dialog.getByRole('button', { name: strings.common.cancel }).click();
    await page.getByRole('button', { name: text.media.crop(2) }).click();
    await dialog.getByText(text.crop.notShown).waitFor();
    expect(await dialog.getByText(text.crop.standsStill).count()).toBe(0);
  });

  it('takes files that are pasted and dropped, and plays the video in its preview', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${channel}`);
    await field(page).fill('Soup of the day');
    const give = async (event: 'paste' | 'drop', name: string, bytes: Uint8Array): Promise<void> => {
      const file = `new File([new Uint8Array(${JSON.stringify([...bytes])})], '${name}', { type: '${name.endsWith('png') ? 'image/png' : 'video/mp4'}' })`;
      await page.evaluate(`(() => {
        const data = new DataTransfer();
        data.items.add(${file});
        const options = { bubbles: true, cancelable: true, clipboardData: data, dataTransfer: data };
        const Event = '${event}' === 'paste' ? ClipboardEvent : DragEvent;
        document.querySelector('[data-part] textarea').dispatchEvent(new Event('${event}', options));
      })()`);
    };
    await give('paste', 'pasted.png', png(40, 30));
    await page.getByRole('textbox', { name: text.media.alt(1) }).fill('A bowl of soup');
    await give('drop', 'dropped.mp4', SMALL_FILES.mp4?.bytes ?? png());
    await page.getByRole('textbox', { name: text.media.alt(2) }).fill('How it is cooked');
    const preview = page.getByRole('region', { name: text.preview.label });
    await preview.getByRole('img', { name: 'A bowl of soup' }).waitFor();
    await preview.locator('video[aria-label="How it is cooked"][controls]').waitFor();
    await expectCleanPage(app.open, 'composer-video');
  });

  it('takes the text of what office programs copy, not the picture of it that they put beside it', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${channel}`);
    await field(page).waitFor();
    const paste = (clipboard: Record<string, string>): Promise<unknown> =>
      page.evaluate(`(() => {
        const clipboardData = new DataTransfer();
        for (const [type, words] of Object.entries(${JSON.stringify(clipboard)})) clipboardData.setData(type, words);
        clipboardData.items.add(new File([new Uint8Array(${JSON.stringify([...png(40, 30)])})], 'image.png', { type: 'image/png' }));
        const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData });
        return document.querySelector('[data-part] textarea').dispatchEvent(event);
      })()`);
    // Nobody prevented it: the browser itself puts the text in.
    expect(await paste({ 'text/plain': 'Mon\t9', 'text/html': '<table><tr><td>Mon<td>9</table>' })).toBe(
      true,
    );
    expect(await paste({ 'text/plain': 'Monday', 'text/rtf': '{\\rtf1 Monday}' })).toBe(true);
    // A picture of a web page comes with markup and no text, a file of Finder with its name.
    expect(await paste({ 'text/html': '<img src="https://site.example/soup.png">' })).toBe(false);
    expect(await paste({ 'text/plain': 'soup.png' })).toBe(false);
    await page.getByRole('textbox', { name: text.media.alt(2) }).waitFor();
    expect(await page.getByRole('textbox', { name: text.media.alt(3) }).count()).toBe(0);
  });

  it('goes to the next free posting time unless another time is chosen, and its button shows when', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${channel}`);
    await field(page).fill('At the next slot');
    const slot = (await app.crier.call<{ date: string }>('GET', `/find-slot/${channel}`)).body.date;
    await expectCleanPage(app.open, 'composer-slot');
    await page.getByRole('button', { name: /^Schedule for .*\d\d:\d\d$/ }).click();
    await page.getByRole('heading', { name: text.result.scheduled }).waitFor();
    const [post] = await sql<{ at: string }>(
      app.crier,
      'select publish_at as at from post order by created_at desc limit 1',
    );
    expect(Date.parse(post?.at ?? '')).toBe(Date.parse(slot));
    await sql(app.crier, "update integration set posting_times = '[]'");
    await page.goto(`/compose?channel=${channel}`);
    await field(page).fill('No posting times');
    await page.getByLabel(text.when.field('UTC')).waitFor();
    await saved(page);
    await page.getByRole('button', { name: /^Schedule for/ }).waitFor();
  });

  it('lists all drafts, finds, duplicates and deletes them', async () => {
    const { page } = app;
    await sql(app.crier, 'delete from composition');
    for (const written of ['Apple pie', 'Pear cake']) {
      await page.goto(`/compose?channel=${channel}`);
      await field(page).fill(written);
      await saved(page);
    }
    await page.goto('/drafts');
    const list = page.getByRole('list', { name: strings.drafts.title });
    await list.waitFor();
    expect(await list.getByRole('link').allInnerTexts()).toEqual(['Pear cake', 'Apple pie']);
    await expectCleanPage(app.open, 'drafts');
    await page.getByRole('searchbox', { name: strings.drafts.search }).fill('apple');
    await list.getByRole('link', { name: 'Pear cake' }).waitFor({ state: 'detached' });
    const act = async (what: string): Promise<void> => {
      await page.getByRole('button', { name: /^More about .*Apple pie/ }).click();
      await page.getByRole('menuitem', { name: what }).click();
    };
    await act(text.menu.duplicate);
    await page.waitForURL('**/compose/*');
    await field(page).waitFor();
    expect(await field(page).inputValue()).toBe('Apple pie');
    await page.goto('/drafts');
    await list.waitFor();
    expect(await list.getByRole('link').allInnerTexts()).toEqual(['Apple pie', 'Pear cake', 'Apple pie']);
    // Gone elsewhere, gone here: nobody reloads.
    await sql(app.crier, "delete from composition where document #>> '{parts,0,text}' = 'Pear cake'");
    await list.getByRole('link', { name: 'Pear cake' }).waitFor({ state: 'detached' });
    await sql(app.crier, 'delete from composition where ctid = (select min(ctid) from composition)');
    await list.getByRole('link').nth(1).waitFor({ state: 'detached' });
    await act(text.menu.remove);
    await page.getByRole('dialog').getByRole('button', { name: text.menu.remove }).click();
    await page.getByText(strings.drafts.empty, { exact: true }).waitFor();
    // Deleted by mistake, it comes back as it was.
    await page.getByRole('button', { name: strings.common.undo }).click();
    await list.getByRole('link', { name: 'Apple pie' }).waitFor();
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
    await page.getByRole('main').getByRole('button', { name: strings.media.uploads.retry }).click();
    await page.getByRole('textbox', { name: text.media.alt(1) }).fill('A bowl of soup');
    await eventually('the draft has the file', async () => {
      const [draft] = await sql(
        app.crier,
        "select document #>> '{parts,0,text}' as text, document #>> '{parts,0,media,0,alt}' as alt from composition order by updated_at desc limit 1",
      );
      return draft?.text === 'Written on a train' && draft.alt === 'A bowl of soup';
    });
  });

  it('waits for a file that comes late, keeps it in its place, and sends all in the order in which they were chosen', async () => {
    const { page } = app;
    await sql(app.crier, 'delete from post');
    await page.goto(`/compose?channel=${channel}`);
    await field(page).fill('Three soups');
    const late = Promise.withResolvers<void>();
    await page.route(
      '**/api/upload',
      async (route) => {
        await late.promise;
        await route.fallback();
      },
      { times: 1 },
    );
    const widths = [51, 52, 53];
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(
        widths.map((width) => ({
          name: `${width}.png`,
          mimeType: 'image/png',
          buffer: Buffer.from(png(width, 40)),
        })),
      );
    await page.getByRole('textbox', { name: text.media.alt(2) }).waitFor();
    await page.getByRole('button', { name: /^Schedule/ }).click();
    await page.getByText(text.send.uploading).waitFor();
    expect(await sql(app.crier, 'select id from post')).toEqual([]);
    late.resolve();
    await page.getByRole('textbox', { name: text.media.alt(3) }).waitFor();
    await page.getByText(text.send.uploading).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Schedule/ }).click();
    await page.getByRole('heading', { name: text.result.scheduled }).waitFor();
    const sent = await sql<{ width: number }>(
      app.crier,
      `select m.width from post_item i, jsonb_array_elements(i.media) with ordinality f(file, place)
      join media m on m.id = (f.file ->> 'id')::uuid order by place`,
    );
    expect(sent.map(({ width }) => width)).toEqual(widths);
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
    await page.getByRole('button', { name: text.menu.label, exact: true }).click();
    await page.getByRole('menuitem', { name: text.menu.saveTemplate }).click();
    const template = page.getByRole('dialog', { name: text.dialogs.snippet.template });
    await template.getByRole('textbox', { name: text.dialogs.snippet.name }).fill('Menu');
    await template.getByRole('button', { name: strings.common.save }).click();
    await template.waitFor({ state: 'detached' });
    await page.goto(`/compose?channel=${channel}`);
    await page.getByRole('button', { name: text.menu.label, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Menu', exact: true }).click();
    expect(await field(page).inputValue()).toBe('Spring menu\n\nOpen daily');
  });
});
