/**
 * `calendar`: how smoothly the calendar scrolls and drags with many posts in a month, and how soon it and the
 * composer can be used, in a real Chromium.
 */
import { loadavg } from 'node:os';
import type { Page } from 'playwright-core';
import { openFastBrowser } from '../../src/test/browser.ts';
import { buildPost, createOne, sql } from '../../src/test/factories.ts';
import { startInstance, type TestInstance } from '../../src/test/instance.ts';
import { addPerson } from '../../src/test/person.ts';
import { chromium } from '../../src/test/servers/chromium.ts';
import { startSharedServers } from '../../src/test/shared-servers.ts';
import { framesOf, opening, type Frames, type Opening } from '../gestures.ts';
import { onEnd } from '../lab.ts';
import type { Measure, Size } from '../measure.ts';
import { table, type Finding, type Result } from '../report.ts';

const FRAME_MS = 50;
/** Of a frame while a post is dragged, at a screen's 60 frames a second. */
const DRAG_MS = 1000 / 60;
const READY_MS = 1000;
/** A month that no run reaches; its posts are spread over its working hours. */
const FIRST = '2031-05-01T05:00:00Z';
const DAY = '2031-05-14';
const MONTH = `/calendar?view=month&day=${DAY}`;
/** What a person who opens a page waits for. */
const READY = { calendar: '[data-post]', composer: 'main [contenteditable="true"], main textarea' };

export const calendar: Measure = {
  name: 'calendar',
  title:
    'the longest frame while a month of posts is scrolled and dragged, and the wait for calendar and composer, in Chromium; `--posts` in one month',
  full: { posts: 1000, rounds: 5 },
  short: { posts: 200, rounds: 1 },
  run,
};

async function run(size: Size): Promise<Result> {
  await chromium.ensure(size.say);
  const servers = await startSharedServers(size.say);
  const crier = await startInstance({ servers, temporal: false });
  const browser = await openFastBrowser();
  const end = onEnd(async () => {
    await browser.close();
    await crier.stop();
    await servers.stop();
  });
  try {
    await fill(crier, size.posts);
    const person = await addPerson(crier);
    const { page } = await browser.pageOf(crier, { person });
    const load = loadavg().map((one) => one.toFixed(1));
    const frames: Frames[] = [];
    const openings: Opening[] = [];
    for (let round = 0; round < size.rounds; round++) {
      frames.push(await scrolled(page), await dragged(page, 'month'), await dragged(page, 'week'));
      const first = await browser.pageOf(crier, { person });
      openings.push(...(await opened(first.page)));
      await first.page.context().close();
    }
    return resultOf({ frames, openings, load: load.join(' ') }, size);
  } finally {
    await end();
  }
}

/** One post through the API, and copies of it, each a little later. */
async function fill(crier: TestInstance, count: number): Promise<void> {
  const { id: channel } = await crier.connect('sandbox', { name: 'Cafe Nord' });
  const id = await createOne(crier, buildPost(channel, { date: FIRST }));
  await sql(
    crier,
    `with copies as (
      select gen_random_uuid() as id, n from generate_series(1, ${count - 1}) n
    ),
    made as (
      insert into post (id, post_group_id, organization_id, integration_id, public_group, state, publish_at, settings)
      select copies.id, p.post_group_id, p.organization_id, p.integration_id, gen_random_uuid(), p.state,
        p.publish_at + (n % 31) * interval '1 day' + (n / 31) * interval '25 minutes', p.settings
      from copies, post p
      where p.id = $1
      returning id
    )
    insert into post_item (id, post_id, position, content)
    select gen_random_uuid(), id, 0, 'Spring menu from Monday: asparagus and rhubarb cake' from made`,
    [id],
  );
  await sql(crier, "insert into instance_state (key, value) values ('set_up', 'true')");
  await sql(crier, 'analyze');
}

async function scrolled(page: Page): Promise<Frames> {
  await page.goto(`/calendar?view=list&day=${DAY}`);
  await page.locator('[data-post]').first().waitFor();
  await page.mouse.move(640, 600);
  return framesOf(page, 'the list is scrolled', async () => {
    for (let step = 0; step < 120; step++) await page.mouse.wheel(0, 250);
    for (let step = 0; step < 60; step++) await page.mouse.wheel(0, -500);
  });
}

