/** Temporal: answers, has our namespace and search attributes, and somebody works. */
import type { Connection } from '@temporalio/client';
import { SEARCH_ATTRIBUTES, WORKFLOW_QUEUE, publishQueue } from '../../../temporal/contract.ts';
import type { Statement } from '../../db.ts';
import { wordsOf } from '../errors.ts';
import { DEADLINE_MS, fail, ok, warn, type DoctorDeps, type Finding } from './finding.ts';

type Deps = Pick<DoctorDeps, 'config' | 'temporal' | 'running'>;

const NOT_FOUND = 5;
const START_WORKER = 'Start a worker: npm start does it, or npm run worker';
// An idle worker asks again only when its last question has waited for a minute.
const POLL_LIMIT_SECONDS = 90;
/** temporal.api.enums.v1.TaskQueueType */
const QUEUE_TYPE = { workflow: 1, activity: 2 } as const;

/** @returns `fail` with the fix when it does not answer; the other checks of Temporal need it */
export async function checkTemporal({ config, temporal, running }: Deps): Promise<Finding> {
  const address = config.TEMPORAL_ADDRESS ?? `127.0.0.1:${config.TEMPORAL_PORT}`;
  try {
    const { serverVersion } = await withDeadline(temporal, () => temporal.workflowService.getSystemInfo({}));
    return ok('Temporal', `server ${serverVersion} answers at ${address}`);
  } catch (error) {
    const fix = running ? `Look at logs/temporal.log in ${config.CRIER_DATA_DIR}; one that ended is started again by itself` : 'Start Temporal, or correct TEMPORAL_ADDRESS (host:port) and TEMPORAL_TLS';
    return fail('Temporal', `${address} does not answer: ${wordsOf(error)}`, fix);
  }
}

/** The namespace and its search attributes, which the worker makes when they are missing. */
export async function checkNamespace({ config, temporal }: Deps): Promise<Finding[]> {
  const namespace = config.TEMPORAL_NAMESPACE;
  try {
    await withDeadline(temporal, () => temporal.workflowService.describeNamespace({ namespace }));
  } catch (error) {
    if ((error as { code?: number }).code !== NOT_FOUND) throw error;
    return [fail('Namespace', `"${namespace}" does not exist`, `${START_WORKER}; it makes the namespace. Or correct TEMPORAL_NAMESPACE`)];
  }
  const { customAttributes } = await withDeadline(temporal, () => (temporal.connection as Connection).operatorService.listSearchAttributes({ namespace }));
  const names = Object.keys(SEARCH_ATTRIBUTES);
  const missing = names.filter((name) => customAttributes?.[name] === undefined);
  return [
    ok('Namespace', `"${namespace}" is there`),
    missing.length ? fail('Search attributes', `${missing.join(', ')} missing in "${namespace}"`, `${START_WORKER}; it makes them`) : ok('Search attributes', names.join(', ')),
  ];
}

const CONNECTED: Statement = { name: 'doctor-connected', text: 'select distinct provider from integration where deleted_at is null and not disabled order by provider' };

/** Whether workers have polled lately: the workflows' queue, and that of each network with a channel. */
export async function checkWorkers(deps: Deps & Pick<DoctorDeps, 'database'>): Promise<Finding[]> {
  const seconds = await lastPoll(deps, WORKFLOW_QUEUE, 'workflow');
  if (seconds === null || seconds > POLL_LIMIT_SECONDS) return [fail('Worker', seconds === null ? 'no worker polls' : `the last poll was ${seconds} s ago`, START_WORKER)];
  const connected = await deps.database.query<{ provider: string }>(CONNECTED);
  const polls = await Promise.all(connected.map(async ({ provider }) => ({ provider, seconds: await lastPoll(deps, publishQueue(provider), 'activity') })));
  const idle = polls.filter((p) => p.seconds === null).map((p) => p.provider);
  return [
    ok('Worker', `polled ${seconds} s ago`),
    ...(idle.length ? [warn('Worker of a network', `nobody serves ${idle.join(', ')}`, 'A worker takes a new network up within seconds; if not, restart it, and set CRIER_SANDBOX=true for it when the network is the sandbox')] : []),
  ];
}

/** Seconds since the last poll; null when nobody polls. */
async function lastPoll({ config, temporal }: Deps, queue: string, type: keyof typeof QUEUE_TYPE): Promise<number | null> {
  const { pollers } = await withDeadline(temporal, () => temporal.workflowService.describeTaskQueue({ namespace: config.TEMPORAL_NAMESPACE, taskQueue: { name: queue }, taskQueueType: QUEUE_TYPE[type] }));
  const newest = Math.max(...(pollers ?? []).map((p) => Number(p.lastAccessTime?.seconds ?? 0)));
  return Number.isFinite(newest) ? Math.max(0, Math.round(Date.now() / 1000 - newest)) : null;
}

function withDeadline<T>(temporal: Deps['temporal'], call: () => Promise<T>): Promise<T> {
  return temporal.connection.withDeadline(Date.now() + DEADLINE_MS, call);
}
