/** Tests of workflows in skipped time: the Temporal test server, real workers, fake activities. A month passes in a second. */
import { afterAll, beforeAll, describe } from '@jest/globals';
import { WorkflowUpdateFailedError, type WorkflowHandleWithFirstExecutionRunId } from '@temporalio/client';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { DefaultLogger, Runtime, Worker, bundleWorkflowCode, makeTelemetryFilterString } from '@temporalio/worker';
import { resolve } from 'node:path';
import type { ReconcileReport } from '../../activities/index.ts';
import { ensureTestServer } from '../embedded/test-server.ts';
import { CANCEL_UPDATE, PROGRESS_QUERY, RESCHEDULE_UPDATE, RESOLVE_UPDATE, SEARCH_ATTRIBUTES, WORKFLOW_QUEUE, publishQueue, publishWorkflowId, type PublishPostResult, type PublishTarget, type ResolveMessage, type TargetProgress } from '../../temporal/contract.ts';
import { INDEXED_VALUE_TYPE } from '../../temporal/client.ts';
import type { PublishPostWorkflow } from '../../workflows/index.ts';
import { loadConfig } from '../config.ts';
import { FakeNetwork, type ActivityCall, type Plan } from './fake-network.ts';
import { durationOf, timersOf, type Timer } from './history.ts';
import { describeWith } from './servers/server.ts';

/** The server, for the list of programs that the test runner brings into the cache. */
export const timeSkippingServer = {
  name: 'temporal-test-server',
  ensure: async (log: (line: string) => void): Promise<void> => void (await ensureTestServer(loadConfig().CRIER_CACHE_DIR, log)),
};

/** The networks whose queues a world serves. */
export const NETWORKS = ['mastodon', 'bluesky', 'nostr', 'slack', 'discord'] as const;

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A target of a run; `inMs` is its date, counted from now by Temporal's clock. */
export interface PlannedTarget {
  readonly inMs?: number;
  readonly provider?: (typeof NETWORKS)[number];
  readonly revision?: number;
}

/** One started run. Posts are named post-1, post-2 … in the order of the targets. */
export interface StartedRun {
  readonly handle: WorkflowHandleWithFirstExecutionRunId<typeof PublishPostWorkflow>;
  /** When the run was started, by Temporal's clock. */
  readonly startMs: number;
  readonly calls: readonly ActivityCall[];
  /** "mastodon.publish", "mastodon.publish 2" (second part) … in the order in which they ran, each try. */
  callNames(): string[];
  /** Skips time until the run ends. */
  result(): Promise<PublishPostResult>;
  progress(): Promise<TargetProgress[]>;
  /** `inMs` counts from the start of the run. */
  reschedule(postId: string, inMs: number, revision: number): Promise<void>;
  cancel(postId: string, revision?: number): Promise<void>;
  resolve(postId: string, decision: ResolveMessage['decision']): Promise<void>;
  timers(): Promise<Timer[]>;
  /** From the start of the run to its end, by Temporal's clock. */
  lastedMs(): Promise<number>;
}

export interface TimeSkippingWorld {
  readonly environment: TestWorkflowEnvironment;
  start(targets: readonly PlannedTarget[], plan?: Plan): Promise<StartedRun>;
  /** Lets Temporal's clock go on, and all that falls due happen. */
  pass(ms: number): Promise<void>;
  /** What the activity of the reconciler answers. */
  reconcile: () => Promise<ReconcileReport>;
}

