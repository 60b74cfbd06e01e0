/**
 * The Temporal workers of one process: one for workflows and core activities, one for each network with a
 * connected channel.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DefaultLogger,
  NativeConnection,
  Runtime,
  Worker,
  bundleWorkflowCode,
  makeTelemetryFilterString,
  type WorkerOptions,
} from '@temporalio/worker';
import {
  createCoreActivities,
  createNetworkActivities,
  createNumbersActivities,
  createWebhookActivities,
  type ActivityDeps,
} from '../activities/index.ts';
import { numbersKind } from '../src/channels/daily-numbers.ts';
import type { Config } from '../src/platform/config/config.ts';
import type { Statement } from '../src/platform/database.ts';
import type { Logger } from '../src/platform/logger.ts';
import { SHUTDOWN_FORCE_MS, SHUTDOWN_GRACE_MS } from './contract/bounds.ts';
import { NUMBERS_QUEUE, WEBHOOK_QUEUE, WORKFLOW_QUEUE, publishQueue } from './contract/queues.ts';
import { logLevel } from './log-level.ts';
import { connectionOptions, type ConnectionConfig } from './connection.ts';

/** A running set of workers. */
export interface WorkerProcess {
  /**
   * Resolves after `shutdown()`; rejects when a worker fails, and then the process must end and be restarted.
   */
  readonly finished: Promise<void>;
  /** Whether the workflows' queue is polled at this moment. */
  isPolling(): boolean;
  /** Stops polling, lets running activities end within the grace time, and closes the connection. */
  shutdown(): Promise<void>;
}

/** What a worker process needs beside its activities. */
export interface WorkerSettings {
  readonly config: ConnectionConfig & Pick<Config, 'TEMPORAL_NAMESPACE' | 'CRIER_NETWORKS'>;
  readonly deps: ActivityDeps;
  /** More activities of the workflows' queue. */
  readonly activities?: object;
  /** Path of the prebuilt workflow bundle; built in memory when absent. */
  readonly bundlePath?: string;
  /** 0 forces a replay on every workflow task (tests). */
  readonly maxCachedWorkflows?: number;
}

const NEEDED: Statement = {
  name: 'worker-needed-queues',
  text: `select array(select distinct provider from integration where deleted_at is null) as providers,
      exists (select 1 from webhook) as webhooks`,
};
const LOOK_MS = 2000;
// Longer than any publish call: a deploy must not cut a request in flight.
const GRACE = { shutdownGraceTime: SHUTDOWN_GRACE_MS, shutdownForceTime: SHUTDOWN_FORCE_MS } as const;

/** Options of the worker of workflows and core activities; benchmarks give the bare engine the same. */
export const WORKFLOW_WORKER = {
  // A run that waits for days gains nothing from a cache. With a cache, the server sends each of its tasks to
  // this worker's own sticky queue, first in, first out: in a burst they time out there (two more events
  // each) and no fairness key orders them. A cached run also takes 350 KB.
  maxCachedWorkflows: 0,
  // Without a cache, sdk-core works on one run at a time. What it has taken beyond that waits in its memory,
  // first in, first out, regardless of its priority.
  maxConcurrentWorkflowTaskExecutions: 3,
  maxConcurrentActivityTaskExecutions: 10,
} as const;

/**
 * Workers of the workflows' queue in one process: while one waits for the server to store a task's result,
 * another works on the next task.
 */
export const WORKFLOW_WORKERS = 2;

/** Options of the worker of one network's activities. */
export const NETWORK_WORKER = {
  maxConcurrentActivityTaskExecutions: 50,
  activityTaskPollerBehavior: { type: 'autoscaling', minimum: 1, maximum: 10, initial: 1 },
} as const;

/** Options of the worker that reads numbers: two channels at a time, each with one call a second. */
const NUMBERS_WORKER = { maxConcurrentActivityTaskExecutions: 2, maxConcurrentActivityTaskPolls: 1 } as const;

/** Options of the worker that delivers to webhooks. Its calls wait for receivers and cost little. */
const WEBHOOK_WORKER = {
  maxConcurrentActivityTaskExecutions: 40,
  maxConcurrentActivityTaskPolls: 2,
} as const;

/** On this machine, compressing costs more than it saves. */
export const LOCAL_CONNECTION = { grpcCompression: { codec: 'none' } } as const;

/**
 * Installs the runtime once for each process: its warnings go to our log, and signals are left to us.
 *
 * @param metricsAddress host:port at which the SDK shows its own metrics; null = none
 */
export function installRuntime(log: Logger, metricsAddress: string | null = null): void {
  const logger = new DefaultLogger('WARN', ({ level, message, meta }) => {
    const loud = logLevel(level, message, meta);
    if (loud) log[loud]({ ...meta }, message);
  });
  Runtime.install({
    logger,
    shutdownSignals: [],
    telemetryOptions: {
      logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' }) },
      ...(metricsAddress
        ? {
            metrics: {
              prometheus: {
                bindAddress: metricsAddress,
                countersTotalSuffix: true,
                unitSuffix: true,
                useSecondsForDurations: true,
              },
            },
          }
        : {}),
    },
  });
}

