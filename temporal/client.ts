/**
 * The Temporal client: connects, makes sure that the namespace and search attributes exist, and distinguishes
 * one store from another.
 */
import { Client, Connection, ServiceError, isGrpcServiceError } from '@temporalio/client';
import type { Config } from '../src/platform/config/config.ts';
import { SEARCH_KEYS } from './contract/search-attributes.ts';
import { connectionOptions } from './connection.ts';

const RETENTION_DAYS = 30;
/** temporal.api.enums.v1.IndexedValueType */
export const INDEXED_VALUE_TYPE = { KEYWORD: 2, DATETIME: 6, KEYWORD_LIST: 7 } as const;
const GRPC = { notFound: 5, alreadyExists: 6, invalidArgument: 3, failedPrecondition: 9 };

/** Connects lazily: while Temporal is down, calls fail by their deadline and the process keeps running. */
export function createTemporalClient(config: Config): Client {
  const connection = Connection.lazy({ ...connectionOptions(config), connectTimeout: '5 s' });
  return new Client({ connection, namespace: config.TEMPORAL_NAMESPACE });
}

/** Whether an error of a Temporal call is a gRPC error with this code name. */
function hasCode(error: unknown, code: number): boolean {
  return isGrpcServiceError(error) && error.code === code;
}

/**
 * Which store answers: the id that Temporal gave the namespace when it was registered. A wiped store has
 * another one, so runs started in the old store are known to be lost.
 */
export async function readStoreId(client: Client): Promise<string> {
  const { namespaceInfo } = await client.workflowService.describeNamespace({
    namespace: client.options.namespace,
  });
  return namespaceInfo?.id ?? '';
}

/**
 * Registers the namespace (30 days of retention) and the search attributes when they are missing, and waits
 * until both can be used.
 */
export async function ensureNamespace(client: Client, namespace: string): Promise<void> {
  try {
    await client.workflowService.describeNamespace({ namespace });
  } catch (error) {
    if (!hasCode(error, GRPC.notFound)) throw error;
    await client.workflowService
      .registerNamespace({
        namespace,
        workflowExecutionRetentionPeriod: { seconds: (RETENTION_DAYS * 86_400) as never },
      })
      .catch((failed: unknown) => {
        if (!hasCode(failed, GRPC.alreadyExists)) throw failed;
      });
  }
  await until(async () => {
    await ensureSearchAttributes(client, namespace);
    return true;
  });
}

async function ensureSearchAttributes(client: Client, namespace: string): Promise<void> {
  const operator = (client.connection as Connection).operatorService;
  const { customAttributes } = await operator.listSearchAttributes({ namespace });
  const missing = Object.values(SEARCH_KEYS).filter(({ name }) => customAttributes?.[name] === undefined);
  if (missing.length === 0) return;
  const searchAttributes = Object.fromEntries(
    missing.map(({ name, type }) => [name, INDEXED_VALUE_TYPE[type]]),
  );
  await operator.addSearchAttributes({ namespace, searchAttributes }).catch((error: unknown) => {
    if (!hasCode(error, GRPC.alreadyExists)) throw error;
  });
  throw new Error('search attributes were just added; not usable yet');
}

/**
 * Repeats until it succeeds; a fresh namespace is known to the whole server only after some seconds. Rejects
 * with the last error after a minute.
 */
async function until(attempt: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000;
  for (;;) {
    try {
      if (await attempt()) return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

/** Whether a run of this id is open. By id, which Temporal answers consistently; its lists lag. */
export async function isRunning(temporal: Client, workflowId: string): Promise<boolean> {
  try {
    return (await temporal.workflow.getHandle(workflowId).describe()).status.name === 'RUNNING';
  } catch (error) {
    if (error instanceof Error && error.name === 'WorkflowNotFoundError') return false;
    throw error;
  }
}

/**
 * Whether a query failed because Temporal has not begun the run ("Workflow Task is not scheduled yet.",
 * temporalio/temporal, `service/history/consts`).
 */
export const isNotBegun = (error: unknown): boolean =>
  error instanceof ServiceError && hasCode(error.cause, GRPC.failedPrecondition);
