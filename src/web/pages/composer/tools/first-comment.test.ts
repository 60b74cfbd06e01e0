/** The first comment has a field of its own where further parts of a post are comments. */
import { afterEach, expect, it } from '@jest/globals';
import { composing } from '../../../../test/composing.ts';
import { sql } from '../../../../test/factories.ts';
import { insertChannel } from '../../../../test/insert-channel.ts';
import { eventually } from '../../../../test/instance.ts';
import { hasFocus, tabber } from '../../../../test/keyboard.ts';
import { expectCleanPage } from '../../../../test/page-checks.ts';
import { addPerson } from '../../../../test/person.ts';
import { chromium } from '../../../../test/servers/chromium.ts';
import { describeWith } from '../../../../test/servers/server.ts';
import { useWebApp } from '../../../../test/web-app.ts';
import { german } from '../../../strings/de/index.ts';
import { isolated } from '../../../format/text.ts';
import { strings } from '../../../strings/index.ts';

const text = strings.writing.comment;
const { hashtags } = strings.writing;

describeWith([chromium], 'the first comment', () => {
  let instagram: string;
  let sandbox: string;
  const app = useWebApp({
    prepare: async (crier) => {
      instagram = await insertChannel(crier, 'instagram', { name: 'Cafe Ada' });
      sandbox = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
    },
  });
  const { field, part, undo, endTest } = composing(app);
  afterEach(endTest);
  const comment = () => app.page.getByRole('textbox', { name: text.first, exact: true });
  const stored = async (): Promise<unknown> => {
    const [row] = await sql<{ parts: { text: string }[] }>(
      app.crier,
      "select document -> 'parts' as parts from composition order by updated_at desc limit 1",
    );
    return row?.parts.map((one) => one.text);
  };

  it('is written in its field with the keyboard, counted by itself, and gone with its last letter', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${instagram}`);
    await field().fill('Spring menu');
    await comment().waitFor();
    expect(await page.getByRole('button', { name: strings.composer.thread.add }).count()).toBe(0);
    const unseen: string[] = [];
    await tabber(page, unseen)(comment());
    await page.keyboard.type('#soup #cake');
    expect([await comment().inputValue(), unseen]).toEqual(['#soup #cake', []]);
    await page.getByRole('listitem').filter({ has: comment() }).getByText('289').waitFor();
    await eventually(
      'both are stored',
      async () => JSON.stringify(await stored()) === '["Spring menu","#soup #cake"]',
    );
    await expectCleanPage(app.open, 'composer-first-comment');
    await comment().fill('');
    await page.keyboard.type('Book');
    await page.keyboard.press('Backspace');
    expect(await comment().inputValue()).toBe('Boo');
    await comment().fill('');
    await eventually('the post is alone', async () => JSON.stringify(await stored()) === '["Spring menu"]');
  });

  it('takes hashtags with one click: those at the end of the text, or a set', async () => {
    await app.crier.call('POST', '/hashtag-sets', { body: { name: 'Bakery', tags: ['bread', 'cake'] } });
    const { page } = app;
    await page.goto(`/compose?channel=${instagram}`);
    await field().fill('Spring #menu, today\n\n#soup #lunch');
    const menu = page.getByRole('button', { name: hashtags.button, exact: true }).first();
    await menu.press('Enter');
    await page.getByText(hashtags.asComment).waitFor();
    await expectCleanPage(app.open, 'composer-hashtags-comment');
    await page.getByRole('menuitem', { name: hashtags.ofText }).press('Enter');
    await hasFocus(page, comment());
    expect([await field().inputValue(), await comment().inputValue()]).toEqual([
      'Spring #menu, today',
      '#soup #lunch',
    ]);
    await menu.click();
    expect(await page.getByRole('menuitem', { name: hashtags.ofText }).count()).toBe(0);
    await page.getByRole('menuitem', { name: 'Bakery' }).last().click();
    expect(await comment().inputValue()).toBe('#soup #lunch\n#bread #cake');
    const preview = page.getByRole('region', { name: strings.composer.preview.label });
    await preview.getByText(text.first, { exact: true }).waitFor();
  });

  it('comes back after it was removed by mistake', async () => {
    await app.page.goto(`/compose?channel=${instagram}`);
    await field().fill('Spring menu');
    await comment().fill('Book a table');
    await app.page.getByRole('button', { name: text.remove(text.first) }).click();
    expect(await comment().inputValue()).toBe('');
    await undo().click();
    await eventually('it is back', async () => (await comment().inputValue()) === 'Book a table');
  });

  it('is a part of a thread where another network has threads', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${sandbox}`);
    await page.getByRole('button', { name: 'Cafe Ada' }).first().click();
    await field().fill('Spring menu');
    expect(await comment().count()).toBe(0);
    await page.getByRole('button', { name: strings.composer.thread.add }).click();
    await part(2, 2).fill('Book a table');
    await page.getByText(text.on(isolated('Cafe Ada'))).waitFor();
  });

  it('is German for those who read German', async () => {
    const person = await addPerson(app.crier, { name: 'Zoe' });
    await person.call('PATCH', '/user/self', { body: { language: 'de' } });
    const { page } = await app.browser.pageOf(app.crier, { person, width: 390 });
    await page.goto(`/compose?channel=${instagram}`);
    await page.getByRole('textbox', { name: german.writing.comment.first, exact: true }).fill('Hallo');
    await page
      .getByRole('button', { name: german.writing.comment.remove(german.writing.comment.first) })
      .waitFor();
    await page.context().close();
  });
});
