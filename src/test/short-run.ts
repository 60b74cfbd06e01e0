/**
 * Starts one of the short runs (a code, a revocation, a renewal, numbers, a delivery, those of workspaces)
 * whose activities are fake: typed like the real ones, answering from a plan.
 */
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { Client, WorkflowHandleWithFirstExecutionRunId } from '@temporalio/client';
import type {
  CoreActivities,
  NumbersActivities,
  RefreshActivity,
  WebhookActivities,
} from '../../activities/index.ts';
import type { NumbersState } from '../../temporal/contract/collect-numbers.ts';
import type { DeliveryOutcome } from '../../temporal/contract/deliver-webhook.ts';
import type { CodeOutcome } from '../../temporal/contract/oauth-code-expiry.ts';
import { WORKFLOW_QUEUE } from '../../temporal/contract/queues.ts';
import { refreshActivity, type CredentialsState } from '../../temporal/contract/refresh-token.ts';
import type { ShortResult } from '../../temporal/contract/started-workflows.ts';
import type { RevocationBatch } from '../../temporal/contract/token-revocation.ts';
import { timersOf, type Timer } from './history.ts';
import { plugged } from './plugged-runs.ts';

type ShortActivities = Pick<CoreActivities, 'expireCode' | 'revokeTokens' | 'readCredentials'>;

/** An error is thrown, as the real activity would; a function is called, with Temporal's time. */
export type ShortAnswer<T> = T | Error | ((nowMs: number) => T | Promise<T>);

/** Answers by activity, in the order of the calls; the last one is repeated. */
export interface ShortPlan {
  readonly expireCode?: readonly ShortAnswer<CodeOutcome>[];
  readonly revokeTokens?: readonly ShortAnswer<RevocationBatch>[];
  readonly readCredentials?: readonly ShortAnswer<CredentialsState>[];
  readonly refresh?: readonly ShortAnswer<CredentialsState>[];
  readonly collectNumbers?: readonly ShortAnswer<NumbersState>[];
  readonly deliverWebhook?: readonly ShortAnswer<DeliveryOutcome>[];
  /** Those of a workspace are typed there. */
  readonly [activity: string]: readonly unknown[] | undefined;
}

/** One try of one activity. `atMs`: when it ran, by Temporal's clock. */
export interface ShortCall {
  readonly activity: string;
  readonly argument: unknown;
  readonly attempt: number;
  readonly atMs: number;
}

/** The fake activities of all short runs of one test world; each run has its own plan and calls. */
export class FakeShortActivities {
  private readonly plans = new Map<string, { plan: ShortPlan; calls: ShortCall[] }>();
  private readonly now: () => Promise<number>;

  constructor(now: () => Promise<number>) {
    this.now = now;
  }

  expectRun(workflowId: string, plan: ShortPlan): ShortCall[] {
    const calls: ShortCall[] = [];
    this.plans.set(workflowId, { plan, calls });
    return calls;
  }

  core(): ShortActivities {
    return {
      expireCode: (code) => this.answer('expireCode', code),
      revokeTokens: (ref) => this.answer('revokeTokens', ref),
      readCredentials: (channel) => this.answer('readCredentials', channel),
      ...Object.fromEntries(
        plugged
          .flatMap(({ activities }) => activities)
          .map((name) => [name, (input: unknown) => this.answer(name, input)]),
      ),
    };
  }

  network(provider: string): Record<string, RefreshActivity> {
    return { [refreshActivity(provider)]: (channel) => this.answer('refresh', channel) };
  }

  numbers(): NumbersActivities {
    return { collectNumbers: (channel) => this.answer('collectNumbers', channel) };
  }

  webhooks(): WebhookActivities {
    return { deliverWebhook: (delivery) => this.answer('deliverWebhook', delivery) };
  }

  private async answer<T>(activity: string, argument: unknown): Promise<T> {
    const { workflowExecution, attempt } = Context.current().info;
    const run = this.plans.get(workflowExecution?.workflowId ?? '');
    const answers = run?.plan[activity] as readonly ShortAnswer<T>[] | undefined;
    if (!run || !answers?.length) {
      throw ApplicationFailure.nonRetryable(`no plan for ${activity} of ${workflowExecution?.workflowId}`);
    }
    const atMs = await this.now();
    const earlier = run.calls.filter((c) => c.activity === activity).length;
    run.calls.push({ activity, argument, attempt, atMs });
    const answer = answers[Math.min(earlier, answers.length - 1)] as ShortAnswer<T>;
    if (answer instanceof Error) throw answer;
    return typeof answer === 'function' ? (answer as (nowMs: number) => T | Promise<T>)(atMs) : answer;
  }
}

/** Which run to start; `summary` as the product would give it. */
export interface ShortRunOptions {
  readonly type: string;
  readonly workflowId: string;
  readonly argument: object;
  readonly plan: ShortPlan;
}

/** A run whose history is recorded. `argument` is called when it starts, with the current time. */
export interface ShortCase extends Omit<ShortRunOptions, 'argument'> {
  argument(nowMs: number): object;
  during?(run: ShortRun): Promise<void>;
}

/** The runs of a workspace's workflows: cases by their names, and the activities that they call. */
export interface PluggedRuns {
  readonly activities: readonly string[];
  readonly cases: Readonly<Record<string, ShortCase>>;
}

/** One started run. */
export interface ShortRun {
  readonly handle: WorkflowHandleWithFirstExecutionRunId;
  /** When the run was started, by Temporal's clock. */
  readonly startMs: number;
  readonly calls: readonly ShortCall[];
  /** Waits until the run (and those that it continues in) ends; time is skipped where that is possible. */
  result(): Promise<ShortResult>;
  callNames(): string[];
  /** Timers of the first run of the chain. */
  timers(): Promise<Timer[]>;
}

export async function startShortRun(
  { client, fakes, startMs }: { client: Client; fakes: FakeShortActivities; startMs: number },
  { type, workflowId, argument, plan }: ShortRunOptions,
): Promise<ShortRun> {
  const calls = fakes.expectRun(workflowId, plan);
  const handle = await client.workflow.start(type, {
    workflowId,
    taskQueue: WORKFLOW_QUEUE,
    args: [argument],
  });
  const first = client.workflow.getHandle(workflowId, handle.firstExecutionRunId);
  return {
    handle,
    startMs,
    calls,
    result: async () => (await handle.result()) as ShortResult,
    callNames: () => calls.map((c) => c.activity),
    timers: async () => timersOf(await first.fetchHistory()),
  };
}
