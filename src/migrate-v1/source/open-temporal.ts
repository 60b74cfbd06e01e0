/**
 * The runs of v1 from v2.12.0 on: `post_<id>` in its Temporal, started with the types `postWorkflowV101` to
 * `postWorkflowV106` on the task queue `main` (v2.12.0, v2.21.8, v2.23.0: `posts.service.ts`, startWorkflow).
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

/** An open run of a post, which sleeps until its date or sends it. */
export interface PostRun {
  /** Of its post. */
  readonly id: string;
  /** It was told to send: from then on, its post may be out. */
  readonly begun: boolean;
  readonly as: RunAsStarted;
  /** Ends it. @returns whether it had been told to send until then */
  end(): Promise<boolean>;
}

/** What it takes to start a run again. */
export interface RunAsStarted {
  readonly type: string;
  readonly taskQueue: string;
  readonly args: unknown[];
  readonly searchAttributes: SearchAttributePair[];
}

/** Its Temporal. Each of these throws ApiError `invalid_request` when that does not answer. */
export interface SourceTemporal {
  /** Of these posts, the runs that have not ended. */
  find(ids: readonly string[]): Promise<PostRun[]>;
  /** Does nothing if one is open already. */
  start(id: string, run: RunAsStarted): Promise<void>;
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
const AT_ONCE = 20;
// All that a run does before it sends: it reads the row. Whatever else is scheduled may send, or follows
// that.
const READS = ['getPost', 'getPostsList'];
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
      message:
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
  const call = <T>(work: () => Promise<T>): Promise<T> =>
    answer(connection.withDeadline(Date.now() + CALL_MS, work), text);
  try {
    await call(() => client.workflowService.describeNamespace({ namespace }));
  } catch (error) {
    await connection.close();
    throw error;
  }
  return {
    async find(ids) {
      const found: PostRun[] = [];
      const rest = [...ids];
      const next = async (): Promise<void> => {
        for (let id = rest.shift(); id !== undefined; id = rest.shift()) {
          const of = id;
          const run = await call(() => findRun(client, of));
          if (run) found.push({ ...run, end: () => call(() => endRun(client, of, run.runId)) });
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, next));
      return found;
    },
    start: (id, run) => call(() => startRun(client, id, run)),
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

async function findRun(
  client: Client,
  id: string,
): Promise<(Omit<PostRun, 'end'> & { runId: string }) | null> {
  try {
    const handle = client.workflow.getHandle(runIdOf(id));
    const { status, runId, type, taskQueue, typedSearchAttributes } = await handle.describe();
    if (status.name !== 'RUNNING' && status.name !== 'PAUSED') return null;
    const { args, begun } = await readHistory(client, id, runId);
    const searchAttributes = typedSearchAttributes.getAll();
    return { id, runId, begun, as: { type, taskQueue, args, searchAttributes } };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

async function readHistory(
  client: Client,
  id: string,
  runId: string,
): Promise<{ args: unknown[]; begun: boolean }> {
  const { events } = await client.workflow.getHandle(runIdOf(id), runId).fetchHistory();
  const input = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
  const begun = (events ?? []).some(({ activityTaskScheduledEventAttributes: scheduled }) => {
    return scheduled && !READS.includes(scheduled.activityType?.name ?? '');
  });
  return { args: input.map((payload) => defaultPayloadConverter.fromPayload(payload)), begun };
}

/** It may have been told to send between the look at it and its end: its history knows. */
async function endRun(client: Client, id: string, runId: string): Promise<boolean> {
  try {
    await client.workflow.getHandle(runIdOf(id), runId).terminate(REASON);
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
  return (await readHistory(client, id, runId)).begun;
}

async function startRun(client: Client, id: string, run: RunAsStarted): Promise<void> {
  await client.workflow.start(run.type, {
    workflowId: runIdOf(id),
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
      message: away
        ? `The Temporal of v1 (--temporal ${text}) does not answer`
        : `The Temporal of v1 (--temporal ${text}) cannot be used: ${details}`,
    });
  }
}

/** Codes of gRPC. */
const UNAVAILABLE = 14;
const DEADLINE = 4;
