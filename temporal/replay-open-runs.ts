/**
 * Checks, before a new version takes over, whether the waiting runs would go on with its workflow code.
 * Temporal replays a run's history and compares what the code does with what it did.
 */
import type { Client } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { WORKFLOW_QUEUE } from './contract/queues.ts';

/** A run that would not continue, and Temporal's reason. */
export interface BrokenRun {
  readonly workflowId: string;
  readonly reason: string;
}

/** `open`: all that were looked at; `replayed` of them were replayed. */
export interface ReplayReport {
  readonly open: number;
  readonly replayed: number;
  readonly broken: readonly BrokenRun[];
}

/**
 * Runs that went the same way take the same path through the code, so of those with the same events this many
 * are replayed. Once one of them breaks, all of them are.
 */
const OF_EACH_SHAPE = 20;
/** Histories that are fetched ahead; more would only take memory. */
const AHEAD = { concurrency: 10, bufferLimit: 20 } as const;
/** The type of the event that a worker took a task of the run (temporal.api.enums.v1.EventType). */
const TASK_STARTED = ['EVENT_TYPE_WORKFLOW_TASK_STARTED', 6];

type Histories = ReturnType<ReturnType<Client['workflow']['list']>['intoHistories']>;
type OpenRun = Histories extends AsyncIterable<infer Run> ? Run : never;

interface Shape {
  passed: number;
  broken: boolean;
}

/**
 * Replays the open runs of this instance with a prebuilt bundle. Changes nothing.
 *
 * @param options.onRun is called for each run that is looked at: thousands take minutes on a busy machine
 * @throws Temporal's error when the runs cannot be listed or read
 */
export async function replayOpenRuns(
  client: Client,
  bundlePath: string,
  { onRun = () => undefined }: { onRun?: () => void } = {},
): Promise<ReplayReport> {
  const shapes = new Map<string, Shape>();
  const shapeOf = new Map<string, Shape>();
  let open = 0;
  const query = `ExecutionStatus = 'Running' and TaskQueue = '${WORKFLOW_QUEUE}'`;
  const runs = client.workflow.list({ query, pageSize: 500 }).intoHistories(AHEAD)[Symbol.asyncIterator]();
  const next = async (): Promise<OpenRun | undefined> => {
    for (;;) {
      const { value, done } = await runs.next();
      if (done) return undefined;
      const run = value as OpenRun;
      open++;
      onRun();
      const key = describeShape(run);
      if (key === null) continue;
      const shape = shapes.get(key) ?? { passed: 0, broken: false };
      shapes.set(key, shape);
      if (!shape.broken && shape.passed >= OF_EACH_SHAPE) continue;
      shapeOf.set(run.workflowId, shape);
      return run;
    }
  };
  // Without a run there is no reason to load the bundle.
  const first = await next();
  const broken: BrokenRun[] = [];
  let replayed = 0;
  if (first) {
    const options = { workflowBundle: { codePath: bundlePath } };
    for await (const result of Worker.runReplayHistories(options, follow(first, next))) {
      const shape = shapeOf.get(result.workflowId);
      shapeOf.delete(result.workflowId);
      replayed++;
      onRun();
      if (!result.error) {
        if (shape) shape.passed++;
        continue;
      }
      if (shape) shape.broken = true;
      broken.push({ workflowId: result.workflowId, reason: reasonOf(result.error.message) });
    }
  }
  return { open, replayed, broken };
}

async function* follow(first: OpenRun, next: () => Promise<OpenRun | undefined>): AsyncGenerator<OpenRun> {
  for (let run: OpenRun | undefined = first; run; run = await next()) yield run;
}

/** The part of an event that shows which way a run went. */
interface RecordedEvent {
  readonly eventType: number | string;
  readonly workflowExecutionStartedEventAttributes?: { readonly workflowType?: { readonly name?: string } };
  readonly activityTaskScheduledEventAttributes?: { readonly activityType?: { readonly name?: string } };
  readonly workflowExecutionSignaledEventAttributes?: { readonly signalName?: string };
  readonly markerRecordedEventAttributes?: { readonly markerName?: string };
}

/** What a run did, event by event, without ids and dates; null when it has done nothing yet. */
function describeShape({ history }: OpenRun): string | null {
  const { events = [] } = history as { readonly events?: readonly RecordedEvent[] };
  // Nothing to compare: it waits for its date in Temporal, or for its first task.
  if (!events.some(({ eventType }) => TASK_STARTED.includes(eventType))) return null;
  return events
    .map((event) =>
      [
        event.eventType,
        event.workflowExecutionStartedEventAttributes?.workflowType?.name,
        event.activityTaskScheduledEventAttributes?.activityType?.name,
        event.workflowExecutionSignaledEventAttributes?.signalName,
        event.markerRecordedEventAttributes?.markerName,
      ].join(' '),
    )
    .join('\n');
}

/** Temporal's reason, out of the whole failure that the SDK puts around it. */
function reasonOf(message: string): string {
  const [, said] = /message: "((?:[^"\\]|\\.)*)"/.exec(message) ?? [];
  return said ?? message.split('\n', 1)[0] ?? '';
}
