/** The composer over the calendar: Escape closes the innermost thing alone, and Back closes the composer. */
import { beforeEach, expect, it, jest } from '@jest/globals';
import { composing } from '../../../test/composing.ts';
import { sql } from '../../../test/factories.ts';
import { insertChannel } from '../../../test/insert-channel.ts';
import { eventually } from '../../../test/instance.ts';
import { hasFocus } from '../../../test/keyboard.ts';
import { closeFirstRun } from '../../../test/page-checks.ts';
import { urlOf } from '../../../test/pages.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

jest.setTimeout(60_000);
const text = strings.composer;
const { hashtags } = strings.writing;
const WEEK = '/calendar?view=week&day=2031-05-14';

describeWith([chromium], 'the composer over the calendar', () => {
  const app = useWebApp({
    prepare: async (crier) => {
      await closeFirstRun(crier);
      await sql(crier, "update organization set time_zone = 'Europe/Berlin'");
      await insertChannel(crier, 'mastodon', { name: 'Cafe Nord' });
      await crier.call('POST', '/hashtag-sets', { body: { name: 'Bakery', tags: ['bread'] } });
    },
  });
  const { field, part, dialog } = composing(app);
  const drawer = () => dialog(text.titles.new);
  const button = (name: string | RegExp) => app.page.getByRole('button', { name, exact: true });
  const free = () => button(strings.calendar.writeAt('Saturday 17 May', '09:00'));
  const escape = (): Promise<void> => app.page.keyboard.press('Escape');
  const isOpen = async (): Promise<void> => {
    expect([await drawer().count(), await field().inputValue()]).toEqual([1, 'Soup']);
  };
  const openDrawer = async (): Promise<void> => {
    await free().click();
    await button('Cafe Nord').click();
    await field().fill('Soup');
    await app.page.getByText(/^Saved /).waitFor();
  };
  beforeEach(async () => {
    await app.page.goto('/');
    await app.page.goto(WEEK);
    await openDrawer();
  });

  it.each<[string, () => Promise<{ waitFor(options: { state: 'detached' | 'visible' }): Promise<void> }>]>([
    [
      'the emojis',
      async () => {
        await button(strings.writing.emoji.button).click();
        const search = app.page.getByLabel(strings.writing.emoji.search);
        await hasFocus(app.page, search);
        return search;
      },
    ],
    [
      'a menu',
      async () => {
        await button(hashtags.button).press('Enter');
        return app.page.getByRole('menuitem', { name: 'Bakery' });
      },
    ],
    [
      'the hashtag sets',
      async () => {
        await button(text.menu.label).click();
        await app.page.getByRole('menuitem', { name: hashtags.manage }).click();
        return dialog(hashtags.manage);
      },
    ],
    [
      'the rule of a series',
      async () => {
        await button(strings.series.repeat).click();
        return dialog(strings.series.title);
      },
    ],
    [
      'the library',
      async () => {
        await button(text.part.library).click();
        return dialog(strings.media.picker.title);
      },
    ],
    [
      'the list of pages and posts',
      async () => {
        await app.page.keyboard.press('Control+k');
        return app.page.getByRole('dialog', { name: strings.palette.title });
      },
    ],
  ])('stays open when Escape closes %s', async (_, open) => {
    const inner = await open();
    await inner.waitFor({ state: 'visible' });
    await escape();
    await inner.waitFor({ state: 'detached' });
    await isOpen();
    await escape();
    await drawer().waitFor({ state: 'detached' });
  });

  it('stays open when Escape closes the people that an "@" may mean', async () => {
    await app.page.route('**/api/integration-trigger/*', (route) =>
      route.fulfill({ status: 201, json: { output: [{ label: 'Ada', mention: '@ada' }] } }),
    );
    await field().fill('');
    await field().pressSequentially('Hi @ad');
    const people = app.page.getByRole('option', { name: 'Ada' });
    await people.waitFor();
    await escape();
    await people.waitFor({ state: 'detached' });
    expect([await drawer().count(), await field().inputValue()]).toEqual([1, 'Hi @ad']);
  });

  it('stays open when Escape answers a question in a window above it, and that window stays as well', async () => {
    await button(text.menu.label).click();
    await app.page.getByRole('menuitem', { name: hashtags.manage }).click();
    const sets = dialog(hashtags.manage);
    await sets.getByRole('button', { name: hashtags.remove, exact: true }).click();
    const question = app.page.getByRole('dialog', { name: /Bakery/ });
    await question.waitFor();
    await escape();
    await question.waitFor({ state: 'detached' });
    expect([await sets.count(), await drawer().count()]).toEqual([1, 1]);
  });

  it('stays open when Escape puts a part back that was picked up', async () => {
    await button(text.thread.add).click();
    await part(2, 2).fill('Cake');
    const handle = button(text.thread.move(2));
    await handle.press(' ');
    await app.page.keyboard.press('ArrowUp');
    await escape();
    await eventually('it was put back', async () => (await part(2, 2).inputValue()) === 'Cake');
    expect(await drawer().count()).toBe(1);
  });

  it('is closed by Back, opened again by Forward, and left by Back alone', async () => {
    await app.page.goBack();
    await drawer().waitFor({ state: 'detached' });
    expect(urlOf(app.page)).toBe(WEEK);
    await app.page.goForward();
    await drawer().waitFor();
    await button(strings.common.close).first().dblclick();
    await drawer().waitFor({ state: 'detached' });
    expect(urlOf(app.page)).toBe(WEEK);
    await app.page.goBack();
    await app.page.waitForURL((url) => url.pathname === '/');
  });

  it('is not opened by a page that is loaded again', async () => {
    await app.page.reload();
    await free().waitFor();
    expect(await drawer().count()).toBe(0);
  });
});
