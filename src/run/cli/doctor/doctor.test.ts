import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { createTemporalClient } from '../../../../temporal/client.ts';
import { RECONCILE_SCHEDULE_ID } from '../../../../temporal/contract/reconcile.ts';
import { eventually, startInstance, type TestInstance } from '../../../test/instance.ts';
import { crierJson, runCrier } from '../fixtures/run-cli.ts';
import { checkChannels, checkEncryptionKey } from './check-channels.ts';
import { checkClock, checkDatabase, checkMigrations } from './check-database.ts';
import { checkNode } from './check-node.ts';
import { checkOutbox } from './check-outbox.ts';
import { checkFreeze, checkPosts } from './check-posts.ts';
import { checkReconciler, checkTemporalClock } from './check-reconciler.ts';
import { listSettings } from './list-settings.ts';
import { checkNamespace, checkTemporal, checkWorkers } from './check-temporal.ts';
import type { DoctorDeps, Finding } from './finding.ts';

interface Report {
  ok: boolean;
  findings: Finding[];
  settings: { name: string; value: string | null }[];
}

describe('doctor', () => {
  let crier: TestInstance;
  let deps: DoctorDeps;
  beforeAll(async () => {
    crier = await startInstance();
    await crier.connect('sandbox');
    deps = { ...crier.context, running: null };
  });
  afterAll(() => crier?.stop());

  const sql = (text: string): Promise<object[]> =>
    crier.context.database.query({ name: `doctor-test-${randomBytes(4).toString('hex')}`, text });
  const found = (report: Report, check: string): Finding | undefined =>
    report.findings.find((f) => f.check === check);

  it('fails with the fix while no worker is running, and finds nothing once one is', async () => {
    const before = await crierJson<Report>(crier.env, 'doctor');
    expect(before.ok).toBe(false);
    expect(found(before, 'Worker')).toEqual({
      check: 'Worker',
      status: 'fail',
      detail: 'no worker is running',
      fix: expect.stringContaining('npm run worker'),
    });
    await crier.startWorker();
    const report = await eventually(
      'all is well',
      async () => {
        const now = await crierJson<Report>(crier.env, 'doctor');
        return now.findings.length === 24 && now.findings.every((f) => f.status === 'ok') && now;
      },
      120_000,
    );
    expect(report.ok).toBe(true);
    expect(report.findings.map((f) => f.check)).toEqual([
      'Instance',
      'Versions',
      'Node.js',
      'Disk of the data',
      'Disk of the uploads',
      'Database',
      'Migrations',
      'Clock',
      'Temporal',
      'Namespace',
      'Search attributes',
      'Worker',
      'Reconciler',
      'Clock of Temporal',
      'API',
      'Public URL',
      'Encryption key',
      'Credentials',
      'Outbox',
      'Browser notifications',
      'Posts',
      'Freeze',
      'Mail',
      'Safety switches',
    ]);
    expect(await runCrier(crier.env, 'doctor')).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/24 ok, 0 warn, 0 fail/),
    });
  }, 180_000);

  it('names everything that is broken, with its fix, and exits with 1', async () => {
    const env = {
      ...crier.env,
      DATABASE_URL: 'postgres://crier:hunter22@127.0.0.1:1/crier',
      TEMPORAL_ADDRESS: '127.0.0.1:1',
      PORT: '1',
      DISABLE_SSRF_PROTECTION: 'true',
    };
    const run = await runCrier(env, 'doctor');
    expect(run).toMatchObject({ code: 1, stderr: '' });
    expect(run.stdout).toMatch(
      /fail {2}Database +127\.0\.0\.1:1\/crier does not answer: .*ECONNREFUSED.*\n +→ Start PostgreSQL/,
    );
    expect(run.stdout).toMatch(/fail {2}Temporal +127\.0\.0\.1:1 does not answer: .*\n +→ Start Temporal/);
    expect(run.stdout).toMatch(/fail {2}API .*\n +→ Start it/);
    expect(run.stdout).toMatch(/warn {2}Outbound guard .*\n +→ Unset it/);
    expect(run.stdout).not.toContain('hunter22');
  });

  it('lists the variables that are set, with secrets masked', () => {
    const secrets = Object.fromEntries(
      [
        'TEMPORAL_API_KEY',
        'CRIER_API_KEY',
        'JWT_SECRET',
        'EMAIL_PASS',
        'RESEND_API_KEY',
        'METRICS_TOKEN',
      ].map((name) => [name, 'hunter22']),
    );
    const env = {
      ...crier.env,
      ...secrets,
      DATABASE_URL: 'postgres://ada:hunter22@db.example/crier?password=hunter22',
      HTTPS_PROXY: 'http://ada:hunter22@proxy.example:3128',
    };
    const settings = listSettings({ ...deps.config, providerEnv: env });
    expect(JSON.stringify(settings)).not.toContain('hunter22');
    expect(settings.find((s) => s.name === 'DATABASE_URL')?.value).toBe(
      'postgres://ada:********@db.example/crier?password=********',
    );
    expect(settings.find((s) => s.name === 'ENCRYPTION_KEY')?.value).toBe('********');
    expect(settings.find((s) => s.name === 'MASTODON_URL')).toMatchObject({
      value: null,
      help: expect.stringContaining('Mastodon'),
    });
  });

  it('checks the version of Node.js', () => {
    expect(checkNode('24.21.0').status).toBe('ok');
    expect(checkNode('22.18.0').status).toBe('warn');
    expect(checkNode('22.17.1')).toMatchObject({
      status: 'fail',
      fix: expect.stringContaining('Node.js 24'),
    });
  });

  it('compares the clock with that of the database', async () => {
    expect(await checkClock(deps)).toMatchObject({ status: 'ok' });
    expect(await checkClock(deps, () => Date.now() - 5000)).toMatchObject({
      status: 'warn',
      fix: expect.stringContaining('NTP'),
    });
  });

  it('distinguishes an older schema from a newer one', async () => {
    expect(await checkMigrations(deps)).toMatchObject({ status: 'ok' });
    await sql("update migration set name = name || '-later'");
    expect(await checkMigrations(deps)).toMatchObject({
      status: 'fail',
      detail: expect.stringContaining('newer'),
      fix: expect.stringContaining('Run that version'),
    });
    await sql("update migration set name = replace(name, '-later', '')");
    await sql('alter table migration rename to migration_gone');
    expect(await checkMigrations(deps)).toMatchObject({
      status: 'fail',
      fix: expect.stringContaining('npm run migrate'),
    });
    await sql('alter table migration_gone rename to migration');
    expect(await checkDatabase(deps)).toMatchObject({
      status: 'ok',
      detail: expect.stringContaining('PostgreSQL'),
    });
  });

  it('looks for the namespace of this instance in Temporal', async () => {
    expect(await checkTemporal(deps)).toMatchObject({
      status: 'ok',
      detail: expect.stringMatching(/server \d+\.\d+/),
    });
    const config = { ...deps.config, TEMPORAL_NAMESPACE: 'nobody-made-this' };
    const temporal = createTemporalClient(config);
    expect(await checkNamespace({ ...deps, config, temporal })).toEqual([
      expect.objectContaining({
        status: 'fail',
        detail: '"nobody-made-this" does not exist',
        fix: expect.stringContaining('TEMPORAL_NAMESPACE'),
      }),
    ]);
    await temporal.connection.close();
  });

  it('finds a connected network that no worker serves', async () => {
    await eventually('the worker polls', async () => (await checkWorkers(deps))[0]?.status === 'ok');
    await sql(`
      insert into integration (id, organization_id, provider, internal_id, name, credentials)
      select gen_random_uuid(), organization_id, 'elsewhere', 'x', 'Lost', 'v1:gone:a:b'
      from integration
      limit 1`);
    expect(await checkWorkers(deps)).toContainEqual(
      expect.objectContaining({ status: 'warn', detail: 'no worker serves elsewhere' }),
    );
  });

  it('finds that no worker reads numbers, once those of a channel are read daily', async () => {
    const finding = expect.objectContaining({ status: 'warn', check: 'Worker of the numbers' });
    expect(await checkWorkers(deps)).not.toContainEqual(finding);
    await sql("insert into numbers_run (integration_id, store_id) select id, 'this' from integration");
    expect(await checkWorkers(deps)).toContainEqual(finding);
    await sql('delete from numbers_run');
  });

  it('does not count a worker whose heartbeat has stopped, although Temporal remembers it', async () => {
    const before = await sql("select key, updated_at from instance_state where key like 'worker:%'");
    expect(before).toHaveLength(1);
    await sql(
      "update instance_state set updated_at = now() - interval '40 seconds' where key like 'worker:%'",
    );
    expect((await checkWorkers(deps))[0]).toMatchObject({
      status: 'fail',
      detail: expect.stringMatching(/heartbeat of a worker was \d+ s ago/),
    });
    await sql("update instance_state set updated_at = now() where key like 'worker:%'");
  });

  it("compares Temporal's clock with the database's by the last pass that was recorded, and by no other run", async () => {
    const check = async () => (await checkTemporalClock(deps)).map(({ status, detail }) => [status, detail]);
    const near = [['ok', expect.stringMatching(/^at most \d\.\d s between/)]];
    const shift = (by: string): Promise<object[]> =>
      sql(`update instance_state set value = value || jsonb_build_object('at', (value ->> 'at')::timestamptz ${by})
        where key = 'reconciler'`);
    const runs = async (): Promise<number> =>
      (
        await deps.temporal.workflow.count(
          `WorkflowType = 'ReconcileWorkflow' and ExecutionStatus = 'Failed'`,
        )
      ).count;
    expect(await check()).toEqual(near);
    await shift("+ interval '75 seconds'");
    expect(await checkTemporalClock(deps)).toEqual([
      expect.objectContaining({
        status: 'warn',
        detail: expect.stringMatching(/^at least 7\d\.\d s between/),
        fix: expect.stringContaining('NTP'),
      }),
    ]);
    await shift("- interval '75 seconds'");
    // A pass that fails, as while Temporal is just up again, ends long after the one that was recorded.
    await sql('alter table idempotency_record rename to idempotency_record_gone');
    await deps.temporal.schedule.getHandle(RECONCILE_SCHEDULE_ID).trigger();
    await eventually('a pass has failed', async () => (await runs()) > 0);
    expect(await check()).toEqual(near);
    await sql('alter table idempotency_record_gone rename to idempotency_record');
    // A store that was wiped has runs of its own by now, and does not know the one of the last recorded pass.
    await sql(`update instance_state
      set value = value || jsonb_build_object(
        'run', value -> 'run' || jsonb_build_object('runId', gen_random_uuid()), 'at', now() - interval '3 minutes')
      where key = 'reconciler'`);
    expect(await check()).toEqual([]);
  });

  it('reports when the reconciler has stopped, is paused, or has no schedule', async () => {
    await sql(
      "update instance_state set updated_at = now() - interval '10 minutes' where key = 'reconciler'",
    );
    expect(await checkReconciler(deps)).toMatchObject({
      status: 'fail',
      detail: expect.stringMatching(/60\d s ago/),
    });
    const handle = deps.temporal.schedule.getHandle(RECONCILE_SCHEDULE_ID);
    await handle.pause('test');
    expect(await checkReconciler(deps)).toMatchObject({
      status: 'fail',
      detail: 'its schedule is paused',
      fix: expect.stringContaining('Unpause'),
    });
    await handle.delete();
    expect(await checkReconciler(deps)).toMatchObject({
      status: 'fail',
      detail: expect.stringContaining('missing'),
    });
  });

  it('reports what is frozen, and why', async () => {
    expect(await checkFreeze(deps)).toMatchObject({ status: 'ok' });
    await sql("update organization set frozen_at = now(), frozen_reason = 'x'");
    expect(await checkFreeze(deps)).toMatchObject({
      status: 'warn',
      fix: expect.stringContaining('resume --organization'),
    });
    await sql(
      `insert into instance_state (key, value)
      values ('frozen', jsonb_build_object('at', now(), 'reason', 'moving house'))`,
    );
    expect(await checkFreeze(deps)).toMatchObject({
      status: 'warn',
      detail: expect.stringContaining('moving house'),
      fix: expect.stringContaining('resume --all'),
    });
    await sql("delete from instance_state where key = 'frozen'");
    await sql('update organization set frozen_at = null, frozen_reason = null');
  });

  it('opens the credentials of every channel, and names those that it cannot', async () => {
    const { finding, secrets } = checkEncryptionKey(deps.config);
    expect(finding.status).toBe('ok');
    const findings = await checkChannels(deps, secrets);
    expect(findings).toContainEqual(
      expect.objectContaining({
        check: 'Credentials',
        status: 'fail',
        detail: expect.stringContaining('"Lost" (elsewhere)'),
        fix: expect.stringContaining('ENCRYPTION_KEY'),
      }),
    );
    await sql("update integration set refresh_needed = true where provider = 'sandbox'");
    await sql("delete from integration where provider = 'elsewhere'");
    expect(await checkChannels(deps, secrets)).toEqual([
      expect.objectContaining({ status: 'ok' }),
      expect.objectContaining({ status: 'warn', fix: 'npm run crier -- channels connect sandbox' }),
    ]);
    await sql('update integration set refresh_needed = false');
    expect(checkEncryptionKey({ ...deps.config, ENCRYPTION_KEY: undefined })).toMatchObject({
      secrets: null,
      finding: { status: 'fail', fix: expect.stringContaining('secrets.json') },
    });
    expect(
      await checkChannels({ ...deps, config: { ...deps.config, CRIER_SANDBOX: false } }, secrets),
    ).toContainEqual(
      expect.objectContaining({ status: 'fail', fix: expect.stringContaining('CRIER_SANDBOX=true') }),
    );
  });

  it('finds stuck posts, but not a thread that waits for its next part', async () => {
    expect(await checkPosts(deps)).toEqual([expect.objectContaining({ status: 'ok' })]);
    await sql(`
      with g as (
        insert into post_group (id, organization_id)
        select gen_random_uuid(), id from organization limit 1
        returning id, organization_id
      ), p as (
        insert into post (
          id, post_group_id, organization_id, integration_id, public_group, state, publish_at, settings,
          updated_at, error_code
        )
        select gen_random_uuid(), g.id, g.organization_id, i.id, gen_random_uuid(), s.state,
          now() - interval '1 hour', '{}', now() - interval '1 hour', 'x'
        from g, integration i, (values ('scheduled'), ('publishing'), ('unconfirmed'), ('missed')) s(state)
        returning id, state
      )
      insert into post_item (id, post_id, position, content)
      select gen_random_uuid(), id, 0, 'x' from p`);
    expect((await checkPosts(deps)).map((f) => [f.status, f.detail.replace(/,.*|:.*/, '')])).toEqual([
      ['fail', '1 should have been published more than 2 minutes ago'],
      ['fail', '1 being published for more than 10 minutes'],
      ['warn', '1 unconfirmed'],
      ['warn', '1 missed'],
    ]);
    // The lines show what really holds each post up, not what usually does.
    const fixes = async (): Promise<(string | null)[]> => (await checkPosts(deps)).map((f) => f.fix);
    expect((await fixes()).slice(0, 2)).toEqual([
      expect.stringMatching(/^Its run is missing; the reconciler starts it again/),
      expect.stringMatching(/^Its run is missing; the reconciler starts it again/),
    ]);
    await sql("update instance_state set updated_at = now() - interval '1 hour' where key like 'worker:%'");
    expect((await fixes())[0]).toMatch(/^No worker is running; it continues as soon as one is/);
    await sql('update instance_state set updated_at = now()');
    expect(
      await checkPosts({
        ...deps,
        temporal: createTemporalClient({ ...deps.config, TEMPORAL_ADDRESS: '127.0.0.1:1' }),
      }),
    ).toContainEqual(expect.objectContaining({ fix: expect.stringMatching(/^Temporal does not answer/) }));
    await sql(
      `update post_item set delay_minutes = 90
      where post_id in (select id from post where state = 'publishing')`,
    );
    expect((await checkPosts(deps)).map((f) => f.detail)).not.toContainEqual(
      expect.stringContaining('being published'),
    );
  });

  it('reports how long the outbox has been waiting, and why', async () => {
    expect(await checkOutbox(deps)).toMatchObject({ status: 'ok', detail: 'empty' });
    await sql(`
      insert into outbox (id, kind, post_group_id, available_at, created_at, last_error)
      select gen_random_uuid(), 'start_group', id, now() + interval '1 hour', now() - interval '5 minutes',
        'no connection'
      from post_group
      limit 1`);
    expect(await checkOutbox(deps)).toMatchObject({
      status: 'fail',
      detail: expect.stringMatching(/^1 waiting, the oldest for 30\d s: no connection$/),
    });
    await sql("update outbox set created_at = now() - interval '20 seconds'");
    expect(await checkOutbox(deps)).toMatchObject({ status: 'warn', fix: expect.stringContaining('worker') });
  });
});
