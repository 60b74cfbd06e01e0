/**
 * What a container's healthcheck runs; exit code 0 = healthy, else one line of why.
 *
 *     node src/roles/healthcheck.ts api       the API of this container answers
 *     node src/roles/healthcheck.ts worker    Temporal saw a worker of this container ask for workflow tasks
 */
import { hostname } from 'node:os';
import { createTemporalClient } from '../../temporal/client.ts';
import { WORKFLOW_QUEUE } from '../../temporal/contract.ts';
import { loadConfig, type Config } from '../config.ts';

const DEADLINE_MS = 5000;
/** A worker without work asks again when its last question has waited for a minute. */
const SILENT_SECONDS = 90;
/** temporal.api.enums.v1.TaskQueueType */
const TASK_QUEUE_TYPE_WORKFLOW = 1;

const checks: Readonly<Record<string, (config: Config) => Promise<void>>> = { api: checkApi, worker: checkWorker };

async function checkApi(config: Config): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${config.PORT || 3000}/api/health`, { signal: AbortSignal.timeout(DEADLINE_MS) });
  if (!response.ok) throw new Error(`/api/health answers ${response.status}`);
}

/** A worker names itself `<process>@<host>`; in a container the host is the container. */
async function checkWorker(config: Config): Promise<void> {
  const { connection, workflowService } = createTemporalClient(config);
  try {
    const { pollers } = await connection.withDeadline(Date.now() + DEADLINE_MS, () => workflowService.describeTaskQueue({
      namespace: config.TEMPORAL_NAMESPACE, taskQueue: { name: WORKFLOW_QUEUE }, taskQueueType: TASK_QUEUE_TYPE_WORKFLOW,
    }));
    const ours = (pollers ?? []).filter((p) => p.identity?.endsWith(`@${hostname()}`));
    const silent = Date.now() / 1000 - Math.max(...ours.map((p) => Number(p.lastAccessTime?.seconds ?? 0)));
    if (ours.length === 0 || silent > SILENT_SECONDS) throw new Error(`no worker of ${hostname()} has asked for work in the last ${SILENT_SECONDS} seconds`);
  } finally {
    await connection.close();
  }
}

const what = process.argv[2] ?? '';
try {
  const check = checks[what];
  if (!check) throw new Error(`There is no check "${what}": use ${Object.keys(checks).join(' or ')}`);
  await check(loadConfig());
} catch (error) {
  process.stderr.write(`unhealthy: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
process.exit(0);
