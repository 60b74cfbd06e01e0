/**
 * Settings in the composer whose choices the network itself lists: Reddit's subreddits, TikTok's privacy
 * levels.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { insertChannel } from '../../../test/insert-channel.ts';
import { startInstance } from '../../../test/instance.ts';
import { startReddit, type Reddit } from '../../../test/networks/reddit/server.ts';
import { startTikTok, type TikTok } from '../../../test/networks/tiktok/server.ts';
import { expectCleanPage } from '../../../test/page-checks.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { png, sql } from '../../../test/factories.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { strings } from '../../strings/index.ts';

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
      const { token } = tiktok.createToken(
        tiktok.createAccount('grace', {
          displayName: "Grace's Café",
          options: ['SELF_ONLY'],
          commentsOff: true,
        }),
      );
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

  // developers.tiktok.com/doc/content-sharing-guidelines, "Required UX Implementation in Your App".
  it('of a post to TikTok shows what its audit looks for', async () => {
    const { page } = app;
    await page.goto('/compose');
    await page.getByRole('button', { name: 'grace', exact: true }).first().click();
    await page.getByRole('textbox', { name: text.part.label, exact: true }).fill('Open till ten');
    await page.getByText(/^Posting as .*Grace's Café/).waitFor();
    expect(await page.getByRole('switch', { name: 'Comment' }).isDisabled()).toBe(true);
    for (const name of ['Privacy level', 'Duet', 'Stitch']) {
      expect(await page.getByRole('combobox', { name, exact: true }).inputValue()).toBe('');
    }
    const consent = page.getByText(/By posting, you agree to/);
    expect(await consent.innerText()).toContain("TikTok's Music Usage Confirmation.");
    await page.getByText('Until TikTok has audited the app of this instance').waitFor({ state: 'hidden' });
    await page.getByRole('combobox', { name: 'How to publish' }).selectOption('DIRECT_POST');
    await page.getByText('Until TikTok has audited the app of this instance').waitFor();
    await page.getByRole('combobox', { name: 'Paid partnership' }).selectOption('true');
    await page.getByText('TikTok will label the post "Paid partnership".').waitFor();
    expect(await consent.innerText()).toContain("TikTok's Branded Content Policy and TikTok's Music");
    const links = await consent.getByRole('link').all();
    expect(await Promise.all(links.map((link) => link.getAttribute('href')))).toEqual([
      'https://www.tiktok.com/legal/page/global/bc-policy/en',
      'https://www.tiktok.com/legal/page/global/music-usage-confirmation/en',
    ]);
    await page.getByRole('switch', { name: 'Video made with AI' }).press('Space');
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'soup.png', mimeType: 'image/png', buffer: Buffer.from(png(400, 300)) });
    await page.getByRole('combobox', { name: 'Duet' }).waitFor({ state: 'hidden' });
    await page.getByText(/^Saved /).waitFor();
    const [draft] = await sql<{ settings: Record<string, Record<string, unknown>> }>(
      app.crier,
      "select document -> 'settings' as settings from composition order by updated_at desc limit 1",
    );
    expect(Object.values(draft?.settings ?? {})[0]).toMatchObject({
      comment: false,
      duet: false,
      stitch: false,
      // Hidden beside a picture, and kept for the video that may take its place.
      video_made_with_ai: true,
    });
    await expectCleanPage(app.open, 'composer-tiktok-audit');
  });
});