async function dragged(page: Page, view: 'month' | 'week'): Promise<Frames> {
  await page.goto(`/calendar?view=${view}&day=${DAY}`);
  const post = page.locator(`[data-day="${DAY}"] [data-post]`).first();
  await post.waitFor();
  await post.scrollIntoViewIfNeeded();
  const box = await post.boundingBox();
  if (!box) throw new Error('The post is not shown');
  return framesOf(page, `a post is dragged through a ${view}`, async () => {
    await page.mouse.move(box.x + 20, box.y + 8);
    await page.mouse.down();
    for (const x of [400, 1100, 300, 1000]) await page.mouse.move(x, 400 + (x % 7) * 20, { steps: 60 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
  });
}

/** As a person does in the morning: the calendar from a bookmark, then from page to page. */
async function opened(page: Page): Promise<Opening[]> {
  const follow = (to: string) => () => page.locator(`header a[href="${to}"]`).first().click();
  const first = await opening(page, 'the calendar, nothing in the browser’s cache', {
    go: () => page.goto(MONTH),
    ready: READY.calendar,
  });
  const composer = await opening(page, 'the composer, from the calendar', {
    go: follow('/compose'),
    ready: READY.composer,
  });
  await page.goto('/');
  await opening(page, 'home', { go: () => page.reload(), ready: 'h1' });
  const again = await opening(page, 'the calendar, again', {
    go: () => page.goto(MONTH),
    ready: READY.calendar,
  });
  const alone = await opening(page, 'the composer, by its address', {
    go: () => page.goto('/compose'),
    ready: READY.composer,
  });
  return [first, composer, again, alone];
}

interface Measured {
  readonly frames: readonly Frames[];
  readonly openings: readonly Opening[];
  readonly load: string;
}

function resultOf({ frames, openings, load }: Measured, size: Size): Result {
  const longest = (ones: readonly number[]): number => Math.max(...ones);
  const finding = (what: string, ms: number, goal: number): Finding => ({
    what,
    goal: `≤ ${goal} ms`,
    measured: `${ms.toFixed(0)} ms`,
    met: ms <= goal,
  });
  const drags = frames.filter(({ what }) => what.startsWith('a post is dragged'));
  const gestures = [...Map.groupBy(frames, ({ what }) => what)];
  const pages = [...Map.groupBy(openings, ({ what }) => what)];
  return {
    findings: [
      ...gestures.map(([what, ones]) =>
        finding(
          `longest frame while ${what}, ${size.posts} posts in the month`,
          longest(ones.map((one) => one.longest)),
          FRAME_MS,
        ),
      ),
      ...gestures.map(([what, ones]) =>
        finding(
          `processor time of the longest task while ${what}`,
          longest(ones.map(({ task }) => task)),
          FRAME_MS,
        ),
      ),
      ...[...Map.groupBy(drags, ({ what }) => what)].flatMap(([what, ones]) => [
        {
          ...finding(
            `frame while ${what}, 95th percentile`,
            longest(ones.map(({ p95 }) => p95)),
            DRAG_MS + 0.2,
          ),
          goal: '≤ 16.7 ± 0.2 ms',
          measured: `${longest(ones.map(({ p95 }) => p95)).toFixed(1)} ms`,
        },
        finding(
          `processor time of a frame while ${what}, 95th percentile`,
          longest(ones.map(({ work }) => work)),
          16,
        ),
      ]),
      ...pages.map(([what, ones]) =>
        finding(`ready after navigation: ${what}`, longest(ones.map(({ ms }) => ms)), READY_MS),
      ),
    ],
    details: [
      table(
        [
          'Gesture',
          'frames',
          'median, ms',
          '95th percentile, ms',
          'longest, ms',
          'longest task, ms of processor time',
          'work of a frame, 95th percentile',
        ],
        frames.map(({ what, count, median, ...one }) => [
          what,
          count,
          median.toFixed(1),
          one.p95.toFixed(1),
          one.longest.toFixed(1),
          one.task.toFixed(1),
          one.work.toFixed(1),
        ]),
      ),
      `Load of the machine at the start (1, 5, 15 minutes): ${load}.`,
    ],
  };
}
