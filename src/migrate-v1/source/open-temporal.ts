/**
 * The runs of v1 from v2.12.0 on: `post_<id>` in its Temporal, started with the types `postWorkflowV101` to
 * `postWorkflowV106` on the task queue `main` (v2.12.0, v2.21.8, v2.23.0: `posts.service.ts`, startWorkflow).
 * The next date of a series is a run of its own, `post_<id>_<10 letters and digits>`, which the one before
 * starts as its child (v2.12.0 to v2.23.0, each `post.workflow.v1.0.*.ts`, `repeat-post`). They are found by
 * these names: a child has the search attribute `postId` alone, which is there only if v1 could register it
 * (`temporal.register.ts`).
 */
import {
  Client,
  Connection,
  ServiceError,
  WorkflowNotFoundError,
  isGrpcServiceError,
} from '@temporalio/client';
import {
  TypedSearchAttributes,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
  defaultPayloadConverter,
  type SearchAttributePair,
} from '@temporalio/common';
import { POLL_LIMIT_SECONDS, readPollers } from '../../../temporal/pollers.ts';
import { ApiError } from '../../platform/errors.ts';
import { inParallel } from '../../platform/in-parallel.ts';

/** What it does, as its history has it at this moment. */
export interface OpenRun {
  readonly as: RunAsStarted;
  /** When it began, or is to begin. */
  readonly startsMs: number;
  /** Its date is to come: it has done nothing, and sends nothing before that. */
  readonly isToBegin: boolean;
  /** Whether it was asked to send its post, which may be published from then on. */
  readonly begun: boolean;
  /** Whether all parts are published; reposts, comments and the next date of its series follow. */
  readonly allSent: boolean;
  /** Whether the run of the next date of its series was started. */
  readonly hasRepeated: boolean;
  /** Ends it. @returns whether it had been asked to send until then */
  end(): Promise<boolean>;
}

/** An open run of a post, which sleeps until its date or sends it. */
export interface PostRun extends OpenRun {
  /** The id of its post. */
  readonly id: string;
  /** Whether it is that of a later date of its series. */
  readonly isRepetition: boolean;
}

/** What it takes to start a run again. */
export interface RunAsStarted {
  /** Undefined where an earlier version noted it: `post_<id>`. */
  readonly workflowId?: string;
  readonly type: string;
  readonly taskQueue: string;
  readonly args: unknown[];
  readonly searchAttributes: SearchAttributePair[];
}

/** Its Temporal. Each of these throws ApiError `invalid_request` when that does not answer. */
export interface SourceTemporal {
  /**
   * Of these posts, the runs that have not ended and may still send. `series`: those that may have runs of
   * later dates. One that was started in the last second may not be listed yet: it sends a date from before
   * the stop, which is none of Crier's.
   */
  find(ids: readonly string[], series?: readonly string[]): Promise<PostRun[]>;
  /** The ids of all runs that are open, in any state. */
  listOpen(): Promise<string[]>;
  /** The run with this id, if it is open. */
  read(workflowId: string): Promise<OpenRun | null>;
  /** Does nothing if one is open already. @param delayMs until it begins; default: at once */
  start(id: string, run: RunAsStarted, delayMs?: number): Promise<void>;
  /** Processes that took tasks of runs in the last minute and a half. */
  countWorkers(): Promise<number>;
  close(): Promise<void>;
}

/** What `--temporal` says, in its parts. */
export interface TemporalAddress {
  readonly address: string;
  readonly namespace: string;
  readonly tls: boolean;
}

const MAIN = 'main';
const DEFAULT_NAMESPACE = 'default';
const CONNECT_MS = 10_000;
const CALL_MS = 30_000;
/** For all pages of a list. */
const LIST_MS = 120_000;
const AT_ONCE = 20;
// All that a run does before it sends: it reads the row. Everything else that is scheduled may send, or
// follows that.
const READS = ['getPost', 'getPostsList'];
// It follows when all parts are published (v2.12.0 to v2.23.0): then a run only reposts, and waits for the
// next date of its series, which reads the row again.
const ALL_SENT = 'sendWebhooks';
const OPEN = 'ExecutionStatus="Running"';
const REASON = 'Crier publishes this post now';

/**
 * `host:7233`, `host:7233/namespace` or `tls://host:7233/namespace`; the namespace of v1 is `default` where
 * its TEMPORAL_NAMESPACE says nothing else (v2.12.0: `temporal.module.ts`).
 *
 * @throws ApiError `invalid_request` for anything else
 */
export function parseTemporal(text: string): TemporalAddress {
  const match = /^(tls:\/\/)?([^\s/@]+:\d{1,5})(?:\/([^\s/]+))?\/?$/.exec(text);
  if (!match) {
    throw new ApiError('invalid_request', {
      inEnglish:
        'The address of the Temporal of v1 (--temporal) must be HOST:PORT, HOST:PORT/NAMESPACE or tls://HOST:PORT/NAMESPACE',
    });
  }
  const [, tls, address = '', namespace = DEFAULT_NAMESPACE] = match;
  return { address, namespace, tls: tls !== undefined };
}

/**
 * Connects, and looks whether the namespace is there.
 *
 * @param apiKey for one that asks for it (v1: TEMPORAL_API_KEY, from v2.20.0 on); implies TLS
 * @throws ApiError `invalid_request` when it does not answer, or has no such namespace
 */
