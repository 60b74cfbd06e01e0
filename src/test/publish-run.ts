/** Starts a publish run whose networks are fake, and talks to it as the product does. */
import {
  WorkflowUpdateFailedError,
  type Client,
  type WorkflowHandleWithFirstExecutionRunId,
  type WorkflowStartOptions,
} from '@temporalio/client';
import { EARLY_MS } from '../../temporal/contract/bounds.ts';
import {
  PROGRESS_QUERY,
  ROW_CHANGED_SIGNAL,
  publishWorkflowId,
  type PublishPostResult,
  type PublishTarget,
  type RowChanged,
  type TargetProgress,
} from '../../temporal/contract/publish-post.ts';
import {
  CANCEL_UPDATE,
  RESCHEDULE_UPDATE,
  RESOLVE_UPDATE,
  WAKE_UPDATE,
  type ResolveMessage,
} from '../../temporal/contract/publish-post.updates.ts';
import { WORKFLOW_QUEUE } from '../../temporal/contract/queues.ts';
import { SEARCH_KEYS } from '../../temporal/contract/search-attributes.ts';
import type { PublishPostWorkflow } from '../../workflows/index.ts';
import { namesOfRequest } from '../../temporal/run-words.ts';
import type { ActivityCall, FakeNetwork, Plan } from './fake-network.ts';
import { durationOf, timersOf, type Timer } from './history.ts';

/** The networks whose queues are served. */
export const NETWORKS = ['mastodon', 'bluesky', 'nostr', 'slack', 'discord'] as const;

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A post of a run; `inMs` is its date, counted from the start of the run by Temporal's clock. */
export interface PlannedTarget {
  readonly inMs?: number;
  readonly provider?: (typeof NETWORKS)[number];
  readonly revision?: number;
}

/** One started run. Posts are named post-1, post-2 … in order. */
export interface StartedRun {
  readonly handle: WorkflowHandleWithFirstExecutionRunId<typeof PublishPostWorkflow>;
  /** When the run was started, by Temporal's clock. */
  readonly startMs: number;
  readonly calls: readonly ActivityCall[];
  /** "mastodon.publish", "mastodon.publish 2" (second part) … in the order in which they ran, each try. */
  callNames(): string[];
  /** Waits until the run ends; time is skipped where that is possible. */
  result(): Promise<PublishPostResult>;
  progress(): Promise<TargetProgress[]>;
  /** `inMs` counts from the start of the run. */
  reschedule(postId: string, inMs: number, revision: number): Promise<void>;
  cancel(postId: string, revision?: number): Promise<void>;
  /**
   * Signals that the row of a post has changed: the plan has its new state. `waits` is the content of the
   * message; its `inMs` counts from the start of the run.
   */
  changed(postId: string, waits?: { inMs: number; revision: number }): Promise<void>;
  /** `reschedule`, `cancel`, `resolve` and `wake` are the messages of before there was `changed`. */
  resolve(postId: string, decision: ResolveMessage['decision']): Promise<void>;
  /** The reason for the hold is gone. */
  wake(postId: string): Promise<void>;
  timers(): Promise<Timer[]>;
  /** From the start of the run to its end, by Temporal's clock. */
  lastedMs(): Promise<number>;
  /** What the Temporal UI finds the run by. */
  postState(): Promise<string | undefined>;
}

/** Starts the run of `groupId`; its activities answer according to `plan`. */
export async function startPublishRun(
  { client, fakes, startMs }: { client: Client; fakes: FakeNetwork; startMs: number },
  {
    groupId,
    targets: planned,
    plan = {},
    eventsPerRun = 500,
    beginsEarly,
  }: {
    groupId: string;
    targets: readonly PlannedTarget[];
    plan?: Plan;
    eventsPerRun?: number;
    beginsEarly?: true;
  },
): Promise<StartedRun> {
  const workflowId = publishWorkflowId(groupId);
  const targets = planned.map(({ inMs = 0, provider = 'mastodon', revision = 1 }, i): PublishTarget => ({
    postId: `post-${i + 1}`,
    provider,
    revision,
    dueMs: startMs + inMs,
  }));
  const calls = fakes.expectRun(workflowId, plan);
  const handle = await client.workflow.start<typeof PublishPostWorkflow>('PublishPostWorkflow', {
    workflowId,
    taskQueue: WORKFLOW_QUEUE,
    args: [
      { groupId, organizationId: 'ada-and-co', targets, eventsPerRun, ...(beginsEarly && { beginsEarly }) },
    ],
    ...namesOf(targets),
  });
  return {
    handle,
    startMs,
    calls,
    callNames: () =>
      calls.map(({ activity, part }) =>
        part.position === 0 ? activity : `${activity} ${part.position + 1}`,
      ),
    result: () => handle.result(),
    progress: () => handle.query<TargetProgress[]>(PROGRESS_QUERY),
    changed: (postId, waits) =>
      handle.signal<[RowChanged]>(ROW_CHANGED_SIGNAL, {
        postId,
        ...(waits && { waits: { dueMs: startMs + waits.inMs, revision: waits.revision } }),
      }),
    reschedule: (postId, inMs, revision) =>
      handle.executeUpdate(RESCHEDULE_UPDATE, { args: [{ postId, dueMs: startMs + inMs, revision }] }),
    cancel: (postId, revision = 1) => handle.executeUpdate(CANCEL_UPDATE, { args: [{ postId, revision }] }),
    resolve: (postId, decision) => handle.executeUpdate(RESOLVE_UPDATE, { args: [{ postId, decision }] }),
    wake: (postId) => handle.executeUpdate(WAKE_UPDATE, { args: [{ postId }] }),
    timers: async () => timersOf(await handle.fetchHistory()),
    lastedMs: async () => durationOf(await handle.fetchHistory()),
    postState: async () => (await handle.describe()).typedSearchAttributes.get(SEARCH_KEYS.postState),
  };
}

/** As startGroup names what it starts. */
function namesOf(targets: readonly PublishTarget[]): Pick<WorkflowStartOptions, 'memo' | 'staticSummary'> {
  const named = targets.map((t) => ({
    ...t,
    organization: 'Ada & Co',
    channel: `Ada on ${t.provider}`,
    content: null,
  }));
  const { memo, staticSummary } = namesOfRequest(named, { web: 'https://crier.example' });
  return { memo, staticSummary };
}

/** When what a call is for is due, counted from the start of its run: the call comes earlier by EARLY_MS. */
export const dueAfter = (run: StartedRun, call = 0): number =>
  (run.calls[call]?.atMs ?? NaN) - run.startMs + EARLY_MS;

/** The type of the failure that refuses an update; 'accepted' when it is not refused. */
export async function refusal(update: Promise<void>): Promise<string> {
  try {
    await update;
    return 'accepted';
  } catch (error) {
    if (!(error instanceof WorkflowUpdateFailedError)) throw error;
    return (error.cause as { type?: string }).type ?? String(error.cause);
  }
}
