/** Hashtag sets are made in the composer's menu, and written where the caret is. */
import { afterEach, expect, it } from '@jest/globals';
import { composing } from '../../../../test/composing.ts';
import { eventually } from '../../../../test/instance.ts';
import { hasFocus } from '../../../../test/keyboard.ts';
import { expectCleanPage } from '../../../../test/page-checks.ts';
import { addPerson } from '../../../../test/person.ts';
import { chromium } from '../../../../test/servers/chromium.ts';
import { describeWith } from '../../../../test/servers/server.ts';
import { useWebApp } from '../../../../test/web-app.ts';
import { german } from '../../../strings/de/index.ts';
import { strings } from '../../../strings/index.ts';

const text = strings.writing.hashtags;

describeWith([chromium], 'the hashtag sets of the composer', () => {
  let channel: string;
  const app = useWebApp({
    prepare: async (crier) => {
      channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
    },
  });
  const { field, dialog, endTest } = composing(app);
  afterEach(endTest);

  const openSets = async (): Promise<void> => {
    await app.page.getByRole('button', { name: strings.composer.menu.label, exact: true }).click();
    await app.page.getByRole('menuitem', { name: text.manage }).click();
  };
  const hashtags = () => app.page.getByRole('button', { name: text.button, exact: true });

  it('are made with the keyboard, changed, put at the caret, and deleted', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${channel}`);
    await field().fill('Fresh  today');
    expect(await hashtags().count()).toBe(0);
    await openSets();
    const sets = dialog(text.manage);
    await sets.getByText(text.empty).waitFor();
    await hasFocus(page, sets.getByRole('textbox', { name: text.name }));
    await page.keyboard.type('Bakery');
    await page.keyboard.press('Tab');
    await page.keyboard.type('#bread cake ');
    await sets.getByRole('button', { name: strings.common.save, exact: true }).press('Enter');
    await sets.getByText('#bread #cake').waitFor();
    await expectCleanPage(app.open, 'composer-hashtag-sets');
    await sets.getByRole('button', { name: /^Change .*Bakery/ }).click();
    await sets.getByRole('textbox', { name: text.name }).fill('Baking');
    await sets.getByRole('button', { name: strings.common.save, exact: true }).click();
    await sets.getByText('Baking').first().waitFor();
    await page.keyboard.press('Escape');
    await field().press('Home');
    for (let n = 0; n < 6; n++) await page.keyboard.press('ArrowRight');
    await hashtags().press('Enter');
    await page.getByRole('menuitem', { name: 'Baking' }).press('Enter');
    await hasFocus(page, field());
    expect(await field().inputValue()).toBe('Fresh #bread #cake today');
    await openSets();
    await sets.getByRole('button', { name: text.remove, exact: true }).click();
    await page.getByRole('dialog').last().getByRole('button', { name: text.remove, exact: true }).click();
    await sets.getByText(text.empty).waitFor();
    await page.keyboard.press('Escape');
    await hashtags().waitFor({ state: 'detached' });
    expect(await field().inputValue()).toBe('Fresh #bread #cake today');
  });

  it('are not lost while they are typed and the list changes', async () => {
    const person = await addPerson(app.crier, { name: 'Zoe' });
    await person.call('POST', '/hashtag-sets', { body: { name: 'Cakes', tags: ['cake'] } });
    await app.page.goto(`/compose?channel=${channel}`);
    await openSets();
    const sets = dialog(text.manage);
    const name = sets.getByRole('textbox', { name: text.name });
    await name.fill('Bakery');
    await sets.getByRole('combobox', { name: text.tags }).pressSequentially('bread,');
    await sets.getByRole('button', { name: text.remove, exact: true }).click();
    await app.page.getByRole('dialog').last().getByRole('button', { name: text.remove, exact: true }).click();
    await sets.getByText(text.empty).waitFor();
    expect(await name.inputValue()).toBe('Bakery');
    await sets.getByRole('button', { name: strings.common.save, exact: true }).click();
    await sets.getByText('#bread').waitFor();
    await eventually('the next one can be typed', async () => (await name.inputValue()) === '');
  });

  it('say what is wrong with a hashtag', async () => {
    await app.page.goto(`/compose?channel=${channel}`);
    await openSets();
    const sets = dialog(text.manage);
    await sets.getByRole('textbox', { name: text.name }).fill('Odd');
    await sets.getByRole('combobox', { name: text.tags }).pressSequentially('a#b,');
    await sets.getByRole('button', { name: strings.common.save, exact: true }).click();
    await sets
      .getByRole('alert')
      .getByText(/must be one hashtag, without spaces/)
      .waitFor();
  });

  it('are German for those who read German', async () => {
    const person = await addPerson(app.crier, { name: 'Zoe' });
    await person.call('PATCH', '/user/self', { body: { language: 'de' } });
    await person.call('POST', '/hashtag-sets', { body: { name: 'Backen', tags: ['brot'] } });
    const { page } = await app.browser.pageOf(app.crier, { person, width: 390 });
    await page.goto(`/compose?channel=${channel}`);
    await page.getByRole('button', { name: german.writing.hashtags.button, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Backen' }).click();
    const written = page.getByRole('textbox', { name: german.composer.part.label, exact: true });
    await eventually('the set is in the text', async () => (await written.inputValue()) === '#brot');
    await page.getByRole('button', { name: german.composer.menu.label, exact: true }).first().click();
    await page.getByRole('menuitem', { name: german.writing.hashtags.manage }).click();
    await page.getByText(german.writing.hashtags.help).waitFor();
    await page.context().close();
  });
});