// Failures that a test plans would fill the output otherwise.
const QUIET = new DefaultLogger('ERROR');
Runtime.install({ logger: QUIET, telemetryOptions: { logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' }) } } });

let bundle: Promise<{ code: string }> | undefined;

/**
 * Runs `body` twice, each with an environment of its own: with a worker that keeps runs in memory, and with one that replays
 * the history on every task, so that a step which only memory carries is found.
 */
export function describeRuns(title: string, body: (world: TimeSkippingWorld) => void): void {
  describeWith([timeSkippingServer], title, () => {
    for (const [worker, maxCachedWorkflows] of [['with a worker that remembers its runs', 50], ['with a worker that replays on every task', 0]] as const) {
      describe(worker, () => {
        const world = new World();
        beforeAll(() => world.open(maxCachedWorkflows), 300_000);
        afterAll(() => world.close());
        body(world);
      });
    }
  });
}

/** The type of the failure with which an update is refused; 'accepted' when it is not. */
export async function refusal(update: Promise<void>): Promise<string> {
  try {
    await update;
    return 'accepted';
  } catch (error) {
    if (!(error instanceof WorkflowUpdateFailedError)) throw error;
    return (error.cause as { type?: string }).type ?? String(error.cause);
  }
}

/** When a call ran, counted from the start of its run. */
export const dueAfter = (run: StartedRun, call = 0): number => (run.calls[call]?.atMs ?? NaN) - run.startMs;

class World implements TimeSkippingWorld {
  reconcile = (): Promise<ReconcileReport> => Promise.resolve({ rearmed: 0, revived: 0, checked: 0 });
  private readonly fakes = new FakeNetwork(() => this.environment.currentTimeMs());
  private opened: { environment: TestWorkflowEnvironment; workers: Worker[]; ends: Promise<void>[] } | undefined;
  private runs = 0;

  get environment(): TestWorkflowEnvironment {
    if (!this.opened) throw new Error('the environment is not open');
    return this.opened.environment;
  }

  async open(maxCachedWorkflows: number): Promise<void> {
    const path = await ensureTestServer(loadConfig().CRIER_CACHE_DIR, () => undefined);
    bundle ??= bundleWorkflowCode({ workflowsPath: resolve('workflows/index.ts'), logger: QUIET });
    const environment = await TestWorkflowEnvironment.createTimeSkipping({ server: { executable: { type: 'existing-path', path } } });
    const searchAttributes = Object.fromEntries(Object.entries(SEARCH_ATTRIBUTES).map(([name, type]) => [name, INDEXED_VALUE_TYPE[type]]));
    await environment.connection.operatorService.addSearchAttributes({ namespace: environment.namespace, searchAttributes });
    const connection = environment.nativeConnection;
    const core = { ...this.fakes.core(() => this.reconcile()) };
    const workers = await Promise.all([
      Worker.create({ connection, taskQueue: WORKFLOW_QUEUE, workflowBundle: await bundle, maxCachedWorkflows, activities: core }),
      ...NETWORKS.map((name) => Worker.create({ connection, taskQueue: publishQueue(name), activities: this.fakes.network(name) })),
    ]);
    this.opened = { environment, workers, ends: workers.map((w) => w.run()) };
  }

  async close(): Promise<void> {
    for (const worker of this.opened?.workers ?? []) worker.shutdown();
    await Promise.all(this.opened?.ends ?? []);
    await this.opened?.environment.teardown();
  }

  pass(ms: number): Promise<void> {
    return this.environment.sleep(ms);
  }

  async start(planned: readonly PlannedTarget[], plan: Plan = {}): Promise<StartedRun> {
    const groupId = `group-${++this.runs}`;
    const workflowId = publishWorkflowId(groupId);
    const startMs = await this.environment.currentTimeMs();
    const targets = planned.map(({ inMs = 0, provider = 'mastodon', revision = 1 }, i): PublishTarget => ({ postId: `post-${i + 1}`, provider, revision, dueMs: startMs + inMs }));
    const calls = this.fakes.expectRun(workflowId, plan);
    const handle = await this.environment.client.workflow.start<typeof PublishPostWorkflow>('PublishPostWorkflow', { workflowId, taskQueue: WORKFLOW_QUEUE, args: [{ groupId, organizationId: 'ada-and-co', targets }] });
    return {
      handle, startMs, calls,
      callNames: () => calls.map(({ activity, part }) => (part.position === 0 ? activity : `${activity} ${part.position + 1}`)),
      result: () => handle.result(),
      progress: () => handle.query<TargetProgress[]>(PROGRESS_QUERY),
      reschedule: (postId, inMs, revision) => handle.executeUpdate(RESCHEDULE_UPDATE, { args: [{ postId, dueMs: startMs + inMs, revision }] }),
      cancel: (postId, revision = 1) => handle.executeUpdate(CANCEL_UPDATE, { args: [{ postId, revision }] }),
      resolve: (postId, decision) => handle.executeUpdate(RESOLVE_UPDATE, { args: [{ postId, decision }] }),
      timers: async () => timersOf(await handle.fetchHistory()),
      lastedMs: async () => durationOf(await handle.fetchHistory()),
    };
  }
}
