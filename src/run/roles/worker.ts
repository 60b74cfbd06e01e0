/** The worker process: Temporal workers and the outbox relay until it is stopped. Any number may run. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureNamespace, readStoreId } from '../../../temporal/client.ts';
import { ensureSchedules } from '../../../temporal/schedules.ts';
import { installRuntime, startWorkers } from '../../../temporal/worker.ts';
import { keepSayingAlive, sayingAlive } from '../../platform/alive.ts';
import { freezeIfCopied } from '../../platform/freeze.ts';
import { collectAfterStart } from '../../platform/collect-garbage.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Context } from '../../platform/context.ts';
import { createContext } from '../create-context.ts';
import { freePort } from '../embedded/ports.ts';
import { checkMetricsConfig, listenForMetrics } from '../../platform/metrics/listen.ts';
import { runRelay } from '../../platform/outbox/relay.ts';
import { watchStore } from '../../platform/outbox/watch-store.ts';
import { surviveStrayErrors } from '../../platform/stray-errors.ts';
import { runHeartbeat } from '../../platform/worker-heartbeat.ts';
import { checkOpenRuns } from './check-open-runs.ts';
import { plugged } from './plugged-activities.ts';
import { untilStopped } from './until-stopped.ts';
import { ensureBundle } from './workflow-bundle.ts';

/**
 * Pollers that lost their server take a minute to end; the process that replaces this one should not wait for
 * them.
 */
const FAILED_GRACE_MS = 10_000;

/** What polls for one process: Temporal's workers, and the loops beside them. */
export interface RunningWorker {
  /** Rejects when polling fails permanently. */
  readonly finished: Promise<void>;
  /** Stops polling, and lets activities that run end. */
  stop(): Promise<void>;
}

/** Polls, and starts what runs beside: the schedules, the outbox relay, the heartbeat. */
export async function startWorker(context: Context, bundlePath: string): Promise<RunningWorker> {
  const { config, temporal } = context;
  const deps = { ...context, providerEnv: config.providerEnv };
  const workers = await startWorkers({
    config,
    deps,
    activities: Object.assign({}, ...plugged.map((create) => create(deps))) as object,
    bundlePath,
  });
  await ensureSchedules(temporal);
  const stopping = new AbortController();
  const loops = [
    runRelay(context, stopping.signal),
    runHeartbeat(context, workers.isPolling, stopping.signal),
    watchStore(context, { storeId: await readStoreId(temporal), signal: stopping.signal }),
  ];
  return {
    finished: workers.finished,
    async stop() {
      stopping.abort();
      await Promise.allSettled([...loops, workers.shutdown()]);
    },
  };
}

/**
 * Runs until SIGTERM, or until the supervisor is gone.
 *
 * @throws the worker's error when polling fails permanently (Temporal's store was wiped, say): the process
 * ends and is started again
 */
export async function runWorker(settings: Config): Promise<void> {
  const config = { ...settings, PORT: settings.PORT || 3000 };
  const context = await createContext(config, 'worker');
  if (await freezeIfCopied(context.database)) {
    context.log.warn(
      'the database is a copy: nothing is published until a person resumes (npm run crier -- resume)',
    );
  }
  checkMetricsConfig(config);
  const sdkMetrics = config.METRICS_PORT ? `127.0.0.1:${await freePort()}` : null;
  installRuntime(context.log, sdkMetrics);
  await ensureNamespace(context.temporal, config.TEMPORAL_NAMESPACE);
  const bundlePath = await ensureBundle(config);
  // The supervisor replaces a worker that hangs, and gives up one that does not come up: a database that is
  // away, or thousands of runs to look at, must not look like that.
  await checkOpenRuns(context, bundlePath, sayingAlive());
  // From here on parts may be claimed: a signal must let them finish, even one that comes before the start is
  // complete.
  const stopped = untilStopped();
  const worker = await startWorker(context, bundlePath);
  const metrics = config.METRICS_PORT ? await listenForMetrics(context, sdkMetrics) : null;
  surviveStrayErrors(context.log);
  context.log.info({ namespace: config.TEMPORAL_NAMESPACE }, 'polling');
  process.send?.('ready');
  collectAfterStart();
  const stopSaying = keepSayingAlive();
  let failed = true;
  try {
    await Promise.race([stopped, worker.finished]);
    failed = false;
  } finally {
    stopSaying();
    metrics?.stop();
    const ended = worker.stop();
    await (failed ? Promise.race([ended, sleep(FAILED_GRACE_MS)]) : ended);
    await context.dispose();
  }
}
