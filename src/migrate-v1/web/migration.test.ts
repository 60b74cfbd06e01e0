/** The operator's walk from v1 to Crier in a real browser. */
import { afterAll, expect, it, jest } from '@jest/globals';
import { STOPPED_AT } from '../map/post.ts';
import { noteRestored } from '../../platform/restored.ts';
import { sql } from '../../test/factories.ts';
import { eventually, startInstance } from '../../test/instance.ts';
import { closeFirstRun, expectCleanPage, pressTwice } from '../../test/page-checks.ts';
import { addPerson } from '../../test/person.ts';
import { chromium } from '../../test/servers/chromium.ts';
import { redis, type RunningRedis } from '../../test/servers/redis.ts';
import { describeWith } from '../../test/servers/server.ts';
import { makeV1Source, type V1Source } from '../test/make-source.ts';
import { fillV1Queue, openV1Queue } from '../test/queue.ts';
import { useWebApp } from '../../test/web-app.ts';
import { migration as text } from './strings/index.ts';
import { link } from './strings/link.ts';

jest.setTimeout(90_000);

describeWith([chromium, redis], "the operator's page of a migration from v1", () => {
  let v1: V1Source;
  let server: RunningRedis;
  const app = useWebApp({
    start: startInstance,
    async prepare(crier) {
      await closeFirstRun(crier);
      await crier.startWorker();
      v1 = await makeV1Source(process.env.CRIER_TEST_DATABASE_URL ?? '', {
        age: 'v1.35',
        organizations: 2,
        posts: 40,
        waiting: 10,
      });
      // The others would be tried on their networks.
      await v1.query(
        `update "Integration" set disabled = true where "providerIdentifier" not in ('sandbox', 'x', 'linkedin')`,
      );
      // Nothing waited for, and nothing to send, while the test lasts.
      await v1.query(`update "Post" set "publishDate" = now() + interval '30 days' where state = 'QUEUE'`);
      // The second organisation waits for a file that does not exist.
      await v1.query(
        `update "Post" set image = '[{"path":"https://elsewhere.example/a.png"}]' where id =
          (select id from "Post" where "organizationId" = $1 and state = 'QUEUE' order by id limit 1)`,
        [v1.organizations[1]?.id],
      );
      server = await redis.start();
      await fillV1Queue(v1, server.url);
    },
    person: (crier) => addPerson(crier, { operator: true }),
  });
  afterAll(async () => {
    await server?.stop();
    await v1?.drop();
  });

  const jobs = async (): Promise<number> => {
    const queue = openV1Queue(server.url);
    const count = await queue.getDelayedCount();
    await queue.close();
    return count;
  };

  const rows = () => app.region(text.organizations.title).getByRole('listitem');
  const published = async (by: 'v1' | 'crier', count: number): Promise<void> => {
    const badge = rows().getByText(text.organizations[by], { exact: true });
    await badge.nth(count - 1).waitFor();
    expect(await badge.count()).toBe(count);
  };

  it('is reached from the page of the instance, and shows at once when v1 cannot be read', async () => {
    await app.page.goto('/instance');
    await app.page.getByRole('link', { name: link }).click();
    await app.field(text.form.source).fill('postgres://reader:hidden@127.0.0.1:1/v1');
    await app.field(text.form.jwtSecret).fill('a secret');
    await app.press(text.form.plan);
    await app.page.getByText('The database of v1 cannot be read: ECONNREFUSED').waitFor();
    expect(await app.page.getByRole('button', { name: text.form.start }).count()).toBe(0);
    await expectCleanPage(app.open, 'migration-unreachable');
  });

  it('plans, and stores nothing', async () => {
    await app.field(text.form.source).fill(v1.url);
    await app.field(text.form.jwtSecret).fill(v1.jwtSecret);
    await app.press(text.form.plan);
    await app.page.getByText(text.plan.noQueue).waitFor();
    await app.field(text.form.redis).fill(server.url);
    await app.press(text.form.plan);
    await app.page.getByText(text.plan.queue({ delayed: await jobs(), waiting: 0, active: 0 })).waitFor();
    await app
      .region(text.plan.title)
      .getByText('Organisation 1')
      .or(app.region(text.plan.title))
      .first()
      .waitFor();
    const programs = app.region(text.plan.title);
    await programs.getByText(text.programs.url(new URL(app.page.url()).origin)).waitFor();
    expect(await programs.getByText(/The 2 keys of .*Café Nord.*, .*Organisation 1/).count()).toBe(1);
    await expectCleanPage(app.open, 'migration-plan');
    expect(await sql(app.crier, 'select id from v1_source')).toEqual([]);
  });

  it('copies, and shows how far it is and what is the same on both sides', async () => {
    await app.field(text.form.merge).fill('Person0@organisation0.example');
    await pressTwice(app.page, text.form.start);
    await app.page.getByText(text.progress.doing.watching).waitFor({ timeout: 30_000 });
    expect(await sql(app.crier, "select options -> 'merge' as merge from v1_source")).toEqual([
      { merge: ['person0@organisation0.example'] },
    ]);
    await published('v1', 2);
    await app.region(text.samples.title).getByText(text.samples.v1).first().waitFor();
    const programs = app.region(text.programs.title).getByRole('listitem');
    expect(await programs.getByText(text.programs.unused).count()).toBe(2);
    const headers = { authorization: v1.organizations[1]?.apiKey ?? '' };
    await fetch(`${app.crier.url}/public/v1/is-connected`, { headers });
    await programs.filter({ hasText: text.programs.used }).getByText('Organisation 1').waitFor();
    await expectCleanPage(app.open, 'migration-watching');
  });

  it('pauses the copy and goes on', async () => {
    await app.press(text.progress.pause);
    await app.page.getByText(text.progress.paused, { exact: true }).waitFor();
    await app.press(text.progress.resume);
    await app.page.getByText(text.progress.doing.watching).waitFor();
  });

  const takeFirstOver = async (): Promise<void> => {
    await rows().first().getByRole('button', { name: text.cutover.one }).click();
    await app.page.getByRole('dialog').getByRole('button', { name: text.cutover.one }).click();
  };

  it('shows a step that failed, that v1 publishes again, and how to go on', async () => {
    const name = new URL(v1.url).pathname.slice(1);
    await v1.query(`alter database "${name}" set default_transaction_read_only = on`);
    await takeFirstOver();
    const problem = rows()
      .first()
      .getByText(/v1 cannot be stopped: .* v1 publishes for .* again/);
    await problem.waitFor();
    await expectCleanPage(app.open, 'migration-failed');
    await v1.query(`alter database "${name}" set default_transaction_read_only = off`);
  });

  it('shows for a step that was interrupted that nobody publishes, and both ways out', async () => {
    await sql(
      app.crier,
      `update v1_organization set phase = 'waiting', detail = '{"stoppedMs": 1}' where legacy_id = $1`,
      [v1.organizations[0]?.id],
    );
    await rows().getByText(text.organizations.wayOut).waitFor();
    await pressTwice(app.page, text.rollback.one, rows().filter({ hasText: text.organizations.wayOut }));
    await rows().getByText(text.organizations.wayOut).waitFor({ state: 'detached' });
    await published('v1', 2);
  });

  it('takes one organisation over and gives it back, with its jobs', async () => {
    const before = await jobs();
    const first = rows().first();
    await first.getByRole('button', { name: text.cutover.one }).click();
    await app.page.getByText('their jobs are removed from its Redis').waitFor();
    await expectCleanPage(app.open, 'migration-cutover');
    await app.page.getByRole('dialog').getByRole('button', { name: text.cutover.one }).click();
    await published('crier', 1);
    const stopped = await v1.query<{ count: number }>(
      `select count(*)::int as count from "Post" where "deletedAt" = '${STOPPED_AT}'`,
    );
    expect(stopped[0]?.count).toBeGreaterThan(0);
    expect(await jobs()).toBeLessThan(before);
    await pressTwice(app.page, text.rollback.one, first);
    await published('v1', 2);
    await eventually('the jobs are back', async () => (await jobs()) === before);
  });

  it('takes all over', async () => {
    await app.page.getByRole('button', { name: text.cutover.all }).click();
    const without = app.page.getByLabel(text.cutover.withoutFiles(1));
    await without.waitFor();
    await expectCleanPage(app.open, 'migration-without-files');
    await without.check();
    await app.page.getByRole('dialog').getByRole('button', { name: text.cutover.all }).click();
    await published('crier', 2);
  });

  it('asks v1 who publishes after a restore, and acts on its answer for each, or shows why not', async () => {
    const second = v1.organizations[1]?.id;
    await v1.query(
      `update "Post" set "deletedAt" = null where "organizationId" = $1 and "deletedAt" = '${STOPPED_AT}'`,
      [second],
    );
    const revise = (revision: number): Promise<unknown> =>
      sql(app.crier, 'update post set revision = $2 where organization_id = $1', [second, revision]);
    await revise(2);
    await noteRestored(app.crier.context.database, new Date());
    await app.page.getByText(text.afterRestore.doubt(2)).waitFor();
    const said = app.region(text.afterRestore.title).getByRole('status');
    await app.press(text.afterRestore.look);
    await said.getByText(text.afterRestore.outcomes.crier).waitFor();
    await said.getByText(text.afterRestore.outcomes.given_back).waitFor();
    await expectCleanPage(app.open, 'migration-after-restore');
    await pressTwice(app.page, text.afterRestore.actAll);
    await said.getByText(/cannot go back to v1.* changed here/).waitFor();
    await said.getByText(text.afterRestore.done, { exact: true }).waitFor();
    await app.page.getByText(text.afterRestore.doubt(1)).waitFor();
    await expectCleanPage(app.open, 'migration-after-restore-refused');
    await revise(1);
    await app.press(text.afterRestore.look);
    await said.getByText(text.afterRestore.outcomes.given_back).waitFor();
    await pressTwice(app.page, text.afterRestore.act);
    await app.page.getByText(text.afterRestore.doubt(1)).waitFor({ state: 'detached' });
    await published('crier', 1);
    await published('v1', 1);
  });

  it('finishes, once Crier publishes for all', async () => {
    const last = rows().filter({ hasText: 'Organisation 1' });
    await last.getByRole('button', { name: text.cutover.one }).click();
    await app.page.getByLabel(text.cutover.withoutFiles(1)).check();
    await app.page.getByRole('dialog').getByRole('button', { name: text.cutover.one }).click();
    await published('crier', 2);
    await pressTwice(app.page, text.finish.action);
    await app.field(text.form.source).waitFor();
    expect(await sql(app.crier, 'select sealed from v1_source')).toEqual([{ sealed: null }]);
    const key = { authorization: v1.organizations[0]?.apiKey ?? '' };
    expect((await fetch(`${app.crier.url}/public/v1/integrations`, { headers: key })).status).toBe(200);
  });
});