export async function openTemporal(text: string, apiKey?: string): Promise<SourceTemporal> {
  const { address, namespace, tls } = parseTemporal(text);
  const connection = Connection.lazy({
    address,
    tls: tls || apiKey !== undefined || undefined,
    apiKey,
    connectTimeout: CONNECT_MS,
  });
  const client = new Client({ connection, namespace });
  const call = <T>(work: () => Promise<T>, ms = CALL_MS): Promise<T> =>
    answer(connection.withDeadline(Date.now() + ms, work), text);
  try {
    await call(() => client.workflowService.describeNamespace({ namespace }));
  } catch (error) {
    await connection.close();
    throw error;
  }
  const listOpen = (): Promise<string[]> => call(() => listRuns(client), LIST_MS);
  const read = async (workflowId: string): Promise<OpenRun | null> => {
    const run = await call(() => readRun(client, workflowId));
    return run && { ...run, end: () => call(() => endRun(client, workflowId, run.runId)) };
  };
  return {
    async find(ids, series = []) {
      const found: PostRun[] = [];
      const names: RunName[] = ids.map((id) => ({ id, workflowId: runIdOf(id) }));
      if (series.length) names.push(...repetitionsOf(series, await listOpen()));
      await inParallel(names, AT_ONCE, async ({ id, workflowId }) => {
        const run = await read(workflowId);
        if (!run || run.allSent || run.isToBegin) return;
        found.push({ ...run, id, isRepetition: workflowId !== runIdOf(id) });
      });
      return found;
    },
    listOpen,
    read,
    start: (id, run, delayMs = 0) => call(() => startRun(client, { id, run, delayMs })),
    countWorkers: async () => {
      const pollers = await call(() =>
        readPollers(client, { queue: MAIN, type: 'workflow', deadlineMs: CALL_MS }),
      );
      return pollers.filter(({ ageSeconds }) => ageSeconds <= POLL_LIMIT_SECONDS).length;
    },
    close: () => connection.close(),
  };
}

const runIdOf = (id: string): string => `post_${id}`;

interface RunName {
  /** The id of its post. */
  readonly id: string;
  readonly workflowId: string;
}

/** The post of a run, by its id; null where it is none of a post. */
export function postOfRun(workflowId: string): string | null {
  return /^post_(.+?)(?:_[A-Za-z0-9]{10})?$/.exec(workflowId)?.[1] ?? null;
}

/** Those of later dates, among all that are open. */
function repetitionsOf(series: readonly string[], open: readonly string[]): RunName[] {
  const known = new Set(series);
  return open.flatMap((workflowId) => {
    const id = postOfRun(workflowId);
    return id !== null && known.has(id) && workflowId !== runIdOf(id) ? [{ id, workflowId }] : [];
  });
}

async function listRuns(client: Client): Promise<string[]> {
  const found: string[] = [];
  for await (const { workflowId } of client.workflow.list({ query: OPEN, pageSize: 1000 })) {
    found.push(workflowId);
  }
  return found;
}

async function readRun(
  client: Client,
  workflowId: string,
): Promise<(Omit<OpenRun, 'end'> & { runId: string }) | null> {
  try {
    const handle = client.workflow.getHandle(workflowId);
    const described = await handle.describe();
    const { status, runId, type, taskQueue, startTime, executionTime, typedSearchAttributes } = described;
    if (status.name !== 'RUNNING' && status.name !== 'PAUSED') return null;
    const { args, ...history } = await readHistory(client, workflowId, runId);
    const searchAttributes = typedSearchAttributes.getAll();
    const as = { workflowId, type, taskQueue, args, searchAttributes };
    return { runId, as, startsMs: (executionTime ?? startTime).getTime(), ...history };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

async function readHistory(
  client: Client,
  workflowId: string,
  runId: string,
): Promise<{ args: unknown[] } & Pick<OpenRun, 'isToBegin' | 'begun' | 'allSent' | 'hasRepeated'>> {
  const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
  const input = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
  const scheduled = (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: activity }) =>
    activity ? [activity.activityType?.name ?? ''] : [],
  );
  return {
    args: input.map((payload) => defaultPayloadConverter.fromPayload(payload)),
    // Whose clock is ahead does not matter: with its start, a run that is not delayed gets its first task.
    isToBegin: !(events ?? []).some((event) => event.workflowTaskScheduledEventAttributes),
    begun: scheduled.some((activity) => !READS.includes(activity)),
    allSent: scheduled.includes(ALL_SENT),
    hasRepeated: (events ?? []).some((event) => event.startChildWorkflowExecutionInitiatedEventAttributes),
  };
}

/** Ends a run; false if it was asked to send between the look at it and its end: its history knows. */
async function endRun(client: Client, workflowId: string, runId: string): Promise<boolean> {
  try {
    await client.workflow.getHandle(workflowId, runId).terminate(REASON);
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
  return (await readHistory(client, workflowId, runId)).begun;
}

async function startRun(
  client: Client,
  { id, run, delayMs }: { id: string; run: RunAsStarted; delayMs: number },
): Promise<void> {
  await client.workflow.start(run.type, {
    workflowId: run.workflowId ?? runIdOf(id),
    ...(delayMs > 0 && { startDelay: delayMs }),
    taskQueue: run.taskQueue,
    args: run.args,
    typedSearchAttributes: new TypedSearchAttributes(run.searchAttributes),
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
    workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
  });
}

/** Nothing answers at the address. */
export class TemporalUnreachable extends ApiError {}

async function answer<T>(asked: Promise<T>, text: string): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    const cause = error instanceof ServiceError ? error.cause : error;
    if (!isGrpcServiceError(cause)) throw error;
    const { code, details } = cause;
    const away = code === UNAVAILABLE || code === DEADLINE;
    const Refusal = away ? TemporalUnreachable : ApiError;
    throw new Refusal('invalid_request', {
      inEnglish: away
        ? `The Temporal of v1 (--temporal ${text}) does not answer`
        : `The Temporal of v1 (--temporal ${text}) cannot be used: ${details}`,
    });
  }
}

/** Codes of gRPC. */
const UNAVAILABLE = 14;
const DEADLINE = 4;
