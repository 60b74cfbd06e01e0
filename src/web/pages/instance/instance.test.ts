/** The operator's page in a real browser. */
import { expect, it, jest } from '@jest/globals';
import type { OpenPage } from '../../../test/browser.ts';
import { buildPost, createOne, setState, sql } from '../../../test/factories.ts';
import { closeFirstRun, expectCleanPage } from '../../../test/page-checks.ts';
import { addPerson } from '../../../test/person.ts';
import { chromium } from '../../../test/servers/chromium.ts';
import { describeWith } from '../../../test/servers/server.ts';
import { useWebApp } from '../../../test/web-app.ts';
import { VERSION } from '../../../platform/version.ts';
import { strings } from '../../strings/index.ts';

const text = strings.instance;
jest.setTimeout(90_000);

describeWith([chromium], "the operator's page", () => {
  let channel = '';
  const app = useWebApp({
    prepare: async (crier) => {
      await closeFirstRun(crier);
      channel = (await crier.connect('sandbox', { name: 'Window' })).id;
    },
    person: (crier) => addPerson(crier, { operator: true }),
  });
  const dialog = () => app.page.getByRole('dialog');

  it('shows how the instance is, in one word and in detail', async () => {
    const post = await createOne(app.crier, buildPost(channel));
    await setState(app.crier, post, 'published');
    await sql(app.crier, 'update post set lateness_ms = 420 where id = $1', [post]);
    const stuck = await createOne(app.crier, buildPost(channel));
    await sql(app.crier, "update post set publish_at = now() - interval '1 hour' where id = $1", [stuck]);
    await app.page.goto('/instance');
    // No worker runs in this test.
    await app.page.getByRole('heading', { name: text.health.notReady }).waitFor();
    await app.region(text.numbers.title).getByText('0.4 s').first().waitFor();
    await app.region(text.about.title).getByText(VERSION).waitFor();
    await app.region(text.about.title).getByText(text.about.backupNone).waitFor();
    await expectCleanPage(app.open, 'instance');
    await app.region(text.stuck.title).getByRole('link', { name: 'Window' }).click();
    await app.page.waitForURL(`**/posts/${stuck}`);
  });

  it('freezes publishing with a reason, and then looks frozen', async () => {
    await app.page.goto('/instance');
    await app.press(text.freeze.action);
    await dialog().getByRole('textbox', { name: text.freeze.reason }).fill('Moving house');
    await expectCleanPage(app.open, 'instance-freeze');
    await dialog().getByRole('button', { name: text.freeze.action, exact: true }).click();
    await app.page.getByRole('heading', { name: text.health.frozen, exact: true }).waitFor();
    await app.region(text.freeze.title).getByText('Moving house').waitFor();
    await expectCleanPage(app.open, 'instance-frozen');
  });

  it('resumes it as chosen from the plan', async () => {
    await app.region(text.freeze.title).getByText(text.freeze.overdue(1, 1)).waitFor();
    await app.page.getByRole('radio', { name: text.freeze.drop }).check();
    await app.press(text.freeze.resume);
    await dialog().getByText(text.freeze.resumeHelp(1, 'drop')).waitFor();
    await dialog().getByRole('button', { name: text.freeze.resume, exact: true }).click();
    await app.region(text.freeze.title).getByText(text.freeze.running).waitFor();
    expect(
      await sql(app.crier, "select state from post where publish_at < now() and state <> 'published'"),
    ).toEqual([{ state: 'cancelled' }]);
  });

  it('is for the operator alone', async () => {
    const opened: OpenPage = await app.browser.pageOf(app.crier, { person: await addPerson(app.crier) });
    await opened.page.goto('/instance');
    await opened.page.getByText(text.onlyOperator).waitFor();
    await expectCleanPage(opened, 'instance-owner');
    await opened.page.context().close();
  });
});
