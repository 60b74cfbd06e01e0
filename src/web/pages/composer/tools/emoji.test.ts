/** Emojis are chosen in the composer, by name or by group, and written where the caret is. */
import { afterEach, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axe, overflow, screenshot } from '../../../../test/browser.ts';
import { composing } from '../../../../test/composing.ts';
import { eventually } from '../../../../test/instance.ts';
import { hasFocus, tabber } from '../../../../test/keyboard.ts';
import { storedBy } from '../../../../test/page-checks.ts';
import { addPerson } from '../../../../test/person.ts';
import { chromium } from '../../../../test/servers/chromium.ts';
import { describeWith } from '../../../../test/servers/server.ts';
import { useWebApp } from '../../../../test/web-app.ts';
import { german } from '../../../strings/de/index.ts';
import { strings } from '../../../strings/index.ts';

const text = strings.writing.emoji;

describeWith([chromium], 'the emojis of the composer', () => {
  let channel: string;
  const app = useWebApp({
    prepare: async (crier) => {
      channel = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
    },
  });
  const { field, endTest } = composing(app);
  afterEach(endTest);

  const begin = async (written: string): Promise<Page> => {
    await app.page.goto(`/compose?channel=${channel}`);
    await field().fill(written);
    return app.page;
  };
  const open = async (): Promise<void> => {
    await app.page.getByRole('button', { name: text.button, exact: true }).click();
    await app.page.getByLabel(text.search).waitFor();
  };

  it('are found by name and written at the caret, with the keyboard alone, and can be taken back', async () => {
    const page = await begin('Soup  today');
    await field().press('Home');
    for (let n = 0; n < 5; n++) await page.keyboard.press('ArrowRight');
    const unseen: string[] = [];
    await tabber(page, unseen)(page.getByRole('button', { name: text.button, exact: true }));
    await page.keyboard.press('Enter');
    await hasFocus(page, page.getByLabel(text.search));
    await page.keyboard.type('pepperoni');
    await page.getByText(text.one).waitFor({ state: 'attached' });
    // At once: the picker moves the focus a frame after the key, and may do so when it has been closed.
    await Promise.all([page.keyboard.press('ArrowDown'), page.keyboard.press('Enter')]);
    await hasFocus(page, field());
    expect(await field().inputValue()).toBe('Soup 🍕 today');
    await page.keyboard.type('!');
    expect([await field().inputValue(), unseen]).toEqual(['Soup 🍕! today', []]);
    await page.keyboard.press('Control+z');
    // The browser may count what was typed right after it to the same step.
    if ((await field().inputValue()) !== 'Soup  today') await page.keyboard.press('Control+z');
    expect(await field().inputValue()).toBe('Soup  today');
  });

  it('are all from this instance, and leave nothing in the browser', async () => {
    const page = await begin('Soup');
    await open();
    await page
      .getByRole('gridcell', { name: /grinning/i })
      .first()
      .waitFor();
    // The picker's list is a <ul> with the role of a grid: against ARIA in HTML, but read out as a grid.
    const found = (await axe(page)).filter((one) => !one.startsWith('aria-allowed-role: '));
    expect([found, await overflow(page), app.open.complaints, await storedBy(page)]).toEqual([[], 0, [], []]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overflow(page)).toBe(0);
    await screenshot(page, 'composer-emoji');
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.keyboard.press('Escape');
    await page.getByLabel(text.search).waitFor({ state: 'detached' });
    await hasFocus(page, page.getByRole('button', { name: text.button, exact: true }));
    expect(
      app.urls.filter((url) => !url.startsWith(app.crier.url) && !/^(data|about|blob):/.test(url)),
    ).toEqual([]);
  });

  it('have the skin tone that the person chose, everywhere and from then on', async () => {
    const page = await begin('Hi ');
    await open();
    const saved = page.waitForResponse('**/api/user/self');
    await page.getByRole('button', { name: text.tones.neutral }).click();
    await page.getByRole('button', { name: text.tones.medium }).click();
    expect((await saved).status()).toBe(200);
    await page.reload();
    await field().fill('Hi ');
    await open();
    await page.getByLabel(text.search).fill('waving');
    await page
      .getByRole('gridcell', { name: /waving/ })
      .first()
      .click();
    expect(await field().inputValue()).toBe('Hi 👋🏽');
  });

  it('are named in German for those who read German', async () => {
    const person = await addPerson(app.crier, { name: 'Zoe' });
    await person.call('PATCH', '/user/self', { body: { language: 'de' } });
    const { page } = await app.browser.pageOf(app.crier, { person, width: 390 });
    await page.goto(`/compose?channel=${channel}`);
    await page.getByRole('button', { name: german.writing.emoji.button, exact: true }).click();
    await page.getByLabel(german.writing.emoji.search).fill('Erdbeere');
    await page.getByRole('gridcell', { name: /Erdbeere/ }).click();
    await eventually(
      'the strawberry is in the text',
      async () =>
        (await page.getByRole('textbox', { name: german.composer.part.label, exact: true }).inputValue()) ===
        '🍓',
    );
    await page.context().close();
  });
});
