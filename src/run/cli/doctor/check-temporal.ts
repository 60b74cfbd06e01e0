/** Temporal: whether it answers, has our namespace and search attributes, and whether workers are running. */
import type { Connection } from '@temporalio/client';
import { temporalAddress } from '../../../../temporal/connection.ts';
import { NUMBERS_QUEUE, WORKFLOW_QUEUE, publishQueue } from '../../../../temporal/contract/queues.ts';
import { SEARCH_KEYS } from '../../../../temporal/contract/search-attributes.ts';
import { POLL_LIMIT_SECONDS, readPollers } from '../../../../temporal/pollers.ts';
import type { Statement } from '../../../platform/database.ts';
import { HEARTBEAT_LIMIT_SECONDS, readHeartbeat } from '../../../platform/worker-heartbeat.ts';
import { describeProgress, readTemporalStart, type TemporalStart } from '../../../platform/temporal-start.ts';
import { messageOf } from '../errors.ts';
import { DEADLINE_MS, fail, ok, warn, type DoctorDeps, type Finding } from './finding.ts';

type Deps = Pick<DoctorDeps, 'config' | 'temporal' | 'running'>;

const NOT_FOUND = 5;
const START_WORKER = 'Start a worker (npm start or npm run worker)';

/** The other checks of Temporal are made only if this one is `ok`. */
export async function checkTemporal({ config, temporal, running }: Deps): Promise<Finding> {
  const address = temporalAddress(config);
  try {
    const { serverVersion } = await withDeadline(temporal, () => temporal.workflowService.getSystemInfo({}));
    return ok('Temporal', `server ${serverVersion} answers at ${address}`);
  } catch (error) {
    const start = running && readTemporalStart(config.CRIER_DATA_DIR);
    if (start) return presentStart(start);
    const fix = running
      ? `See logs/temporal.log in ${config.CRIER_DATA_DIR}; npm start restarts a server that has stopped`
      : 'Start Temporal, or correct TEMPORAL_ADDRESS (host:port) and TEMPORAL_TLS';
    return fail('Temporal', `${address} does not answer: ${messageOf(error)}`, fix);
  }
}

/** A server that npm start still prepares, or could not. */
function presentStart(start: TemporalStart): Finding {
  return start.state === 'preparing'
    ? warn(
        'Temporal',
        `its server is not up yet: ${describeProgress(start.progress)}`,
        'Wait: posts are stored and will be published when it is. Go writes to logs/temporal-build.log',
      )
    : fail('Temporal', start.reason, 'Fix that and start Crier again: posts are stored until then');
}

/** The namespace and its search attributes, which the worker makes when they are missing. */
export async function checkNamespace({ config, temporal }: Deps): Promise<Finding[]> {
  const namespace = config.TEMPORAL_NAMESPACE;
  try {
    await withDeadline(temporal, () => temporal.workflowService.describeNamespace({ namespace }));
  } catch (error) {
    if ((error as { code?: number }).code !== NOT_FOUND) throw error;
    return [
      fail(
        'Namespace',
        `"${namespace}" does not exist`,
        `${START_WORKER}; it creates the namespace. Or correct TEMPORAL_NAMESPACE`,
      ),
    ];
  }
  const { customAttributes } = await withDeadline(temporal, () =>
    (temporal.connection as Connection).operatorService.listSearchAttributes({ namespace }),
  );
  const names = Object.values(SEARCH_KEYS).map(({ name }): string => name);
  const missing = names.filter((name) => customAttributes?.[name] === undefined);
  return [
    ok('Namespace', `"${namespace}" exists`),
    missing.length
      ? fail(
          'Search attributes',
          `${missing.join(', ')} missing in "${namespace}"`,
          `${START_WORKER}; it creates them`,
        )
      : ok('Search attributes', names.join(', ')),
  ];
}

const CONNECTED: Statement = {
  name: 'doctor-connected',
  text: `
    select distinct provider from integration
    where deleted_at is null and not disabled
    order by provider`,
};
// Of a channel that a worker would start to serve again.
const READS_NUMBERS: Statement = {
  name: 'doctor-reads-numbers',
  text: `
    select 1
    from numbers_run r
    join integration i on i.id = r.integration_id
    where r.store_id is not null and i.deleted_at is null and not i.disabled
    limit 1`,
};

/**
 * Whether workers are alive, by their own heartbeat (a dead worker's is missed within 30 seconds) and by what
 * Temporal saw, and whether each network with a channel has one, and the numbers that are read daily.
 */
export async function checkWorkers(deps: Deps & Pick<DoctorDeps, 'database'>): Promise<Finding[]> {
  const [pollers, heartbeatAge] = await Promise.all([
    readPollers(deps.temporal, { queue: WORKFLOW_QUEUE, type: 'workflow', deadlineMs: DEADLINE_MS }),
    readHeartbeat(deps.database),
  ]);
  const polled = pollers[0]?.ageSeconds;
  if (polled === undefined || heartbeatAge === null) {
    return [fail('Worker', 'no worker is running', START_WORKER)];
  }
  if (heartbeatAge > HEARTBEAT_LIMIT_SECONDS || polled > POLL_LIMIT_SECONDS) {
    return [
      fail(
        'Worker',
        `the last heartbeat of a worker was ${Math.round(Math.max(heartbeatAge, polled))} s ago`,
        `${START_WORKER}. If one hangs, stop it first`,
      ),
    ];
  }
  const isIdle = async (queue: string): Promise<boolean> =>
    !(await readPollers(deps.temporal, { queue, type: 'activity', deadlineMs: DEADLINE_MS })).length;
  const connected = await deps.database.query<{ provider: string }>(CONNECTED);
  const served = await Promise.all(
    connected.map(async ({ provider }) => ({ provider, isIdle: await isIdle(publishQueue(provider)) })),
  );
  const idle = served.filter((s) => s.isIdle).map((s) => s.provider);
  const readsNumbers = (await deps.database.query(READS_NUMBERS)).length > 0;
  return [
    ok('Worker', `last heartbeat ${Math.max(0, Math.round(heartbeatAge))} s ago`),
    ...(idle.length
      ? [
          warn(
            'Worker of a network',
            `no worker serves ${idle.join(', ')}`,
            'A worker starts serving a new network within seconds. If it does not, restart it; where workers ' +
              'share the networks, name it in the CRIER_NETWORKS of one; ' +
              'for the sandbox, it also needs CRIER_SANDBOX=true',
          ),
        ]
      : []),
    ...(readsNumbers && (await isIdle(NUMBERS_QUEUE))
      ? [
          warn(
            'Worker of the numbers',
            'no worker reads the numbers of channels and posts',
            'A worker starts reading them when it serves the network of a channel. If it does not, restart it',
          ),
        ]
      : []),
  ];
}

function withDeadline<T>(temporal: Deps['temporal'], call: () => Promise<T>): Promise<T> {
  return temporal.connection.withDeadline(Date.now() + DEADLINE_MS, call);
}
