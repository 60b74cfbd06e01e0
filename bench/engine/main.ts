/**
 * The bare engine's worker: the SDK, the server and the worker options of the product, and activities that do
 * nothing but note the time.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import { createLogger } from '../../src/platform/logger.ts';
import {
  LOCAL_CONNECTION,
  NETWORK_WORKER,
  WORKFLOW_WORKER,
  WORKFLOW_WORKERS,
  installRuntime,
} from '../../temporal/worker.ts';
import { answerParent } from '../helper.ts';
import type { EmptyPart } from './workflows.ts';

/** What the worker serves. */
export interface EngineSettings {
  readonly address: string;
  readonly namespace: string;
  readonly workflowQueue: string;
  /** Queues of networks, each with its own worker; empty: activities run on the workflows' queue. */
  readonly networkQueues: readonly string[];
  readonly bundlePath: string;
  /** Concurrent activities on the workflows' queue. Default: the product's 20. */
  readonly slots?: number;
  /** Runs that the worker keeps in memory. Default: the product's none. */
  readonly cachedRuns?: number;
}

/**
 * `count`: how many sends so far; `take`: which posts were sent and when (milliseconds since the epoch), then
 * forget them.
 */
export type EngineQuestion = 'count' | 'take';
/** What was sent, when, and for whom. */
export type Sends = [postId: string, atMs: number, organizationId: string, network: string][];

const settings = JSON.parse(process.argv[2] ?? '{}') as EngineSettings;
let sends: Sends = [];
const publish = async ({ postId, takesMs, organizationId, provider }: EmptyPart): Promise<object> => {
  sends.push([postId, Date.now(), organizationId, provider]);
  if (takesMs > 0) await sleep(takesMs);
  return {
    status: 'published',
    url: `http://127.0.0.1:20000/sandbox#${postId}`,
    latenessMs: 0,
    nextDelayMs: null,
  };
};
const activities = {
  publish,
  step: async () => ({ status: 'published', url: null, latenessMs: 0, nextDelayMs: null }),
};

installRuntime(createLogger({ level: 'warn', component: 'engine' }));
const connect = async (): Promise<NativeConnection> =>
  NativeConnection.connect({ address: settings.address, ...LOCAL_CONNECTION });
const common = {
  connection: await connect(),
  namespace: settings.namespace,
  activities,
  shutdownForceTime: '1 s',
} as const;
const workflows = await Promise.all(
  Array.from({ length: WORKFLOW_WORKERS }, async () => ({
    ...common,
    ...WORKFLOW_WORKER,
    connection: await connect(),
    taskQueue: settings.workflowQueue,
    workflowBundle: { codePath: settings.bundlePath },
    ...(settings.slots
      ? { maxConcurrentActivityTaskExecutions: Math.ceil(settings.slots / WORKFLOW_WORKERS) }
      : {}),
    ...(settings.cachedRuns ? { maxCachedWorkflows: settings.cachedRuns } : {}),
  })),
);
const networks = settings.networkQueues.map((taskQueue) => ({ ...common, ...NETWORK_WORKER, taskQueue }));
const options: WorkerOptions[] = [...workflows, ...networks];
const workers = await Promise.all(options.map((o) => Worker.create(o)));
const running = Promise.all(workers.map((w) => w.run()));
running.catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});

answerParent<EngineQuestion>(
  (question) => {
    if (question === 'count') return sends.length;
    const taken = sends;
    sends = [];
    return taken;
  },
  async () => {
    for (const worker of workers) worker.shutdown();
    await running;
  },
);
