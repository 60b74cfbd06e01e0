/** The line about Temporal's server while it is being built, in a real browser. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { noteTemporalStart, type TemporalStart } from '../../platform/temporal-start.ts';
import { openBrowser, type OpenPage, type TestBrowser } from '../../test/browser.ts';
import { buildPost, createOne } from '../../test/factories.ts';
import { startInstance, type TestInstance } from '../../test/instance.ts';
import { expectCleanPage } from '../../test/page-checks.ts';
import { addPerson } from '../../test/person.ts';
import { chromium } from '../../test/servers/chromium.ts';
import { describeWith } from '../../test/servers/server.ts';
import { strings } from '../strings/index.ts';

const text = strings.temporal;
const FAILED: TemporalStart = { state: 'failed', reason: `Go said no: /var/cache/${'long'.repeat(60)}` };
const compiled = (done: number): TemporalStart => ({
  state: 'preparing',
  progress: { step: 'building', done, total: 1787, secondsLeft: 185 },
});

describeWith([chromium], "while Temporal's server is being built, a page", () => {
  let crier: TestInstance;
  let browser: TestBrowser;
  let open: OpenPage;
  let page: Page;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false });
    browser = await openBrowser();
    open = await browser.pageOf(crier, { person: await addPerson(crier) });
    ({ page } = open);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await crier?.stop();
  });

  const line = (target = page) => target.getByRole('region', { name: text.label });
  const note = (start: TemporalStart | null): void => noteTemporalStart(crier.dataDir, start);

  it('shows calmly that posts wait, the progress, and about how long it takes', async () => {
    note(compiled(412));
    await page.goto('/');
    await line().getByText(text.preparing).waitFor();
    await line().getByText('412 of 1,787 packages compiled, about 4 minutes left').waitFor();
    expect(
      await line().getByRole('progressbar', { name: text.progress }).getAttribute('aria-valuenow'),
    ).toMatch(/^23/);
    await expectCleanPage(open, 'temporal-building');
    note(compiled(900));
    await line().getByText('900 of 1,787 packages compiled').waitFor();
  });

  it('shows for a post that it waits for that', async () => {
    const channel = (await crier.connect('sandbox')).id;
    const id = await createOne(crier, buildPost(channel));
    await page.goto(`/posts/${id}`);
    await page.getByRole('main').getByText(strings.post.delayed.preparing).waitFor();
    await expectCleanPage(open, 'temporal-post-delayed');
  });

  it('shows when it failed; why, to the operator alone', async () => {
    note(FAILED);
    await page.goto('/');
    await line().getByText(text.failed).waitFor();
    await line().getByText(text.failedHelp).waitFor();
    expect(await page.content()).not.toContain('Go said no');
    const operators = await browser.pageOf(crier, { person: await addPerson(crier, { operator: true }) });
    await operators.page.goto('/');
    await line(operators.page).getByText('Go said no').waitFor();
    await expectCleanPage(operators, 'temporal-failed');
  });

  it('shows nothing any more when the server is up, without being loaded again', async () => {
    note(compiled(1787));
    await page.goto('/');
    await line().waitFor();
    note(null);
    await line().waitFor({ state: 'detached' });
  });
});
