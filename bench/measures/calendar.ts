/** `calendar`: how smoothly the calendar scrolls and drags with many posts in a month, in a real Chromium. */
import type { Page } from 'playwright-core';
import { openBrowser } from '../../src/test/browser.ts';
import { buildPost, createOne, sql } from '../../src/test/factories.ts';
import { startInstance, type TestInstance } from '../../src/test/instance.ts';
import { addPerson } from '../../src/test/person.ts';
import { chromium } from '../../src/test/servers/chromium.ts';
import { startSharedServers } from '../../src/test/shared-servers.ts';
import { onEnd } from '../lab.ts';
import type { Measure, Size } from '../measure.ts';
import { table, type Finding, type Result } from '../report.ts';

const GOAL_MS = 50;
/** A month that no run reaches; its posts are spread over its working hours. */
const FIRST = '2031-05-01T05:00:00Z';
const DAY = '2031-05-14';

/** The time between two frames, in milliseconds. */
interface Frames {
  readonly what: string;
  readonly count: number;
  readonly median: number;
  readonly longest: number;
}

export const calendar: Measure = {
  name: 'calendar',
  title:
    'the longest frame while a month of posts is scrolled and dragged, in Chromium; `--posts` in one month',
  full: { posts: 1000, rounds: 5 },
  short: { posts: 200, rounds: 1 },
  run,
};

async function run(size: Size): Promise<Result> {
  await chromium.ensure(size.say);
  const servers = await startSharedServers(size.say);
  const crier = await startInstance({ servers, temporal: false });
  const browser = await openBrowser();
  const end = onEnd(async () => {
    await browser.close();
    await crier.stop();
    await servers.stop();
  });
  try {
    await fill(crier, size.posts);
    const { page } = await browser.pageOf(crier, { person: await addPerson(crier) });
    const rounds: Frames[] = [];
    for (let round = 0; round < size.rounds; round++) {
      rounds.push(await scrolled(page), await dragged(page, 'month'), await dragged(page, 'week'));
    }
    return resultOf(rounds, size);
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
  await sql(crier, 'analyze');
}

const RECORD = `(() => {
  const frames = (globalThis.benchFrames = []);
  let before = performance.now();
  const next = (now) => {
    frames.push(now - before);
    before = now;
    if (globalThis.benchFrames === frames) requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
})()`;
const STOP = `(() => { const frames = globalThis.benchFrames; globalThis.benchFrames = null; return frames.slice(1); })()`;

async function framesOf(page: Page, what: string, act: () => Promise<void>): Promise<Frames> {
  // The first answers, and the garbage of the page before, are not part of the gesture.
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1000);
  await page.evaluate(RECORD);
  await act();
  const frames = (await page.evaluate<number[]>(STOP)).toSorted((a, b) => a - b);
  return {
    what,
    count: frames.length,
    median: frames[Math.floor(frames.length / 2)] ?? 0,
    longest: frames.at(-1) ?? 0,
  };
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

function resultOf(rounds: readonly Frames[], size: Size): Result {
  const gestures = [...Map.groupBy(rounds, ({ what }) => what)];
  return {
    findings: gestures.map(([what, frames]): Finding => {
      const longest = Math.max(...frames.map((one) => one.longest));
      return {
        what: `longest frame while ${what}, ${size.posts} posts in the month`,
        goal: `≤ ${GOAL_MS} ms`,
        measured: `${longest.toFixed(0)} ms`,
        met: longest <= GOAL_MS,
      };
    }),
    details: [
      table(
        ['Gesture', 'frames', 'median, ms', 'longest, ms'],
        rounds.map(({ what, count, median, longest }) => [
          what,
          count,
          median.toFixed(1),
          longest.toFixed(1),
        ]),
      ),
    ],
  };
}
