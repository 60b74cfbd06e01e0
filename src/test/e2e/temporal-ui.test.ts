/** What an operator sees in the Temporal UI, in a real browser: everything is readable without decoding. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { runsPage } from '../../../temporal/contract/words.ts';
import { freeze } from '../../platform/freeze.ts';
import { screenshot } from '../browser.ts';
import { buildPost, createOne, sql } from '../factories.ts';
import { eventually, type TestInstance } from '../instance.ts';
import { startSandboxWorld, type SandboxWorld } from '../sandbox-world.ts';
import { chromium, findChromium } from '../servers/chromium.ts';
import { describeWith } from '../servers/server.ts';

const UI = process.env.CRIER_TEST_TEMPORAL_UI_URL;
/** Run by itself, without the runner that provides servers, the test does without. */
const missing = !UI || !findChromium();
(missing ? it.skip : it)(
  `the Temporal UI and Chromium are there${missing ? ' (skipped: no CRIER_TEST_TEMPORAL_UI_URL, or no Chromium)' : ''}`,
  () => undefined,
);

describeWith([chromium], 'the Temporal UI', () => {
  let world: SandboxWorld;
  let crier: TestInstance;
  let browser: Browser | undefined;
  let page: Page;
  let mine: string;
  let waiting: string;
  let foreign: string;
  beforeAll(async () => {
    if (missing) return;
    world = await startSandboxWorld();
    crier = world.crier;
    await crier.startWorker();
    const channel = (await world.connect('Ada')).id;
    const other = await crier.anotherOrganization();
    const otherChannel = (await world.connect('Elsewhere', other.id)).id;
    const published = await createOne(
      crier,
      buildPost(channel, { type: 'now', date: new Date().toISOString() }),
    );
    [mine, waiting, foreign] = [
      await world.workflowId(published),
      await world.workflowId(await createOne(crier, buildPost(channel))),
      await world.workflowId(await createOne(crier, buildPost(otherChannel), other.apiKey)),
    ];
    await eventually(
      'the post is out',
      async () => (await sql(crier, "select 1 from post where state = 'published'")).length === 1,
      60_000,
    );
    browser = await chromium.start();
    page = await browser.newPage({ viewport: { width: 1600, height: 1200 } });
    page.setDefaultTimeout(60_000);
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await world?.crier.stop();
  });

  const test = missing ? it.skip : it;
  const namespacePage = (path: string): string => `${UI}/namespaces/${crier.env.TEMPORAL_NAMESPACE}/${path}`;
  // The UI shows summaries, which may be Markdown, in separate frames.
  const text = async (): Promise<string> =>
    (
      await Promise.all(
        page.frames().map((frame) =>
          frame
            .locator('body')
            .innerText({ timeout: 5000 })
            .catch(() => ''),
        ),
      )
    )
      .join(' ')
      .replaceAll(/\s+/g, ' ');
  const shows = (message: RegExp): Promise<string> =>
    eventually(
      `the page shows ${message}`,
      async () => {
        const all = await text();
        return message.test(all) && all;
      },
      60_000,
    );

  test('lists the runs of one organisation, found by the search attribute', async () => {
    await page.goto(
      namespacePage(`workflows?query=${encodeURIComponent(`OrganizationId="${crier.organizationId}"`)}`),
    );
    const all = await shows(new RegExp(`${mine}|${waiting}`));
    expect([all.includes(mine) || all.includes(mine.slice(0, 30)), all.includes(foreign)]).toEqual([
      true,
      false,
    ]);
    expect(await text()).toContain('PublishPostWorkflow');
  }, 120_000);

  test('lists, at the URL that Crier gives out, every run but those of the reconciler', async () => {
    await eventually(
      'the reconciler has run',
      async () => (await sql(crier, "select 1 from instance_state where key = 'reconciler'")).length === 1,
      120_000,
    );
    await page.goto(runsPage(UI ?? '', crier.env.TEMPORAL_NAMESPACE ?? ''));
    const all = await shows(new RegExp(waiting.slice(0, 30)));
    expect(all).toContain('PublishPostWorkflow');
    await screenshot(page, 'temporal-runs');
    // Once in the filter above the list.
    expect(all.split('ReconcileWorkflow').length).toBeLessThanOrEqual(2);
  }, 180_000);

  test('shows what a waiting run is for and until when it waits', async () => {
    await page.goto(namespacePage(`workflows/${encodeURIComponent(waiting)}`));
    expect(await shows(/Running/)).toContain('PublishPostWorkflow');
    await page.getByText('User Metadata', { exact: true }).first().click();
    await shows(/Ada & Co: 1 post for .* \(sandbox\) at 2031-05-04 09:30 UTC/);
    await screenshot(page, 'temporal-waiting-run');
  }, 180_000);

  test('shows the result of a finished run in plain English', async () => {
    await page.goto(namespacePage(`workflows/${encodeURIComponent(mine)}`));
    const all = await shows(/1 published/);
    expect(all).toContain('Completed');
    expect(all).toMatch(/publish to .* \(sandbox\)/);
    expect(all).not.toContain('Spring menu');
  }, 120_000);

  const openRun = async (postId: string) =>
    page.goto(namespacePage(`workflows/${encodeURIComponent(await world.workflowId(postId))}`));
  const openDetails = () => page.getByText('User Metadata', { exact: true }).first().click();

  test('shows that a person must decide about a post whose answer was lost, and lists its run as such', async () => {
    const doubtful = await world.connect('Bob #none');
    await world.arm(doubtful, { kind: 'reset_after' });
    const [id = ''] = await world.client.create({ channels: [doubtful.id], parts: [{ content: 'Soup' }] });
    await world.client.reaches(id, 'unconfirmed');
    await openRun(id);
    await openDetails();
    await shows(/a person must decide.*sandbox cannot say whether it arrived.*posts resolve/);
    await screenshot(page, 'temporal-unconfirmed-run');
    await page.goto(namespacePage(`workflows?query=${encodeURIComponent('PostState="unconfirmed"')}`));
    await shows(new RegExp((await world.workflowId(id)).slice(0, 30)));
    await screenshot(page, 'temporal-unconfirmed-runs');
  }, 180_000);

  test('shows that a run is frozen, in its timer and its details, and what ends that', async () => {
    await freeze(crier.context.database, { organizationId: crier.organizationId }, { reason: 'a test' });
    const channel = await world.connect('Ada');
    const [id = ''] = await world.client.create({ channels: [channel.id], parts: [{ content: 'Bread' }] });
    await world.held(id);
    await openRun(id);
    await shows(/held: publishing is frozen; looked at again at/);
    await screenshot(page, 'temporal-frozen-timer');
    await openDetails();
    await shows(/held, because publishing is frozen.*crier -- resume/);
    await screenshot(page, 'temporal-frozen-run');
  }, 180_000);
});
