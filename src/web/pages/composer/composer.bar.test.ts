/** The bar with the button that sends a post covers nothing that is reached: by scrolling, or by the
 * keyboard. */
import { afterEach, expect, it, jest } from '@jest/globals';
import { screenshot } from '../../../test/browser.ts';
import { composing } from '../../../test/composing.ts';
import { insertChannel } from '../../../test/insert-channel.ts';
import { coveredIn } from '../../../test/page-checks.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

jest.setTimeout(120_000);
const text = strings.composer;
const SOUP = Array.from({ length: 40 }, (_line, n) => `Soup of day ${n}`).join('\n');
const WINDOWS = [
  ['a phone', 390, 700],
  ['a screen at 200 %', 640, 450],
  ['a wide screen at 200 %', 960, 540],
  ['a screen', 1280, 800],
] as const;

describeWith([chromium], 'the bar of the composer', () => {
  let bluesky: string;
  const app = useWebApp({
    prepare: async (crier) => {
      bluesky = await insertChannel(crier, 'bluesky', { name: 'Ada' });
      await insertChannel(crier, 'mastodon', { name: 'Ben' });
      await crier.connect('sandbox', { name: 'Cafe Nord' });
    },
  });
  const { part, chooseFiles, endTest } = composing(app);
  afterEach(endTest);

  it.each(WINDOWS)('covers no field, button, counter or problem on %s', async (_, width, height) => {
    const { page } = app;
    await page.setViewportSize({ width, height });
    await page.goto(`/compose?channel=${bluesky}`);
    for (const name of ['Ben', 'Cafe Nord']) await page.getByRole('button', { name }).first().click();
    await app.press(text.thread.add);
    await part(1, 2).fill(SOUP);
    await part(2, 2).fill(SOUP);
    await chooseFiles(40);
    await page
      .getByText(/Bluesky allows 300/)
      .first()
      .waitFor();
    await page.getByRole('textbox', { name: text.media.alt(1) }).waitFor();
    await screenshot(page, `composer-bar-${width}`);
    const reached = 'main :is(a[href], button, input, textarea, select, [data-part] li)';
    expect({
      down: await coveredIn(page, reached),
      up: await coveredIn(page, reached, { back: true }),
    }).toEqual({ down: [], up: [] });
  });

  it.each(WINDOWS)(
    'leaves the line free that is written at the end of a long text on %s',
    async (_, width, height) => {
      const { page } = app;
      await page.setViewportSize({ width, height });
      await page.goto(`/compose?channel=${bluesky}`);
      const field = page.getByRole('textbox', { name: text.part.label, exact: true });
      await field.fill(SOUP.slice(0, 250));
      await page.evaluate('scrollTo(0, 0)');
      await field.press('Control+End');
      await page.keyboard.type('!');
      const isFree = await page.evaluate<boolean>(`(() => {
      const { x, bottom } = document.activeElement.getBoundingClientRect();
      return document.activeElement === document.elementFromPoint(x + 20, bottom - 20);
    })()`);
      expect(isFree).toBe(true);
    },
  );
});
