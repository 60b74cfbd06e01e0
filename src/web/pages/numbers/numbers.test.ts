/** The page of numbers in a real browser. */
import { expect, it, jest } from '@jest/globals';
import { buildPost, createOne, setState, sql } from '../../../test/factories.ts';
import { insertChannel } from '../../../test/insert-channel.ts';
import { startInstance, type TestInstance } from '../../../test/instance.ts';
import { closeFirstRun, expectCleanPage } from '../../../test/page-checks.ts';
import { addPerson } from '../../../test/person.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { common as german } from '../../strings/de/common.ts';
import { strings } from '../../strings/index.ts';
import { numbers as text } from '../../strings/numbers.ts';

jest.setTimeout(90_000);

/** A number that was this much on each of the last days, today last. */
async function number(
  crier: TestInstance,
  subject: { channel: string; post?: string; perDay?: boolean },
  label: string,
  totals: readonly number[],
): Promise<void> {
  await sql(
    crier,
    `insert into metric_day (integration_id, post_id, label, day, total, place, per_day)
      select $1, $2, $3, (now() at time zone 'UTC')::date - (cardinality($4::float8[]) - n)::int, total, 0, $5
      from unnest($4::float8[]) with ordinality as t(total, n)`,
    [subject.channel, subject.post ?? null, label, totals, subject.perDay ?? false],
  );
}

const course = (count: number, valueAt: (n: number) => number): number[] =>
  Array.from({ length: count }, (_, n) => Math.round(valueAt(n)));

