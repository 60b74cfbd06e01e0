/** Keys on every page and the palette, in a real browser. */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { buildPost, createOne } from '../../test/factories.ts';
import { eventually } from '../../test/instance.ts';
import { expectCleanPage } from '../../test/page-checks.ts';
import { chromium } from '../../test/servers/chromium.ts';
import { describeWith } from '../../test/servers/server.ts';
import { useWebApp } from '../../test/web-app.ts';
import { strings } from '../strings/index.ts';

jest.setTimeout(120_000);
const text = strings.palette;

describeWith([chromium], 'keys', () => {
  let id: string;
  const app = useWebApp({
    prepare: async (crier) => {
      const channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
      id = await createOne(crier, buildPost(channel));
    },
  });
  const press = (key: string): Promise<void> => app.page.keyboard.press(key);
  const search = () => app.page.getByRole('textbox', { name: text.placeholder });
  const isAt = (path: string): Promise<void> => app.page.waitForURL((url) => url.pathname === path);
  const home = async (): Promise<void> => {
    await app.page.goto('/');
    await app.page.getByRole('heading', { level: 1 }).waitFor();
    // Keys follow the first page.
    await eventually('a key opens the palette', async () => {
      await press('Control+k');
      return search().isVisible();
    });
    await press('Escape');
    await search().waitFor({ state: 'detached' });
  };

  it('lead to the pages, and to the composer', async () => {
    await home();
    await press('g');
    await press('n');
    await isAt('/channels');
    await press('g');
    await press('c');
    await isAt('/calendar');
    await press('c');
    await isAt('/compose');
    // They are letters in a field.
    await app.page.getByRole('textbox', { name: strings.composer.part.label }).fill('');
    await app.page.keyboard.type('gc?/');
    expect(await app.page.getByRole('textbox', { name: strings.composer.part.label }).inputValue()).toBe(
      'gc?/',
    );
    await isAt('/compose');
  });

  it('find pages, channels and posts by a few letters', async () => {
    await home();
    await press('Control+k');
    await search().waitFor();
    await search().fill('nord');
    await app.page.getByRole('button', { name: 'Cafe Nord' }).first().waitFor();
    await search().fill('spring');
    await app.page.getByRole('button', { name: /Spring menu/ }).waitFor();
    await expectCleanPage(app.open, 'palette');
    await press('Enter');
    await isAt(`/posts/${id}`);
    await press('/');
    await search().fill('nothing like it');
    await app.page.getByText(text.nothing).waitFor();
    await press('Escape');
    await search().waitFor({ state: 'detached' });
    // Also from within a field.
    await app.page.goto('/channels');
    await app.page.getByRole('searchbox').first().focus();
    await press('Control+k');
    await search().fill(strings.common.nav.media);
    await press('Enter');
    await isAt('/media');
  });

  describe('of a person who does not wait for the palette', () => {
    const PALETTE = '**/assets/palette-*.js';
    let arrive: () => void;
    /** A fresh page whose keys are there, and whose palette is on its way until `arrive`. */
    const fresh = async (): Promise<void> => {
      await app.page.unroute(PALETTE);
      const arrived = new Promise<void>((done) => (arrive = done));
      await app.page.route(PALETTE, async (route) => {
        await arrived;
        await route.continue();
      });
      await Promise.all([
        app.page.waitForResponse((response) => /assets\/keys-.*\.js/.test(response.url())),
        app.page.goto('/'),
      ]);
      await app.page.getByRole('heading', { level: 1 }).waitFor();
      await app.page.waitForLoadState('networkidle');
    };
    afterEach(() => app.page.unroute(PALETTE));

    it.each(['/', 'Control+k'])('are its letters from %s on, and do nothing else', async (key) => {
      await fresh();
      await press(key);
      await app.page.keyboard.type('gc nordd', { delay: 20 });
      await press('Backspace');
      arrive();
      await search().waitFor();
      await eventually('they are in its field', async () => (await search().inputValue()) === 'gc nord');
      await isAt('/');
      await app.page.keyboard.type('?');
      expect(await search().inputValue()).toBe('gc nord?');
      await press('Escape');
    });

    it('lose none while it opens', async () => {
      await fresh();
      arrive();
      await press('/');
      await app.page.keyboard.type('channels', { delay: 70 });
      expect(await search().inputValue()).toBe('channels');
      await isAt('/');
      await press('Enter');
      await isAt('/channels');
    });

    it('open what is found first, also where Enter was pressed before it was there', async () => {
      await fresh();
      await press('/');
      await app.page.keyboard.type('spring');
      await press('Enter');
      arrive();
      await isAt(`/posts/${id}`);
      await press('/');
      await app.page.keyboard.type('ring menu');
      await press('Enter');
      await search().waitFor({ state: 'detached' });
      await isAt(`/posts/${id}`);
      await press('/');
      await app.page.keyboard.type('nothing like it');
      await press('Enter');
      await app.page.getByText(text.nothing).waitFor();
      await search().fill('spring');
      await app.page.getByRole('button', { name: /Spring menu/ }).waitFor();
      expect(await search().isVisible()).toBe(true);
      await press('Escape');
    });

    it('close it before it is there by Escape, and act again', async () => {
      await fresh();
      await press('/');
      await app.page.keyboard.type('channels');
      await press('Escape');
      await press('g');
      await press('n');
      await isAt('/channels');
      arrive();
      await app.page.waitForLoadState('networkidle');
      expect(await search().count()).toBe(0);
      await press('/');
      await search().waitFor();
      expect(await search().inputValue()).toBe('');
      await press('Escape');
    });

    it('act again where it does not arrive, which is said', async () => {
      await fresh();
      await app.page.route(PALETTE, (route) => route.abort());
      await press('/');
      const failed = app.page.getByRole('alert').filter({ hasText: strings.common.partFailed });
      await failed.waitFor();
      await press('g');
      await press('n');
      await isAt('/channels');
      await app.page.unroute(PALETTE);
      await failed.getByRole('button', { name: strings.common.tryAgain }).click();
      await search().waitFor();
      await failed.waitFor({ state: 'detached' });
      await press('Escape');
      (app.open.complaints as string[]).splice(0);
    });
  });

  it('are listed by a question mark, where single ones can be turned off', async () => {
    await home();
    await press('?');
    const dialog = app.page.getByRole('dialog', { name: text.keys });
    await dialog.waitFor();
    await expectCleanPage(app.open, 'palette-keys');
    await dialog.getByRole('switch', { name: text.single }).click();
    await dialog.getByRole('switch', { name: text.single, checked: false }).waitFor();
    await home();
    await press('g');
    await press('n');
    await press('?');
    await press('Control+k');
    await search().waitFor();
    await isAt('/');
    expect(await dialog.count()).toBe(0);
    await press('Escape');
  });
});
