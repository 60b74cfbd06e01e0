import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bundleWorkflowCode } from '@temporalio/worker';
import { loadConfig } from '../src/platform/config/config.ts';
import { checkOpenRuns } from '../src/run/roles/check-open-runs.ts';
import { ensureBundle } from '../src/run/roles/workflow-bundle.ts';
import { buildPost, createOne, sql } from '../src/test/factories.ts';
import { eventually, startInstance, type TestInstance } from '../src/test/instance.ts';
import { installQuietRuntime } from '../src/test/quiet-temporal.ts';
import { replayOpenRuns } from './replay-open-runs.ts';

// A release that forgot how its runs began: it starts with an activity instead of a timer.
const INCOMPATIBLE = `
  import { proxyActivities, sleep } from '@temporalio/workflow';
  const { other } = proxyActivities({ startToCloseTimeout: '1 m' });
  export async function PublishPostWorkflow() { await other(); await sleep('1 h'); }
  export async function ReconcileWorkflow() {}
  export async function RefreshTokenWorkflow() {}
`;

installQuietRuntime();

describe('A worker with other workflow code', () => {
  let crier: TestInstance;
  let folder: string;
  let incompatible: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'crier-replay-'));
    incompatible = join(folder, 'workflows-other.js');
    crier = await startInstance();
    await crier.startWorkerProcess();
    const channel = (await crier.connect('sandbox')).id;
    const date = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
    for (let n = 0; n < 3; n++) {
      const id = await createOne(crier, buildPost(channel, { date: date(2) }));
      // A run begins when its post is changed; one that waits untouched goes on with any code.
      expect((await crier.call('PATCH', `/posts/${id}`, { body: { date: date(1) } })).status).toBe(200);
    }
    await createOne(crier, buildPost(channel, { date: date(1) }));
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    const source = join(folder, 'index.ts');
    writeFileSync(source, INCOMPATIBLE);
    writeFileSync(incompatible, (await bundleWorkflowCode({ workflowsPath: source })).code);
    await eventually('four runs wait for their date', async () => {
      const { count } = await crier.context.temporal.workflow.count(
        "ExecutionStatus = 'Running' and WorkflowType = 'PublishPostWorkflow'",
      );
      return count === 4;
    });
  });
  afterAll(async () => {
    await crier?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('starts when every run that waits would continue', async () => {
    const report = await replayOpenRuns(crier.context.temporal, await ensureBundle(loadConfig()));
    expect(report).toMatchObject({ open: 4, replayed: 3, broken: [] });
  });

  it('does not start when some would not, and names them', async () => {
    await expect(checkOpenRuns(crier.context, incompatible)).rejects.toThrow(
      /^3 of 4 waiting runs would not continue with version \S+: publish-post:\S+ \(\[TMPRL1100\][^{}]*\), .*; not started\./,
    );
  });

  it('asks again as long as they would not, and not again once they would', async () => {
    const noted = (): Promise<{ value: object }[]> =>
      sql(crier, "select value from instance_state where key = 'open_runs_checked'");
    const before = await noted();
    expect(before).toEqual([
      { value: expect.objectContaining({ code: expect.stringMatching(/^workflows-/) }) },
    ]);
    await sql(
      crier,
      `update instance_state set value = jsonb_set(value, '{code}', '"workflows-other.js"') where key = 'open_runs_checked'`,
    );
    await expect(checkOpenRuns(crier.context, incompatible)).resolves.toBeUndefined();
  });

  it('starts all the same when the operator asks for it', async () => {
    await sql(crier, "delete from instance_state where key = 'open_runs_checked'");
    const config = { ...crier.context.config, CRIER_REPLAY_CHECK: false };
    await expect(checkOpenRuns({ ...crier.context, config }, incompatible)).resolves.toBeUndefined();
  });
});
