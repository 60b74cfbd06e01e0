/**
 * Tests of workflows in skipped time: the Temporal test server, real workers, fake activities. A month passes
 * in a second.
 */
import { afterAll, afterEach, beforeAll, describe } from '@jest/globals';
import type { WorkflowHandle } from '@temporalio/client';
import { WorkflowNotFoundError } from '@temporalio/common';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import type { ReconcileReport } from '../../activities/index.ts';
import { ensureTestServer } from '../run/embedded/test-server.ts';
import {
  NUMBERS_QUEUE,
  WEBHOOK_QUEUE,
  WORKFLOW_QUEUE,
  publishQueue,
} from '../../temporal/contract/queues.ts';
import { SEARCH_KEYS } from '../../temporal/contract/search-attributes.ts';
import { INDEXED_VALUE_TYPE } from '../../temporal/client.ts';
import { loadConfig } from '../platform/config/config.ts';
import { ensureBundle } from '../run/roles/workflow-bundle.ts';
import { FakeNetwork, type Plan } from './fake-network.ts';
import { atProcessEnd } from './jest/process-end.ts';
import { NETWORKS, startPublishRun, type PlannedTarget, type StartedRun } from './publish-run.ts';
import { installQuietRuntime } from './quiet-temporal.ts';
import { FakeShortActivities, startShortRun, type ShortRun, type ShortRunOptions } from './short-run.ts';
import { describeWith } from './servers/server.ts';

/** The server, for the list of programs that the test runner fetches into the cache. */
export const timeSkippingServer = {
  name: 'temporal-test-server',
  ensure: async (log: (line: string) => void): Promise<void> =>
    void (await ensureTestServer(loadConfig().CRIER_CACHE_DIR, log)),
};

/** What a test of workflows works with. Its clock is shared by all runs, so tests run one after the other. */
export interface TimeSkippingWorld {
  readonly environment: TestWorkflowEnvironment;
  start(targets: readonly PlannedTarget[], plan?: Plan, eventsPerRun?: number): Promise<StartedRun>;
  startShort(run: ShortRunOptions): Promise<ShortRun>;
  /** Advances Temporal's clock, and everything that falls due happens. */
  pass(ms: number): Promise<void>;
  /**
   * Follows recorded runs once from their first event to the last; rejects where the workflow goes another
   * way.
   */
  replay(handles: readonly Pick<WorkflowHandle, 'workflowId' | 'fetchHistory'>[]): Promise<void>;
  /** What the activity of the reconciler answers. */
  reconcile: () => Promise<ReconcileReport>;
}

/** Kinds of workers by the number of runs that they keep in memory; 0 replays the history on every task. */
const WORKERS = {
  'with a worker that remembers its runs': 50,
  'with a worker that replays on every task': 0,
} as const;

installQuietRuntime();

let server: Promise<TestWorkflowEnvironment> | undefined;

/** Runs `body` with each kind of worker, to find a step that depends on the worker's memory. */
export function describeRuns(
  title: string,
  body: (world: TimeSkippingWorld) => void,
  workers: Partial<typeof WORKERS> = WORKERS,
): void {
  describeWith([timeSkippingServer], title, () => {
    for (const [worker, maxCachedWorkflows] of Object.entries(workers)) {
      describe(worker, () => {
        const world = new World();
        beforeAll(() => world.open(maxCachedWorkflows), 300_000);
        // A run that goes on for ever would do so in all the time that later tests skip.
        afterEach(() => world.endRuns());
        afterAll(() => world.close());
        body(world);
      });
    }
  });
}

/** One server for all files of the process: its Java takes seconds of CPU time to start. */
function sharedServer(): Promise<TestWorkflowEnvironment> {
  return (server ??= openServer());
}

async function openServer(): Promise<TestWorkflowEnvironment> {
  const environment = await startServer(
    await ensureTestServer(loadConfig().CRIER_CACHE_DIR, () => undefined),
  );
  atProcessEnd(() => environment.teardown());
  const searchAttributes = Object.fromEntries(
    Object.values(SEARCH_KEYS).map(({ name, type }) => [name, INDEXED_VALUE_TYPE[type]]),
  );
  await environment.connection.operatorService.addSearchAttributes({
    namespace: environment.namespace,
    searchAttributes,
  });
  return environment;
}

