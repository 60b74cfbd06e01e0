/** What people see and do around the texts: counters and problems, files from anywhere, descriptions. */
import { afterEach, expect, it } from '@jest/globals';
import { composing } from '../../../../test/composing.ts';
import { png } from '../../../../test/factories.ts';
import { insertChannel } from '../../../../test/insert-channel.ts';
import { chromium } from '../../../../test/servers/chromium.ts';
import { describeWith } from '../../../../test/servers/server.ts';
import { useWebApp } from '../../../../test/web-app.ts';
import { strings } from '../../../strings/index.ts';

const text = strings.composer;

describeWith([chromium], 'in the composer', () => {
  let bluesky: string;
  const app = useWebApp({
    prepare: async (crier) => {
      bluesky = await insertChannel(crier, 'bluesky', { name: 'Ada' });
      await crier.connect('sandbox', { name: 'Cafe Nord' });
    },
  });
  const { field, part, chooseFiles, endTest } = composing(app);
  afterEach(endTest);

  it.each([
    ['a screen', 1280, 900],
    ['a screen at 200 %', 640, 450],
    ['a phone', 390, 844],
  ])('counters and problems of a long text are above the bar on %s', async (_, width, height) => {
    const { page } = app;
    await page.setViewportSize({ width, height });
    await page.goto(`/compose?channel=${bluesky}`);
    await field().fill(Array.from({ length: 60 }, (_line, n) => `Soup of day ${n}`).join('\n'));
    const problem = page.getByText(/Bluesky allows 300/).first();
    await problem.waitFor();
    await field().press('Control+Home');
    const seen = async (pattern: string): Promise<boolean> =>
      page.evaluate<boolean>(`(() => {
        const one = [...document.querySelectorAll('[data-part] li')].find((item) => /${pattern}/.test(item.textContent));
        const { x, y, width, height } = one.getBoundingClientRect();
        const at = document.elementFromPoint(x + width / 2, y + height / 2);
        return y >= 0 && y + height <= innerHeight && one.contains(at);
      })()`);
    expect([await seen('Bluesky allows 300'), await seen('^−?-?[0-9,.]+$')]).toEqual([true, true]);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  /** Files arrive on an element, as from a folder. */
  const arrive = (type: 'drop' | 'paste', selector: string, name: string): Promise<boolean> =>
    app.page.evaluate<boolean>(`(() => {
      const bytes = Uint8Array.from(atob('${Buffer.from(png(30, 20)).toString('base64')}'), (one) => one.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], '${name}', { type: 'image/png' }));
      const event = '${type}' === 'drop'
        ? new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data })
        : new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data });
      return !document.querySelector('${selector}').dispatchEvent(event);
    })()`);
  const pictures = (n: number, all: number) =>
    app.page
      .getByRole('listitem')
      .filter({ has: part(n, all) })
      .getByRole('list', { name: text.media.label });

  it('files that are dropped or pasted anywhere go to the part that had the focus', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${bluesky}`);
    await field().fill('One');
    await page.getByRole('button', { name: text.thread.add }).click();
    await part(2, 2).fill('Two');
    expect(await arrive('drop', 'h1', 'dropped.png')).toBe(true);
    await pictures(2, 2).locator('img').first().waitFor();
    await part(1, 2).focus();
    await page.getByRole('combobox', { name: text.tags }).focus();
    expect(await arrive('paste', 'body', 'pasted.png')).toBe(true);
    await pictures(1, 2).locator('img').first().waitFor();
    expect(await pictures(2, 2).locator('img').count()).toBe(1);
  });

  it('files that are dropped while a window is open are not taken', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${bluesky}`);
    await field().fill('One');
    await page.getByRole('button', { name: text.menu.label, exact: true }).click();
    await page.getByRole('menuitem', { name: strings.writing.hashtags.manage }).click();
    await page.getByRole('dialog').waitFor();
    await arrive('drop', '[aria-modal]', 'dropped.png');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('list', { name: text.media.label }).count()).toBe(0);
  });

  it('a file is described once for all channels, and asked for once', async () => {
    const { page } = app;
    await page.goto(`/compose?channel=${bluesky}`);
    await page.getByRole('button', { name: 'Cafe Nord' }).first().click();
    await field().fill('One');
    await chooseFiles(40);
    const reminder = page.getByText(text.media.reminder(1));
    await reminder.waitFor();
    await page.getByRole('button', { name: text.variations.customise, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Cafe Nord' }).click();
    const alt = page.getByRole('textbox', { name: text.media.alt(1) });
    await alt.waitFor();
    expect(await reminder.count()).toBe(0);
    await alt.fill('Soup on a table');
    await page.getByRole('button', { name: text.variations.others }).click();
    expect([await alt.inputValue(), await reminder.count()]).toEqual(['Soup on a table', 0]);
    await alt.fill('Soup');
    await page
      .getByRole('group', { name: text.variations.label })
      .getByRole('button', { name: 'Cafe Nord' })
      .click();
    expect(await alt.inputValue()).toBe('Soup');
  });
});
