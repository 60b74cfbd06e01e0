/** States of the web app that a URL alone does not show: what a person does until each is there. */
import type { Page } from 'playwright-core';
import type { mediaTags } from '../web/strings/en/media-tags.ts';
import type { Strings } from '../web/strings/index.ts';
import type { Words } from '../web/strings/words.ts';

/** A state: where it begins, and what leads to it. */
export interface State {
  readonly path: string;
  /** Whether it needs the service worker of the installed app. */
  readonly installed?: boolean;
  act(page: Page): Promise<unknown>;
}

const LONG =
  'How we roast. Green beans are dense and smell of hay; the drum is at 200 degrees when they go in. After nine minutes the first of them crack, like popcorn, and from then on every second counts. We stop early, because we want to taste the fruit and not the fire. Come and see it: every Thursday from four.';
const PROBLEMS = `date,text,channel
2031-05-04 09:00,Spring menu from Monday,Cafe Nord
soon,Brunch on Sunday,Cafe Nord
2031-05-06 09:00,,Cafe Nord
2031-05-07 09:00,Opening hours in June,Cafe Sued
`;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first();

const SPRING = 'Spring menu from Monday: asparagus and rhubarb cake. #vienna https://cafe-nord.example/menu';
const SHARE = `(() => {
  const form = Object.assign(document.createElement('form'), { action: '/share', method: 'POST', enctype: 'multipart/form-data' });
  form.append(Object.assign(document.createElement('textarea'), { name: 'text', value: 'Soup of the day' }));
  document.body.append(form);
  form.submit();
})()`;

/** The states by their names, with the words of a language. */
export function statesIn(strings: Strings, tags: Words<typeof mediaTags>): Readonly<Record<string, State>> {
  const { composer: text, writing, calendar, palette, channels, series, table } = strings;
  const field = (page: Page) => page.getByRole('textbox', { name: text.part.label, exact: true });
  /** Chooses channels by their names, and writes. */
  async function write(page: Page, names: readonly string[], words: string): Promise<void> {
    for (const name of names) await button(page, name).click();
    await field(page).fill(words);
  }
  const composing = (
    names: readonly string[],
    words: string,
    act: (page: Page) => Promise<unknown>,
  ): State => ({
    path: '/compose',
    act: async (page) => {
      await write(page, names, words);
      await act(page);
    },
  });

  return {
    'compose-previews': composing(
      ['Cafe Nord', 'cafe-nord.example', 'Cafe Nord GmbH'],
      SPRING,
      async (page) => {
        await button(page, text.part.library).click();
        const dialog = page.getByRole('dialog', { name: strings.media.picker.title });
        await dialog.locator('img').first().click();
        await dialog.getByRole('button', { name: strings.media.picker.use(1), exact: true }).click();
        await page.getByRole('textbox', { name: text.media.alt(1) }).fill('A double bass under a lamp');
      },
    ),
    'compose-emoji': composing(['Cafe Nord'], 'Soup of the day', async (page) => {
      await button(page, writing.emoji.button).click();
      await page.getByLabel(writing.emoji.search).waitFor();
    }),
    'compose-hashtags': composing(['Cafe Nord'], 'Soup of the day', async (page) => {
      await button(page, writing.hashtags.button).click();
      await page.getByRole('menuitem').first().waitFor();
    }),
    'compose-hashtag-sets': composing(['Cafe Nord'], 'Soup of the day', async (page) => {
      await button(page, text.menu.label).click();
      await page.getByRole('menuitem', { name: writing.hashtags.manage }).click();
    }),
    'compose-mentions': composing(['Cafe Nord'], 'Tonight with ', async (page) => {
      const output = ['meyer', 'meyerhof', 'mezzanine'].map((name) => ({
        id: name,
        label: `${name}@vienna.example`,
        mention: `@${name}@vienna.example`,
      }));
      await page.route('**/api/integration-trigger/*', (route) =>
        route.fulfill({ status: 201, json: { output } }),
      );
      await field(page).press('End');
      await page.keyboard.type('@me');
      await page.getByRole('option').first().waitFor();
    }),
    'compose-split': composing(['cafe-nord.example'], LONG, (page) =>
      button(page, writing.split.button).waitFor(),
    ),
    'compose-comment': composing(['Cafe Nord GmbH'], 'Opening hours in June', (page) =>
      page
        .getByRole('textbox', { name: writing.comment.first, exact: true })
        .fill('The table is in the link.'),
    ),
    series: {
      path: '/compose?date=2031-05-05T07:00:00Z',
      act: async (page) => {
        await write(page, ['Cafe Nord test'], 'Lunch at twelve');
        await button(page, series.repeat).click();
        await page.getByRole('dialog', { name: series.title }).getByRole('listitem').nth(4).waitFor();
      },
    },
    import: {
      path: '/posts/import',
      act: async (page) => {
        const chooser = page.waitForEvent('filechooser');
        await button(page, table.file).click();
        const file = { name: 'plan.csv', mimeType: 'text/csv', buffer: Buffer.from(PROBLEMS) };
        await (await chooser).setFiles(file);
        await page.getByText(table.problems(3)).waitFor();
      },
    },
    'calendar-month': {
      path: '/calendar?view=month',
      act: (page) => page.locator('[data-post]').first().waitFor({ state: 'attached' }),
    },
    'calendar-selected': {
      path: '/calendar?view=list',
      act: async (page) => {
        const posts = page.locator('[data-post]');
        await posts.first().waitFor();
        await button(page, calendar.bulk.select).click();
        for (const n of [-1, -2, -3]) await posts.nth(n).click();
        await page.getByRole('region', { name: calendar.bulk.label }).waitFor();
      },
    },
    'media-tags': {
      path: '/media',
      act: async (page) => {
        await button(page, tags.select).click();
        for (const name of ['jazz.jpg', 'roastery.jpg']) {
          await page.locator('button[class*=tile]').filter({ hasText: name }).click();
        }
      },
    },
    palette: {
      path: '/',
      act: async (page) => {
        await page.locator('[data-post], main li').first().waitFor();
        await page.keyboard.press('Control+k');
        await page.getByPlaceholder(palette.placeholder).fill('cafe');
        await page.getByRole('dialog').getByText('Cafe Nord', { exact: true }).first().waitFor();
      },
    },
    'app-guide': {
      path: '/channels',
      act: async (page) => {
        await page
          .getByRole('region', { name: channels.networks.title })
          .getByRole('button', { name: 'LinkedIn' })
          .first()
          .click();
        await page.getByRole('dialog').getByLabel(channels.ownApp.clientId).waitFor();
      },
    },
    share: {
      path: '/drafts',
      installed: true,
      act: async (page) => {
        await page.evaluate(SHARE);
        await page.getByRole('dialog', { name: text.share.question }).waitFor();
      },
    },
    offline: {
      path: '/drafts',
      installed: true,
      act: async (page) => {
        await page.context().setOffline(true);
        await page.reload();
        await page.getByRole('heading').first().waitFor();
      },
    },
  };
}
