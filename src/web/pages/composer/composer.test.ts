/**
 * Writing a post: the composer in a real browser, with its drafts and windows. A thread for three networks,
 * on their own servers, is in src/test/e2e/web-app.test.ts.
 */
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { freeze } from '../../../platform/freeze.ts';
import { sql } from '../../../test/factories.ts';
import { insertChannel } from '../../../test/insert-channel.ts';
import { expectCleanPage } from '../../../test/page-checks.ts';
import { addPerson } from '../../../test/person.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';

const text = strings.composer;

describeWith([chromium], 'the composer', () => {
  const app = useWebApp({
    prepare: async (crier) => {
      await crier.connect('sandbox', { name: 'Cafe Nord' });
      await insertChannel(crier, 'mastodon', { name: 'Nord on Mastodon' });
    },
  });
  const choose = (page: Page, name: string): Promise<void> =>
    page.getByRole('button', { name, exact: true }).first().click();
  const schedule = (page: Page) => page.getByRole('button', { name: /^Schedule/ });
  const write = (page: Page, message: string): Promise<void> =>
    page.getByRole('textbox', { name: text.part.label, exact: true }).fill(message);
  const saved = (page: Page): Promise<void> => page.getByText(/^Saved /).waitFor();
  const drafts = async (): Promise<{ id: string; text: string }[]> =>
    sql(app.crier, "select id, document #>> '{parts,0,text}' as text from composition order by created_at");

  it('saves itself, and a closed tab loses nothing', async () => {
    const { page } = app;
    await page.goto('/compose');
    await choose(page, 'Cafe Nord');
    await write(page, 'Half a thought');
    await saved(page);
    const [draft] = await drafts();
    expect(draft?.text).toBe('Half a thought');
    expect(new URL(page.url()).pathname).toBe(`/compose/${draft?.id}`);
    await write(page, 'A whole thought');
    // Left before the moment has passed after which it saves.
    await page.goto('/');
    await page.goto(`/compose/${draft?.id}`);
    const field = page.getByRole('textbox', { name: text.part.label, exact: true });
    await field.waitFor();
    expect(await field.inputValue()).toBe('A whole thought');
  });

  it('shows an example of a post before a channel is chosen', async () => {
    const { page } = app;
    await page.goto('/compose');
    const preview = page.getByRole('region', { name: text.preview.label });
    await preview.getByText(text.preview.none).waitFor();
    await write(page, 'For nobody yet');
    await preview.getByRole('article').getByText('For nobody yet').waitFor();
    await choose(page, 'Nord on Mastodon');
    await preview.getByText(text.preview.none).waitFor({ state: 'detached' });
    await preview.getByRole('article').getByText('Nord on Mastodon').waitFor();
  });

  it('gives one channel a text of its own, which its preview shows', async () => {
    const { page } = app;
    await page.goto('/compose');
    for (const name of ['Cafe Nord', 'Nord on Mastodon']) await choose(page, name);
    await write(page, 'For everybody');
    await page.getByRole('button', { name: text.variations.customise, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Nord on Mastodon' }).click();
    await write(page, 'For the fediverse @ada@example.social');
    const preview = page.getByRole('region', { name: text.preview.label });
    await preview.getByText('For the fediverse').waitFor();
    await page.getByRole('button', { name: text.variations.others }).click();
    await preview.getByRole('button', { name: 'Cafe Nord' }).click();
    await preview.getByText('For everybody').waitFor();
    await expectCleanPage(app.open, 'composer-variations');
  });

  it('asks before it publishes at once, and never sends a date that has passed', async () => {
    const { page } = app;
    await sql(app.crier, 'delete from post');
    await page.goto('/compose?date=2020-01-01T00:00:00Z');
    await choose(page, 'Cafe Nord');
    await write(page, 'Too late');
    await page.getByText(text.when.past).waitFor();
    await schedule(page).click();
    expect(await sql(app.crier, 'select id from post')).toEqual([]);
    await page.getByText(text.when.kinds.now, { exact: true }).click();
    await page.getByRole('button', { name: text.send.now, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: text.dialogs.publishNow(1) });
    await dialog.getByRole('button', { name: strings.common.cancel }).click();
    expect(await sql(app.crier, 'select id from post')).toEqual([]);
    await page.getByRole('button', { name: text.send.now, exact: true }).click();
    await dialog.getByRole('button', { name: text.send.now }).click();
    await page.getByRole('heading', { name: text.result.publishing }).waitFor();
    await expectCleanPage(app.open, 'composer-result');
    expect(await sql(app.crier, 'select id from post')).toHaveLength(1);
    expect(await drafts()).not.toContainEqual(expect.objectContaining({ text: 'Too late' }));
    await page.getByRole('link', { name: 'Cafe Nord' }).click();
    await page.waitForURL(/\/posts\//);
  });

  it('promises nothing for now while publishing is frozen: the post waits, and that is said', async () => {
    const { page } = app;
    await sql(app.crier, 'delete from post');
    const { organizationId, context } = app.crier;
    await freeze(context.database, { organizationId }, { reason: 'stocktaking', waitMs: 0 });
    await page.goto('/compose');
    await page.getByText('stocktaking').waitFor();
    await choose(page, 'Cafe Nord');
    await write(page, 'Not yet');
    await page.getByText(text.when.kinds.now, { exact: true }).click();
    await page.getByRole('button', { name: text.send.now, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: text.dialogs.publishNow(1) });
    await dialog.getByText(text.dialogs.publishNowFrozen([isolated('Cafe Nord')])).waitFor();
    await dialog.getByRole('button', { name: text.send.now }).click();
    await page.getByRole('heading', { name: text.result.frozen }).waitFor();
    expect(await sql(app.crier, 'select state from post')).toEqual([{ state: 'scheduled' }]);
    await sql(app.crier, 'update organization set frozen_at = null, frozen_reason = null');
  });

  it('warns two windows of each other: the newer text wins only after asking', async () => {
    const { page } = app;
    await page.goto('/compose');
    await choose(page, 'Cafe Nord');
    await write(page, 'Of Ada');
    await saved(page);
    const mia = await addPerson(app.crier, { name: 'Mia', role: 'member' });
    const other = await app.browser.pageOf(app.crier, { person: mia });
    await other.page.goto(page.url());
    await write(other.page, 'Of Mia');
    await saved(other.page);
    await write(page, 'Of Ada, again');
    const asked = page.getByRole('dialog', { name: /Mia.* changed this draft at \d\d:\d\d/ });
    await asked.waitFor();
    await expectCleanPage(app.open, 'composer-conflict');
    await asked.getByRole('button', { name: text.dialogs.keepMine }).click();
    await saved(page);
    expect((await drafts()).at(-1)?.text).toBe('Of Ada, again');
    // Now the other window is the one that has not seen the newest text.
    await write(other.page, 'Of Mia, again');
    await other.page.getByRole('dialog').getByRole('button', { name: text.dialogs.openNewer }).click();
    const field = other.page.getByRole('textbox', { name: text.part.label, exact: true });
    await other.page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('Of Ada, again');
    // A person who cannot choose keeps both, as two drafts.
    const first = page.url();
    await write(other.page, 'Of Mia, at last');
    await saved(other.page);
    await write(page, 'Of Ada, at last');
    await page.getByRole('dialog').getByRole('button', { name: text.dialogs.keepBoth }).click();
    await page.waitForURL((url) => url.href !== first);
    await saved(page);
    const both = (await drafts()).map((draft) => draft.text);
    expect(both).toEqual(expect.arrayContaining(['Of Mia, at last', 'Of Ada, at last']));
    expect(await page.getByRole('textbox', { name: text.part.label, exact: true }).inputValue()).toBe(
      'Of Ada, at last',
    );
    await other.page.context().close();
  });
});
