/** A text that is too long for a network becomes a thread there, with one click. */
import { afterEach, expect, it } from '@jest/globals';
import { composing } from '../../../../test/composing.ts';
import { insertChannel } from '../../../../test/insert-channel.ts';
import { tabber } from '../../../../test/keyboard.ts';
import { expectCleanPage } from '../../../../test/page-checks.ts';
import { chromium } from '../../../../test/servers/chromium.ts';
import { describeWith } from '../../../../test/servers/server.ts';
import { useWebApp } from '../../../../test/web-app.ts';
import { isolated } from '../../../format/text.ts';
import { strings } from '../../../strings/index.ts';

const text = strings.writing.split;
const FIRST = `${'Soup of the day. '.repeat(15)}`.trim();
const LINK = 'https://cafe.example/menu';
const LONG = `${FIRST}\n\nSee ${LINK} and ask @ada.example.com`;

describeWith([chromium], 'a text that is too long', () => {
  let bluesky: string;
  let sandbox: string;
  const app = useWebApp({
    prepare: async (crier) => {
      bluesky = await insertChannel(crier, 'bluesky', { name: 'Ada' });
      await insertChannel(crier, 'instagram', { name: 'Cafe Ada' });
      sandbox = (await crier.connect('sandbox', { name: 'Cafe Nord' })).id;
    },
  });
  const { field, part, undo, holdUp, schedule, endTest } = composing(app);
  afterEach(endTest);
  const begin = async (...channels: string[]): Promise<void> => {
    await app.page.goto(`/compose?channel=${channels[0]}`);
    for (const name of channels.slice(1)) await app.page.getByRole('button', { name }).first().click();
    await field().fill(LONG);
  };
  const parts = (all: number): Promise<string[]> =>
    Promise.all(Array.from({ length: all }, (_, n) => part(n + 1, all).inputValue()));

  it('is split with the keyboard, where the network counts, and taken back with one undo', async () => {
    const { page } = app;
    await begin(bluesky, 'Cafe Nord');
    const unseen: string[] = [];
    await tabber(page, unseen)(page.getByRole('button', { name: text.button, exact: true }));
    await expectCleanPage(app.open, 'composer-split');
    await page.keyboard.press('Enter');
    await part(2, 2).waitFor();
    expect(await parts(2)).toEqual([FIRST, `See ${LINK} and ask @ada.example.com`]);
    await page.getByText(text.done(2)).waitFor();
    // The message leaves the button free that publishes.
    await schedule().click({ trial: true, timeout: 5000 });
    expect(await page.getByRole('button', { name: text.button, exact: true }).count()).toBe(0);
    await undo().click();
    await field().waitFor();
    expect([await field().inputValue(), unseen]).toEqual([LONG, []]);
  });

  it.each([false, true])(
    'keeps what was typed since when the split is taken back (numbered: %s)',
    async (numbered) => {
      const { page } = app;
      await begin(bluesky);
      if (numbered) await page.getByRole('checkbox', { name: text.numbered }).click();
      await page.getByRole('button', { name: text.button, exact: true }).click();
      await part(2, 2).waitFor();
      await part(2, 2).fill(`AFTER ${await part(2, 2).inputValue()}`);
      await undo().click();
      await field().waitFor();
      expect(await field().inputValue()).toBe(`${FIRST}\n\nAFTER See ${LINK} and ask @ada.example.com`);
    },
  );

  it('keeps what was typed since for the one channel that got the thread', async () => {
    const { page } = app;
    await begin(bluesky, 'Cafe Ada');
    await page.getByRole('button', { name: text.only(isolated('Ada')), exact: true }).click();
    await part(2, 2).waitFor();
    await part(2, 2).fill('AFTER');
    await undo().click();
    await field().waitFor();
    expect(await field().inputValue()).toBe(`${FIRST}\n\nAFTER`);
    await page.getByRole('button', { name: strings.composer.variations.others }).click();
    expect(await field().inputValue()).toBe(LONG);
  });

  it('has numbers if one likes', async () => {
    await begin(bluesky);
    await app.page.getByRole('checkbox', { name: text.numbered }).click();
    await app.page.getByRole('button', { name: text.button, exact: true }).click();
    await part(2, 2).waitFor();
    expect(await parts(2)).toEqual([`${FIRST} 1/2`, `See ${LINK} and ask @ada.example.com 2/2`]);
  });

  it('becomes a thread only where there are threads: the others keep the whole text', async () => {
    const { page } = app;
    await begin(bluesky, 'Cafe Ada');
    await page.getByRole('button', { name: text.only(isolated('Ada')), exact: true }).click();
    await part(2, 2).waitFor();
    expect(await parts(2)).toEqual([FIRST, `See ${LINK} and ask @ada.example.com`]);
    await page.getByRole('button', { name: strings.composer.variations.others }).click();
    expect(await field().inputValue()).toBe(LONG);
    await undo().click();
    await page.getByRole('button', { name: text.only(isolated('Ada')), exact: true }).waitFor();
  });

  it('is split as it is when the answer comes, with what was written meanwhile, here and in other parts', async () => {
    const { page } = app;
    await begin(bluesky);
    await page.getByRole('button', { name: strings.composer.thread.add }).click();
    const split = async (): Promise<() => Promise<unknown>> => {
      const go = await holdUp('**/api/posts/split');
      const asked = page.waitForRequest('**/api/posts/split');
      await page.getByRole('button', { name: text.button, exact: true }).click();
      await asked;
      return async () => {
        const answered = page.waitForResponse('**/api/posts/split');
        go();
        await answered;
      };
    };
    const answer = await split();
    await part(2, 2).fill('Cake');
    await answer();
    await part(3, 3).waitFor();
    expect(await parts(3)).toEqual([FIRST, `See ${LINK} and ask @ada.example.com`, 'Cake']);
    await part(1, 3).fill(LONG);
    const late = await split();
    await part(1, 3).fill(`${LONG}!`);
    await late();
    await part(4, 4).waitFor();
    expect((await parts(4)).slice(0, 2)).toEqual([FIRST, `See ${LINK} and ask @ada.example.com!`]);
  });

  it.each([
    ['fits by then', () => part(1, 2).fill('Soup'), ['Soup', 'Cake']],
    ['is gone by then', () => app.press(strings.composer.thread.remove(1)), ['Cake']],
  ])('is left as it is when it %s', async (_, change, left) => {
    const { page } = app;
    await begin(bluesky);
    await app.press(strings.composer.thread.add);
    await part(2, 2).fill('Cake');
    const go = await holdUp('**/api/posts/split');
    const asked = page.waitForRequest('**/api/posts/split');
    await app.press(text.button);
    await asked;
    await change();
    go();
    await page.waitForLoadState('networkidle');
    const written = page.locator('[data-part] textarea');
    expect(await Promise.all((await written.all()).map((one) => one.inputValue()))).toEqual(left);
    expect(await page.getByText(text.done(1)).count()).toBe(0);
  });

  it('that fits offers nothing', async () => {
    await begin(sandbox);
    await app.page
      .getByRole('list', { name: strings.composer.counters.label })
      .getByRole('listitem')
      .waitFor();
    expect(await app.page.getByRole('button', { name: text.button, exact: true }).count()).toBe(0);
  });
});