describeWith([chromium], 'the page of numbers', () => {
  let discord = '';
  let youtube = '';
  let sandbox = '';
  const app = useWebApp({
    start: () => startInstance({ temporal: false }),
    prepare: closeFirstRun,
    person: (crier) => addPerson(crier, { role: 'member', name: 'Lee' }),
  });

  const card = (name: string) => app.page.getByRole('listitem').filter({ hasText: name });
  const rows = () => app.page.locator('tbody tr');
  const publish = async (channel: string, content: string, days: number): Promise<string> => {
    const id = await createOne(app.crier, buildPost(sandbox));
    await setState(app.crier, id, 'published');
    await sql(app.crier, 'update post_item set content = $2 where post_id = $1', [id, `<p>${content}</p>`]);
    await sql(
      app.crier,
      "update post set integration_id = $2, published_at = now() - $3 * interval '1 day' where id = $1",
      [id, channel, days],
    );
    return id;
  };

  it('explains how numbers begin while there is no channel', async () => {
    await app.page.goto('/');
    await app.page.getByRole('link', { name: strings.common.nav.numbers }).click();
    await app.page.waitForURL('**/numbers');
    await app.page.getByRole('heading', { name: text.noChannels }).waitFor();
    await expectCleanPage(app.open, 'numbers-empty');
    await app.page.getByRole('link', { name: text.connect }).click();
    await app.page.waitForURL(/\/channels(#|$)/);
  });

  it('names networks that show none', async () => {
    sandbox = await insertChannel(app.crier, 'sandbox', { name: 'Try-out' });
    await app.page.goto('/numbers');
    await app.page.getByRole('heading', { name: text.none }).waitFor();
    await app.page.getByText(text.noneHelp('Sandbox')).waitFor();
  });

  it('shows when the first come, what costs, what a network does not show, and what it refused', async () => {
    discord = await insertChannel(app.crier, 'discord', { name: 'Café Nord' });
    youtube = await insertChannel(app.crier, 'youtube', { name: 'Café Nord films' });
    await insertChannel(app.crier, 'x', { name: 'Short words' });
    await insertChannel(app.crier, 'slack', { name: 'Team' });
    const threads = await insertChannel(app.crier, 'threads', { name: 'Threads of Nord' });
    const lost = await insertChannel(app.crier, 'reddit', { name: 'Lost' });
    await sql(app.crier, 'update integration set refresh_needed = true where id = $1', [lost]);
    await sql(
      app.crier,
      "insert into numbers_run (integration_id, read_at, problem) values ($1, now() - interval '3 hours', 'Your plan does not include numbers')",
      [threads],
    );
    await app.page.reload();
    await card('Café Nord films').getByText(text.first).waitFor();
    await card('Short words').getByText(text.onRequest('X')).waitFor();
    await card('Team').getByText(text.ofPosts).waitFor();
    await card('Lost').getByText(text.disconnected).waitFor();
    await card('Threads of Nord').getByText('Your plan does not include numbers').waitFor();
    await app.page.getByText(text.without('Sandbox')).waitFor();
    await app.page.getByRole('heading', { name: text.noPosts }).waitFor();
    await expectCleanPage(app.open, 'numbers-waiting');
  });

  it('shows the newest of each channel, what they were before, and their course', async () => {
    const { crier } = app;
    await number(
      crier,
      { channel: discord },
      'Members',
      course(60, (n) => 900 + n * 5),
    );
    await number(
      crier,
      { channel: discord },
      'Online',
      course(60, (n) => 300 + 40 * Math.sin(n)),
    );
    await number(
      crier,
      { channel: youtube, perDay: true },
      'Views',
      course(60, (n) => 10 + (n % 7) * 3),
    );
    for (const label of ['Subscribers', 'Videos', 'Likes', 'Comments', 'Shares']) {
      await number(
        crier,
        { channel: youtube },
        label,
        course(20, (n) => 50 + n * label.length),
      );
    }
    await sql(
      crier,
      "insert into numbers_run (integration_id, read_at) values ($1, now() - interval '2 hours')",
      [discord],
    );
    await app.page.reload();
    const members = card('Members');
    await members.getByText('1,195', { exact: true }).waitFor();
    await members.getByText('+150 (+14%)').waitFor();
    expect(await members.locator('polyline').count()).toBe(2);
    const films = card('Café Nord films');
    expect(await films.locator('dt').count()).toBe(4);
    await films.getByRole('button', { name: text.more(2) }).click();
    expect(await films.locator('dt').count()).toBe(6);
  });

  it('shows other periods, and keeps what is chosen in the URL', async () => {
    await app.page.getByText(text.days('7'), { exact: true }).click();
    await card('Members').getByText('+35 (+3%)').waitFor();
    await app.page.getByLabel(text.filter, { exact: true }).selectOption('network:youtube');
    await card('Members').waitFor({ state: 'detached' });
    await app.page.reload();
    await card('Café Nord films').waitFor();
    expect(await card('Members').count()).toBe(0);
    await app.page.getByLabel(text.filter, { exact: true }).selectOption(`channel:${discord}`);
    await card('Members').waitFor();
    expect(await card('Café Nord films').count()).toBe(0);
    await app.page.getByLabel(text.filter, { exact: true }).selectOption('');
  });

  it('lists posts with their newest numbers, ordered as one likes, a page at a time', async () => {
    const { crier, page } = app;
    for (let n = 0; n < 25; n++) {
      const post = await publish(discord, `Soup number ${n}`, n);
      await number(crier, { channel: discord, post }, 'Reactions', [1, n === 24 ? 400 : n]);
    }
    const film = await publish(youtube, 'A film about bread', 2);
    await number(crier, { channel: youtube, post: film }, 'Views', [1234]);
    await number(crier, { channel: youtube, post: film }, 'Likes', [56]);
    await page.goto('/numbers');
    await rows().first().waitFor();
    expect(await rows().count()).toBe(20);
    expect(await rows().first().innerText()).toContain('Soup number 0');
    await page.getByLabel(text.order, { exact: true }).selectOption('Reactions');
    await rows().first().getByText('400').waitFor();
    await page.getByRole('button', { name: text.next }).click();
    await rows().getByText('A film about bread').waitFor();
    expect(await rows().count()).toBe(6);
    await page.getByLabel(text.order, { exact: true }).selectOption('Views');
    await rows().first().getByText('1,234').waitFor();
    await expectCleanPage(app.open, 'numbers');
    await rows().getByRole('link', { name: 'A film about bread' }).click();
    await page.waitForURL(`**/posts/${film}`);
  });

  it('ranks the posts of all channels by what people did with them, and names networks that are left out', async () => {
    const { crier, page } = app;
    await publish(sandbox, 'Nobody counts here', 1);
    await number(crier, { channel: youtube, post: await publish(youtube, 'Only seen', 1) }, 'Views', [9000]);
    await page.goto('/numbers');
    const best = page.getByRole('region', { name: text.best });
    await best.getByText(text.interactions('400')).waitFor();
    const lines = await best.getByRole('listitem').allInnerTexts();
    expect(lines.map((line) => line.split('\n').find((one) => /Soup|bread/.test(one)))).toEqual([
      'Soup number 24',
      'A film about bread',
      'Soup number 23',
      'Soup number 22',
      'Soup number 21',
    ]);
    await best.getByText(text.unrankedOf('Sandbox', 1), { exact: false }).waitFor();
    await best.getByText(text.unrankedOf('YouTube', 1), { exact: false }).waitFor();
    await expectCleanPage(app.open, 'numbers-best');
    await page.getByText(text.days('7'), { exact: true }).click();
    await best.getByText('Soup number 24').waitFor({ state: 'detached' });
    await best.getByRole('link', { name: 'A film about bread' }).waitFor();
  });

  it('downloads them by the day as CSV, of what is chosen', async () => {
    const { page } = app;
    await page.goto(`/numbers?days=7&of=channel:${discord}`);
    const link = page.getByRole('link', { name: text.csvOf.channels });
    await link.waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toMatch(/^channels-\d{4}-\d\d-\d\d\.csv$/);
    const url = await page.getByRole('link', { name: text.csvOf.posts }).getAttribute('href');
    expect(url).toBe(`/api/numbers/csv?of=posts&days=7&channel=${discord}`);
  });

  it('speaks German, also about what is counted', async () => {
    const { page } = await app.browser.pageOf(app.crier, {
      person: await addPerson(app.crier, { role: 'member', name: 'Kim' }),
      locale: 'de-DE',
    });
    await page.goto('/numbers');
    await page.getByRole('heading', { name: german.nav.numbers, level: 1 }).waitFor();
    await page.getByText('Mitglieder', { exact: true }).waitFor();
    await page.getByText('1.195', { exact: true }).waitFor();
    await page.context().close();
  });
});
