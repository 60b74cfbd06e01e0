/**
 * Settings in the composer whose choices the network itself lists: Reddit's subreddits, TikTok's privacy
 * levels.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { insertChannel } from '../test/insert-channel.ts';
import { startInstance } from '../test/instance.ts';
import { startReddit, type Reddit } from '../test/networks/reddit/server.ts';
import { startTikTok, type TikTok } from '../test/networks/tiktok/server.ts';
import { expectCleanPage } from '../test/page-checks.ts';
import { chromium } from '../test/servers/chromium.ts';
import { describeWith } from '../test/servers/server.ts';
import { sql } from '../test/factories.ts';
import { useWebApp } from '../test/web-app.ts';
import { strings } from './strings/index.ts';

const text = strings.composer;

describeWith([chromium], 'the composer', () => {
  let reddit: Reddit;
  let tiktok: TikTok;
  beforeAll(async () => {
    tiktok = await startTikTok();
    reddit = await startReddit();
    reddit.addSubreddit({
      name: 'cafes',
      flairRequired: true,
      flairs: [{ id: 'f1', text: 'Opening hours', mod_only: false }],
    });
  });
  afterAll(async () => {
    await reddit?.stop();
    await tiktok?.stop();
  });
  const app = useWebApp({
    start: () =>
      startInstance({ temporal: false, env: { REDDIT_API_URL: reddit.url, TIKTOK_API_URL: tiktok.url } }),
    prepare: async (crier) => {
      await insertChannel(crier, 'reddit', {
        name: 'ada',
        credentials: reddit.createToken(reddit.createAccount('ada')),
        details: { username: 'ada' },
      });
      const { token } = tiktok.createToken(tiktok.createAccount('grace', { options: ['SELF_ONLY'] }));
      await insertChannel(crier, 'tiktok', {
        name: 'grace',
        credentials: { accessToken: token },
        details: { username: 'grace' },
      });
    },
  });

  it('of a post to Reddit finds subreddits while one types, and lists the flairs of the one that is chosen', async () => {
    const { page } = app;
    page.setDefaultTimeout(20_000);
    await page.goto('/compose');
    await page.getByRole('button', { name: 'ada', exact: true }).first().click();
    await page.getByRole('textbox', { name: text.part.label, exact: true }).fill('Open till ten');
    await page.getByRole('button', { name: text.settings.addEntry('Subreddit') }).click();
    await page.getByRole('combobox', { name: 'Subreddit' }).fill('caf');
    await page.getByRole('option', { name: 'r/cafes' }).click();
    await page.getByRole('combobox', { name: 'Flair', exact: true }).click();
    await page.getByRole('option', { name: 'Opening hours' }).click();
    await page.getByText(/^Saved /).waitFor();
    const drafts = await sql<{ settings: Record<string, unknown> }>(
      app.crier,
      "select document -> 'settings' as settings from composition",
    );
    expect(Object.values(drafts[0]?.settings ?? {})).toEqual([
      { subreddit: [{ value: { subreddit: 'cafes', flair: { id: 'f1', name: 'Opening hours' } } }] },
    ]);
    await expectCleanPage(app.open, 'composer-reddit');
  });

  it('of a post to TikTok offers the privacy levels that the account may choose, and no other', async () => {
    const { page } = app;
    await page.goto('/compose');
    await page.getByRole('button', { name: 'grace', exact: true }).first().click();
    await page.getByRole('textbox', { name: text.part.label, exact: true }).fill('Open till ten');
    await page.getByRole('combobox', { name: 'Privacy level' }).click();
    expect(await page.getByRole('listbox').getByRole('option').allInnerTexts()).toEqual(['Only you']);
    await page.getByRole('option', { name: 'Only you' }).click();
    await page.getByText(/^Saved /).waitFor();
    await expectCleanPage(app.open, 'composer-tiktok');
  });
});
