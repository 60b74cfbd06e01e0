/** Refusals as a German reader sees them: beside their subject, and without an English word. */
import { expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { png, sql, upload } from '../test/factories.ts';
import { insertChannel } from '../test/insert-channel.ts';
import { closeFirstRun, expectCleanPage } from '../test/page-checks.ts';
import { chromium } from '../test/servers/chromium.ts';
import { describeWith } from '../test/servers/server.ts';
import { PASSWORD, addWithPassword } from '../test/sign-in.ts';
import { useWebApp } from '../test/web-app.ts';
import { german } from './strings/de/index.ts';

const { composer, common, media, settings } = german;

/** A picture that is larger than Bluesky takes, and small enough for an upload. */
const LARGE = Buffer.concat([Buffer.from(png(40, 30)), Buffer.alloc(2_100_000)]);

describeWith([chromium], 'a German reader', () => {
  const app = useWebApp({
    prepare: async (crier) => {
      await closeFirstRun(crier);
      await insertChannel(crier, 'mastodon', { name: 'Nord auf Mastodon' });
      await insertChannel(crier, 'bluesky', { name: 'Nord auf Bluesky' });
      await insertChannel(crier, 'devto', { name: 'Nord auf DEV' });
    },
    person: async (crier) => {
      const ada = await addWithPassword(crier, { name: 'Ada' });
      await sql(crier, "update user_account set language = 'de' where id = $1", [ada.id]);
      return ada;
    },
  });
  const choose = (name: string): Promise<void> =>
    app.page.getByRole('button', { name, exact: true }).first().click();
  const files = (): Locator => app.page.locator('input[type=file]').first();
  const file = (name: string, bytes: Uint8Array) => ({
    name,
    mimeType: 'image/png',
    buffer: Buffer.from(bytes),
  });
  /** A screen reader's text for an input beside its label: help, and what is wrong. */
  const describedBy = async (input: Locator): Promise<string[]> => {
    const ids = (await input.getAttribute('aria-describedby'))?.split(' ').filter(Boolean) ?? [];
    return Promise.all(ids.map((id) => app.page.locator(`[id="${id}"]`).innerText()));
  };

  it('hears beside the text which network it is too long for, and which file is too large', async () => {
    const { page } = app;
    await page.goto('/compose');
    await choose('Nord auf Mastodon');
    await choose('Nord auf Bluesky');
    await page
      .getByRole('textbox', { name: composer.part.label, exact: true })
      .fill('Ein Satz. '.repeat(120));
    await files().setInputFiles(file('markt.png', LARGE));
    const problems = page.locator('[data-part] ul[id] li.any-text');
    await problems.filter({ hasText: 'MB' }).waitFor();
    const messages = (await problems.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
    expect(messages).toEqual([
      'Nord auf Mastodon: Der Text hat 1.199 Zeichen; Mastodon erlaubt 500',
      'Nord auf Bluesky: Der Text hat 1.199 Zeichen; Bluesky erlaubt 300',
      'Nord auf Bluesky: Datei 1 hat 2,11 MB; erlaubt sind höchstens 2 MB',
    ]);
    const summary = await page.getByRole('status').filter({ hasText: composer.readiness.fix }).innerText();
    // A message beside the text is not repeated.
    expect(summary).not.toContain('1.199');
    await expectCleanPage(app.open, 'german-refused-post');
  });

  it('hears beside the setting of a network that it is missing', async () => {
    const { page } = app;
    await page.goto('/compose');
    await choose('Nord auf DEV');
    await page.getByRole('textbox', { name: composer.part.label, exact: true }).fill('Kurz');
    const title = page.locator('[data-settings]').getByRole('textbox', { name: 'Titel' });
    await page.locator('[data-settings]').getByText('Fehlt', { exact: true }).waitFor();
    expect(await describedBy(title)).toContain('Fehlt');
    expect(await page.getByText('Fehlt', { exact: true }).count()).toBe(1);
    await title.fill('Ein Titel');
    await page.locator('[data-settings]').getByText('Fehlt', { exact: true }).waitFor({ state: 'detached' });
  });

  it('hears why a file is not taken, beside the file, and in the library which networks mind one', async () => {
    const { page } = app;
    await upload(app.crier, LARGE, { name: 'gross.png' });
    await page.goto('/media');
    await files().setInputFiles([
      file('notizen.png', Buffer.from('kein Bild')),
      file('leer.png', Buffer.alloc(0)),
    ]);
    const row = (name: string): Locator => page.getByRole('listitem').filter({ hasText: name });
    await row('notizen.png').getByRole('alert').waitFor();
    await row('leer.png').getByRole('alert').waitFor();
    expect(await row('notizen.png').getByRole('alert').innerText()).toMatch(
      /^(Dieser Dateityp|Der Dateityp \S+) wird nicht unterstützt\. Möglich sind JPEG, /,
    );
    expect(await row('leer.png').getByRole('alert').innerText()).toBe('Die Datei ist leer');
    await page.locator('button[class*=tile]').filter({ hasText: 'gross.png' }).click();
    const minds = page.getByRole('dialog').getByRole('region', { name: media.refusedBy });
    await minds.getByText('Bluesky: gross.png hat 2,11 MB; erlaubt sind höchstens 2 MB').waitFor();
    await expectCleanPage(app.open, 'german-refused-file');
  });

  it('hears beside the field of a form what is wrong with it, and above the form where it is', async () => {
    const { page } = app;
    const { profile } = settings;
    await page.goto('/settings/profile');
    const form = page.getByRole('region', { name: profile.password });
    await form.locator('input[autocomplete=current-password]').fill(PASSWORD);
    await form.locator('input[autocomplete=new-password]').fill('kurz');
    await form.getByRole('button', { name: profile.change }).click();
    await form.getByRole('alert').getByText(profile.next).waitFor();
    const next = form.locator('input[autocomplete=new-password]');
    expect(await describedBy(next)).toEqual(['Muss mindestens 10 Zeichen haben', profile.nextHelp]);
    expect(await form.innerText()).not.toMatch(/\b(must|characters|next)\b/);
    const name = page.getByRole('region', { name: settings.nav.profile });
    await app.field(profile.name).fill('\u200b');
    await name.getByRole('button', { name: common.save }).click();
    await name.getByText('Braucht mindestens ein sichtbares Zeichen', { exact: true }).waitFor();
    await expectCleanPage(app.open, 'german-refused-form');
  });

  it('is refused in German although the texts of other pages are still on their way', async () => {
    const { page } = await app.browser.pageOf(app.crier, { locale: 'de-AT' });
    let bring = (): void => undefined;
    const brought = new Promise<void>((resolve) => {
      bring = resolve;
    });
    await page.route('**/assets/pages-*.js', async (route) => {
      await brought;
      await route.fallback();
    });
    await page.goto('/sign-in');
    const { fields, signIn } = german.auth;
    await page.getByLabel(fields.email).fill('nobody@example.com');
    await page.getByLabel(fields.password, { exact: true }).fill('not-the-password');
    const refused = page.waitForResponse('**/api/auth/login');
    await page.getByRole('button', { name: signIn.action, exact: true }).click();
    await refused;
    bring();
    await page.getByText('E-Mail-Adresse oder Passwort ist falsch').first().waitFor();
    await page.context().close();
  });
});
