/**
 * `node src/test/record-histories.ts [case …]`: records temporal/histories/<WorkflowType>/<case>.json (or
 * where a workspace has those of its type) on the Temporal server of CRIER_TEST_TEMPORAL_ADDRESS. Existing
 * files stay: a recorded history shows what a running instance may hold, so a change of a workflow adds cases
 * and never records old ones again. Named cases are recorded even if they exist.
 */
import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import { NativeConnection, Worker, bundleWorkflowCode } from '@temporalio/worker';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { randomBytes } from 'node:crypto';
import { ensureNamespace } from '../../temporal/client.ts';
import {
  NUMBERS_QUEUE,
  WEBHOOK_QUEUE,
  WORKFLOW_QUEUE,
  publishQueue,
} from '../../temporal/contract/queues.ts';
import { RECONCILE_WORKFLOW_ID } from '../../temporal/contract/reconcile.ts';
import type { ReconcileWorkflow } from '../../workflows/index.ts';
import { FakeNetwork } from './fake-network.ts';
import { PUBLISH_CASES } from './history-cases.ts';
import { SHORT_CASES } from './short-history-cases.ts';
import { historyFolders, historyJson } from './history.ts';
import { NETWORKS, startPublishRun } from './publish-run.ts';
import { QUIET, installQuietRuntime } from './quiet-temporal.ts';
import { FakeShortActivities, startShortRun } from './short-run.ts';

// Part of every event; the default would be the name of this machine.
const IDENTITY = 'recorder';

const address = process.env.CRIER_TEST_TEMPORAL_ADDRESS;
if (!address) throw new Error('CRIER_TEST_TEMPORAL_ADDRESS names no Temporal server');
const named = process.argv.slice(2);
const folders = historyFolders();
const fileOf = (type: string, name: string): string =>
  resolve(folders[type] ?? join('temporal/histories', type), `${name}.json`);
const wanted = (type: string, name: string): boolean =>
  named.length ? named.includes(name) : !existsSync(fileOf(type, name));

/** Stack traces contain folders of this machine; replay does not read them. */
const withoutPlaces = (key: string, value: unknown): unknown => (key === 'stackTrace' ? undefined : value);

async function save(type: string, name: string, handle: WorkflowHandle): Promise<void> {
  const file = fileOf(type, name);
  mkdirSync(dirname(file), { recursive: true });
  const history: unknown = JSON.parse(historyJson(await handle.fetchHistory()), withoutPlaces);
  // On one line: nobody reads it, and a diff shows one line for each.
  writeFileSync(file, `${JSON.stringify(history)}\n`);
  process.stdout.write(`recorded ${type}/${name}\n`);
}

/** The first run of the chain: one that continues in a new run shows how it does. */
async function recordPublish(client: Client, fakes: FakeNetwork, name: string): Promise<void> {
  const { during, ...planned } = PUBLISH_CASES[name] ?? { targets: [] };
  const run = await startPublishRun({ client, fakes, startMs: Date.now() }, { groupId: name, ...planned });
  await during?.(run);
  await run.result();
  const { workflowId, firstExecutionRunId } = run.handle;
  await save('PublishPostWorkflow', name, client.workflow.getHandle(workflowId, firstExecutionRunId));
}

async function recordShort(client: Client, fakes: FakeShortActivities, name: string): Promise<void> {
  const planned = SHORT_CASES[name];
  if (!planned) throw new Error(`no case ${name}`);
  const startMs = Date.now();
  const run = await startShortRun(
    { client, fakes, startMs },
    { ...planned, argument: planned.argument(startMs) },
  );
  await planned.during?.(run);
  await run.result();
  await save(
    planned.type,
    name,
    client.workflow.getHandle(planned.workflowId, run.handle.firstExecutionRunId),
  );
}

async function recordReconcile(client: Client): Promise<void> {
  const handle = await client.workflow.start<typeof ReconcileWorkflow>('ReconcileWorkflow', {
    workflowId: RECONCILE_WORKFLOW_ID,
    taskQueue: WORKFLOW_QUEUE,
  });
  await handle.result();
  await save('ReconcileWorkflow', 'reconcile', handle);
}

installQuietRuntime();
const namespace = `histories_${randomBytes(4).toString('hex')}`;
const client = new Client({
  connection: await Connection.connect({ address }),
  namespace,
  identity: IDENTITY,
});
await ensureNamespace(client, namespace);
const connection = await NativeConnection.connect({ address });
const fakes = new FakeNetwork(() => Promise.resolve(Date.now()));
const shortFakes = new FakeShortActivities(() => Promise.resolve(Date.now()));
const core = {
  ...fakes.core(() => Promise.resolve({ restarted: 0, revived: 1, closed: 0, woken: 0, checked: 12 })),
  ...shortFakes.core(),
};
const common = { connection, namespace, identity: IDENTITY };
const workflowBundle = await bundleWorkflowCode({
  workflowsPath: resolve('workflows/index.ts'),
  logger: QUIET,
});
const workers = await Promise.all([
  Worker.create({ ...common, taskQueue: WORKFLOW_QUEUE, workflowBundle, activities: core }),
  Worker.create({ ...common, taskQueue: NUMBERS_QUEUE, activities: { ...shortFakes.numbers() } }),
  Worker.create({ ...common, taskQueue: WEBHOOK_QUEUE, activities: { ...shortFakes.webhooks() } }),
  ...NETWORKS.map((name) =>
    Worker.create({
      ...common,
      taskQueue: publishQueue(name),
      activities: { ...fakes.network(name), ...shortFakes.network(name) },
    }),
  ),
]);
const ends = workers.map((worker) => worker.run());
try {
  const names = Object.keys(PUBLISH_CASES).filter((name) => wanted('PublishPostWorkflow', name));
  await Promise.all(names.map((name) => recordPublish(client, fakes, name)));
  await Promise.all(
    Object.entries(SHORT_CASES)
      .filter(([name, { type }]) => wanted(type, name))
      .map(([name]) => recordShort(client, shortFakes, name)),
  );
  if (wanted('ReconcileWorkflow', 'reconcile')) await recordReconcile(client);
} finally {
  for (const worker of workers) worker.shutdown();
  await Promise.all(ends);
  await connection.close();
  await client.connection.close();
}
