/** What an operator sees in the Temporal UI, in a real browser: everything is readable without decoding. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { publishWorkflowId, runsPage } from '../../../temporal/contract.ts';
import { screenshot } from '../browser.ts';
import { buildPost, createOne, sql } from '../factories.ts';
import { eventually, startInstance, type TestInstance } from '../instance.ts';
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
  let crier: TestInstance;
  let browser: Browser | undefined;
  let page: Page;
  let mine: string;
  let waiting: string;
  let foreign: string;
  beforeAll(async () => {
    if (missing) return;
    crier = await startInstance();
    await crier.startWorker();
    const channel = (await crier.connect('sandbox')).id;
    const other = await crier.anotherOrganization();
    const otherChannel = (await crier.connect('sandbox', { name: 'Elsewhere' }, other.id)).id;
    const group = async (id: string): Promise<string> =>
      publishWorkflowId(
        (await sql<{ g: string }>(crier, 'select post_group_id as g from post where id = $1', [id]))[0]?.g ??
          '',
      );
    const published = await createOne(
      crier,
      buildPost(channel, { type: 'now', date: new Date().toISOString() }),
    );
    [mine, waiting, foreign] = [
      await group(published),
      await group(await createOne(crier, buildPost(channel))),
      await group(await createOne(crier, buildPost(otherChannel), other.apiKey)),
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
    await crier?.stop();
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
  const shows = (words: RegExp): Promise<string> =>
    eventually(
      `the page shows ${words}`,
      async () => {
        const all = await text();
        return words.test(all) && all;
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

  test('lists, at the address that Crier gives out, every run but those of the reconciler', async () => {
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

  test("shows what a waiting run is for and until when it waits, in its summary and its timer's name", async () => {
    await page.goto(namespacePage(`workflows/${encodeURIComponent(waiting)}`));
    expect(await shows(/publish at 2031-05-04 09:30 UTC/)).toContain('Running');
    await page.getByText('User Metadata', { exact: true }).first().click();
    await shows(/waits until 2031-05-04 09:30 UTC/);
    await shows(/Ada & Co: 1 post for .* \(sandbox\) at 2031-05-04 09:30 UTC/);
    await screenshot(page, 'temporal-waiting-run');
  }, 180_000);

  test('shows the result of a finished run in plain words', async () => {
    await page.goto(namespacePage(`workflows/${encodeURIComponent(mine)}`));
    const all = await shows(/1 published/);
    expect(all).toContain('Completed');
    expect(all).toMatch(/publish to .* \(sandbox\)/);
    expect(all).not.toContain('Spring menu');
  }, 120_000);
});