/** Connects and starts polling. Rejects when Temporal cannot be reached. */
export async function startWorkers(settings: WorkerSettings): Promise<WorkerProcess> {
  const { config, deps, activities } = settings;
  const connections: NativeConnection[] = [];
  const connect = async (): Promise<NativeConnection> => {
    const connection = await connectTo(config);
    connections.push(connection);
    return connection;
  };
  const common = { connection: await connect(), namespace: config.TEMPORAL_NAMESPACE, ...GRACE };
  const stop = new AbortController();
  const workers = new Set<{ worker: Worker; run: Promise<void> }>();
  const served = new Set<string>();
  const failed = Promise.withResolvers<never>();
  const add = async (options: WorkerOptions): Promise<Worker> => {
    const worker = await Worker.create(options);
    const run = worker.run();
    run.catch((error: unknown) => failed.reject(error as Error));
    workers.add({ worker, run });
    served.add(options.taskQueue);
    return worker;
  };

  const ofWorkflows: Worker[] = [];
  while (ofWorkflows.length < WORKFLOW_WORKERS) {
    ofWorkflows.push(
      await add({
        ...common,
        // sdk-core refuses two workers of one queue on one connection.
        ...(ofWorkflows.length ? { connection: await connect() } : {}),
        ...workflowOptions(settings),
        activities: { ...createCoreActivities(deps), ...activities },
      }),
    );
  }
  const { CRIER_NETWORKS: own } = config;
  const serveNetwork = async (provider: string): Promise<void> => {
    const definition = deps.providers.get(provider);
    if (own.length > 0 && !own.includes(provider)) return;
    if (!definition || served.has(publishQueue(provider))) return;
    await add({
      ...common,
      ...networkOptions(provider),
      activities: createNetworkActivities(deps, definition, stop.signal),
    });
    deps.log.info({ provider }, 'serving the queue of a network');
    if (served.has(NUMBERS_QUEUE) || numbersKind(deps, definition) !== 'daily') return;
    await add({
      ...common,
      ...NUMBERS_WORKER,
      taskQueue: NUMBERS_QUEUE,
      activities: { ...createNumbersActivities(deps, stop.signal) },
    });
  };
  const watching = watchNeeded(deps, stop.signal, async ({ providers, webhooks }) => {
    for (const provider of providers) await serveNetwork(provider);
    if (!webhooks || served.has(WEBHOOK_QUEUE)) return;
    await add({
      ...common,
      ...WEBHOOK_WORKER,
      taskQueue: WEBHOOK_QUEUE,
      activities: { ...createWebhookActivities(deps) },
    });
  });
  watching.catch((error: unknown) => failed.reject(error as Error));

  const shutdown = async (): Promise<void> => {
    stop.abort();
    await watching;
    for (const { worker } of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
    await Promise.allSettled([...workers].map((w) => w.run));
    await Promise.all(connections.map((connection) => connection.close()));
  };
  const aborted = new Promise<void>((resolve) =>
    stop.signal.addEventListener('abort', () => resolve(), { once: true }),
  );
  const isPolling = (): boolean => ofWorkflows.every((worker) => worker.getState() === 'RUNNING');
  return { finished: Promise.race([aborted, failed.promise]), isPolling, shutdown };
}

async function connectTo(config: WorkerSettings['config']): Promise<NativeConnection> {
  return NativeConnection.connect({
    ...connectionOptions(config),
    ...(config.TEMPORAL_ADDRESS && !/^(127\.|localhost:|\[?::1)/.test(config.TEMPORAL_ADDRESS)
      ? {}
      : LOCAL_CONNECTION),
  });
}

function workflowOptions({
  bundlePath,
  maxCachedWorkflows = WORKFLOW_WORKER.maxCachedWorkflows,
}: WorkerSettings): WorkerOptions {
  return {
    ...WORKFLOW_WORKER,
    taskQueue: WORKFLOW_QUEUE,
    maxCachedWorkflows,
    ...(bundlePath && existsSync(bundlePath)
      ? { workflowBundle: { codePath: bundlePath } }
      : { workflowsPath: WORKFLOWS_PATH }),
  };
}

function networkOptions(provider: string): WorkerOptions {
  return { ...NETWORK_WORKER, taskQueue: publishQueue(provider) };
}

/** What an instance needs beside the workflows' queue: most have few networks, and no webhooks. */
interface Needed {
  readonly providers: readonly string[];
  readonly webhooks: boolean;
}

async function watchNeeded(
  deps: ActivityDeps,
  signal: AbortSignal,
  serve: (needed: Needed) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const [needed] = await deps.database.query<Needed>(NEEDED).catch((error: unknown) => {
      deps.log.warn({ reason: String(error) }, 'could not read which queues are needed');
      return [];
    });
    if (needed) await serve(needed);
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined); // aborted: the loop ends
  }
}

const WORKFLOWS_PATH = fileURLToPath(new URL('../workflows/index.ts', import.meta.url));

// The SDK takes a stack trace for every promise of a workflow (it answers the query __stack_trace): ten
// frames each, mapped to their sources, were a fifth of a workflow's CPU time. Without a line feed, so that
// the source map still fits.
const ONE_FRAME = 'Error.stackTraceLimit=1;';

/** Bundles the workflows; a forbidden import fails here. Returns JavaScript to be written to `bundlePath`. */
export async function buildWorkflowBundle(): Promise<string> {
  const { code } = await bundleWorkflowCode({
    workflowsPath: WORKFLOWS_PATH,
    logger: new DefaultLogger('WARN'),
    // Each thread of a worker keeps the bundle and its map: lines are enough, the sources are on the disk.
    webpackConfigHook: (webpack) => ({ ...webpack, devtool: 'inline-nosources-cheap-module-source-map' }),
  });
  return ONE_FRAME + inAscii(code);
}

/** V8 keeps a text with a single letter beyond Latin-1 in twice the memory. */
function inAscii(code: string): string {
  return code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
