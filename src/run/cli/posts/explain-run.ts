/** The current state of the run that publishes a post's request. */
import { WorkflowNotFoundError } from '@temporalio/client';
import type { Context } from '../../../platform/context.ts';
import { redact } from '../../../platform/logger.ts';
import { publishWorkflowId } from '../../../../temporal/contract/publish-post.ts';
import { messageOf } from '../errors.ts';

/** An activity that is running or waiting for its next attempt. */
export interface PendingActivity {
  readonly activity: string;
  readonly attempt: number;
  readonly lastFailure: string | null;
  /** ISO 8601; null while it runs, and while it waits for a worker. */
  readonly nextTryAt: string | null;
  /** Whether a worker has it. */
  readonly started: boolean;
}

/** What Temporal knows about the run. */
export interface RunFacts {
  /** `RUNNING`, `COMPLETED` …; `NOT THERE`; null if Temporal did not answer (see `problem`). */
  readonly status: string | null;
  readonly workflowId: string;
  readonly problem: string | null;
  readonly summary: string | null;
  readonly pending: readonly PendingActivity[];
  /** How often the run's own code has been tried for what comes next: more than once, it cannot continue. */
  readonly taskTries: number;
  /** Its page in the Temporal UI; null if the URL of the UI is not known. */
  readonly url: string | null;
}

const DEADLINE_MS = 5000;

/** Asks Temporal about the run. It does not throw if Temporal does not answer. */
export async function readRun(
  { temporal, config }: Pick<Context, 'temporal' | 'config'>,
  groupId: string,
): Promise<RunFacts> {
  const workflowId = publishWorkflowId(groupId);
  const ui =
    config.TEMPORAL_UI_URL ?? (isEmbedded(config) ? `http://localhost:${config.TEMPORAL_UI_PORT}` : null);
  const link = (runId: string): string | null =>
    ui &&
    [
      ui,
      'namespaces',
      encodeURIComponent(config.TEMPORAL_NAMESPACE),
      'workflows',
      encodeURIComponent(workflowId),
      runId,
    ].join('/');
  try {
    const { status, runId, raw, staticSummary } = await temporal.connection.withDeadline(
      Date.now() + DEADLINE_MS,
      async () => {
        const described = await temporal.workflow.getHandle(workflowId).describe();
        return {
          status: described.status.name,
          runId: described.runId,
          raw: described.raw,
          staticSummary: (await described.staticSummary()) ?? null,
        };
      },
    );
    return {
      status,
      workflowId,
      problem: null,
      summary: staticSummary,
      pending: (raw.pendingActivities ?? []).map(presentActivity),
      taskTries: raw.pendingWorkflowTask?.attempt ?? 0,
      url: link(runId),
    };
  } catch (error) {
    const nothing = { workflowId, summary: null, pending: [], taskTries: 0, url: null };
    return error instanceof WorkflowNotFoundError
      ? { ...nothing, status: 'NOT THERE', problem: null }
      : { ...nothing, status: null, problem: redact(messageOf(error)) };
  }
}

function isEmbedded(config: Context['config']): boolean {
  return !config.TEMPORAL_ADDRESS || config.TEMPORAL_ADDRESS === `127.0.0.1:${config.TEMPORAL_PORT}`;
}

/** `PENDING_ACTIVITY_STATE_STARTED` of Temporal's API. */
const STARTED = 2;

interface RawActivity {
  readonly state?: number | null;
  readonly activityType?: { readonly name?: string | null } | null;
  readonly attempt?: number | null;
  readonly lastFailure?: { readonly message?: string | null } | null;
  readonly nextAttemptScheduleTime?: { readonly seconds?: unknown } | null;
}

function presentActivity(raw: RawActivity): PendingActivity {
  const seconds = Number(raw.nextAttemptScheduleTime?.seconds ?? 0);
  return {
    activity: raw.activityType?.name ?? '?',
    attempt: raw.attempt ?? 1,
    started: raw.state === STARTED,
    lastFailure: raw.lastFailure?.message ? redact(raw.lastFailure.message) : null,
    nextTryAt: seconds ? new Date(seconds * 1000).toISOString() : null,
  };
}