/** The SDK gives the server's Java five seconds to answer, which a busy machine may miss. */
async function startServer(path: string, tries = 20): Promise<TestWorkflowEnvironment> {
  try {
    return await TestWorkflowEnvironment.createTimeSkipping({
      server: { executable: { type: 'existing-path', path } },
    });
  } catch (error) {
    if (tries === 1 || !(error as Error).message.includes('did not start within')) throw error;
    return startServer(path, tries - 1);
  }
}

class World implements TimeSkippingWorld {
  reconcile = (): Promise<ReconcileReport> =>
    Promise.resolve({ restarted: 0, revived: 0, closed: 0, woken: 0, checked: 0 });
  private readonly fakes = new FakeNetwork(() => this.environment.currentTimeMs());
  private readonly shortFakes = new FakeShortActivities(() => this.environment.currentTimeMs());
  private opened:
    | { environment: TestWorkflowEnvironment; workers: Worker[]; ends: Promise<void>[] }
    | undefined;
  private readonly openRuns: (StartedRun | ShortRun)[] = [];
  private runs = 0;

  get environment(): TestWorkflowEnvironment {
    if (!this.opened) throw new Error('the environment is not open');
    return this.opened.environment;
  }

  async open(maxCachedWorkflows: number): Promise<void> {
    const [environment, codePath] = await Promise.all([sharedServer(), ensureBundle(loadConfig())]);
    const connection = environment.nativeConnection;
    const core = { ...this.fakes.core(() => this.reconcile()), ...this.shortFakes.core() };
    const workers = await Promise.all([
      Worker.create({
        connection,
        taskQueue: WORKFLOW_QUEUE,
        workflowBundle: { codePath },
        maxCachedWorkflows,
        activities: core,
      }),
      Worker.create({ connection, taskQueue: NUMBERS_QUEUE, activities: { ...this.shortFakes.numbers() } }),
      Worker.create({ connection, taskQueue: WEBHOOK_QUEUE, activities: { ...this.shortFakes.webhooks() } }),
      ...NETWORKS.map((name) =>
        Worker.create({
          connection,
          taskQueue: publishQueue(name),
          activities: { ...this.fakes.network(name), ...this.shortFakes.network(name) },
        }),
      ),
    ]);
    this.opened = { environment, workers, ends: workers.map((w) => w.run()) };
  }

  async close(): Promise<void> {
    for (const worker of this.opened?.workers ?? []) worker.shutdown();
    await Promise.all(this.opened?.ends ?? []);
  }

  async endRuns(): Promise<void> {
    await Promise.all(this.openRuns.splice(0).map(({ handle }) => endRun(handle)));
  }

  pass(ms: number): Promise<void> {
    return this.environment.sleep(ms);
  }

  async replay(handles: readonly Pick<WorkflowHandle, 'workflowId' | 'fetchHistory'>[]): Promise<void> {
    const workflowBundle = { codePath: await ensureBundle(loadConfig()) };
    for (const handle of handles) {
      await Worker.runReplayHistory({ workflowBundle }, await handle.fetchHistory(), handle.workflowId);
    }
  }

  async start(targets: readonly PlannedTarget[], plan?: Plan, eventsPerRun?: number): Promise<StartedRun> {
    const startMs = await this.environment.currentTimeMs();
    const run = await startPublishRun(
      { client: this.environment.client, fakes: this.fakes, startMs },
      { groupId: `group-${++this.runs}`, targets, plan, eventsPerRun },
    );
    this.openRuns.push(run);
    return run;
  }

  async startShort(options: ShortRunOptions): Promise<ShortRun> {
    const startMs = await this.environment.currentTimeMs();
    const run = await startShortRun(
      { client: this.environment.client, fakes: this.shortFakes, startMs },
      options,
    );
    this.openRuns.push(run);
    return run;
  }
}

async function endRun(handle: Pick<StartedRun['handle'], 'terminate'>): Promise<void> {
  await handle.terminate('the tests are over').catch((error: unknown) => {
    if (!(error instanceof WorkflowNotFoundError)) throw error; // it had ended by itself
  });
}
