/**
 * What a container's health check runs; exit code 0 = healthy, otherwise one line with the reason.
 *
 *     node src/run/roles/healthcheck.ts api       the API of this container answers
 *     node src/run/roles/healthcheck.ts worker    Temporal saw a worker of this container poll
 */
import { hostname } from 'node:os';
import { createTemporalClient } from '../../../temporal/client.ts';
import { WORKFLOW_QUEUE } from '../../../temporal/contract/queues.ts';
import { POLL_LIMIT_SECONDS, readPollers } from '../../../temporal/pollers.ts';
import { loadConfig, type Config } from '../../platform/config/config.ts';

const DEADLINE_MS = 5000;
const checks: Readonly<Record<string, (config: Config) => Promise<void>>> = {
  api: checkApi,
  worker: checkWorker,
};

async function checkApi(config: Config): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${config.PORT || 3000}/api/health`, {
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  if (!response.ok) throw new Error(`/api/health answers ${response.status}`);
}

/** A worker's identity is `<process>@<host>`; in a container the host is the container. */
async function checkWorker(config: Config): Promise<void> {
  const temporal = createTemporalClient(config);
  try {
    const pollers = await readPollers(temporal, {
      queue: WORKFLOW_QUEUE,
      type: 'workflow',
      deadlineMs: DEADLINE_MS,
    });
    const ours = pollers.find((p) => p.identity.endsWith(`@${hostname()}`));
    if (!ours || ours.ageSeconds > POLL_LIMIT_SECONDS) {
      throw new Error(
        `no worker of ${hostname()} has asked for work in the last ${POLL_LIMIT_SECONDS} seconds`,
      );
    }
  } finally {
    await temporal.connection.close();
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
