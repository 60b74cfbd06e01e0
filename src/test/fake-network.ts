/**
 * Fake activities for tests of workflows: typed like the real ones, answering from a plan, remembering each
 * call.
 */
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { CoreActivities, NetworkActivity, ReconcileReport } from '../../activities/index.ts';
import { FAILURE } from '../../temporal/contract/failures.ts';
import {
  pollActivity,
  publishActivity,
  verifyActivity,
  type PartOutcome,
  type PartRef,
  type TargetRow,
} from '../../temporal/contract/publish-post.ts';

/** One try of one activity. `atMs`: when it ran, by Temporal's clock. */
export interface ActivityCall {
  readonly activity: string;
  readonly part: PartRef;
  readonly attempt: number;
  readonly atMs: number;
}

/** An error is thrown, as the real activity would; a function can act while the activity runs. */
export type Answer = PartOutcome | TargetRow | Error | (() => Promise<PartOutcome | TargetRow>);

/**
 * Answers by activity, in the order of the calls; the last one is repeated. A publish without a plan
 * succeeds; `readTarget` is the state of a post's row.
 */
export type Plan = Readonly<Record<string, readonly Answer[]>>;

export const PUBLISHED = {
  status: 'published',
  url: 'https://network.test/1',
  latenessMs: 120,
  nextDelayMs: null,
} as const satisfies PartOutcome;

/**
 * What the real activities throw when the network cannot be reached, or does not know yet. `waitMs` is the
 * wait that the network asks for.
 */
export const failing = (type: keyof typeof FAILURE, waitMs?: number): ApplicationFailure =>
  ApplicationFailure.create({
    type: FAILURE[type],
    message: `${type}, says the network`,
    ...(waitMs === undefined ? {} : { nextRetryDelay: waitMs }),
  });

/** The activities of all runs of one test world; each run has its own plan and calls. */
export class FakeNetwork {
  private readonly plans = new Map<string, { plan: Plan; calls: ActivityCall[] }>();
  private readonly now: () => Promise<number>;

  /** `now` is Temporal's clock, which differs from this process's where time is skipped. */
  constructor(now: () => Promise<number>) {
    this.now = now;
  }

  /** Registers a run before it is started; the returned list grows with its calls. */
  expectRun(workflowId: string, plan: Plan): ActivityCall[] {
    const calls: ActivityCall[] = [];
    this.plans.set(workflowId, { plan, calls });
    return calls;
  }

  network(provider: string): Record<string, NetworkActivity> {
    const names = [publishActivity(provider), pollActivity(provider), verifyActivity(provider)];
    return Object.fromEntries(names.map((name) => [name, (part: PartRef) => this.answer(name, part)]));
  }

  core(
    reconcile: () => Promise<ReconcileReport>,
  ): Pick<CoreActivities, 'giveUp' | 'readTarget' | 'reconcile'> {
    return {
      giveUp: (part) => this.answer('giveUp', part),
      readTarget: ({ postId }) => this.answer('readTarget', { postId, position: 0 }),
      reconcile,
    };
  }

  private async answer<T extends PartOutcome | TargetRow>(activity: string, part: PartRef): Promise<T> {
    const { workflowExecution, attempt } = Context.current().info;
    const run = this.plans.get(workflowExecution?.workflowId ?? '');
    if (!run) throw ApplicationFailure.nonRetryable(`no plan for ${workflowExecution?.workflowId}`);
    const answers = run.plan[activity] ?? (activity.endsWith('.publish') ? [PUBLISHED] : []);
    const earlier = run.calls.filter((c) => c.activity === activity).length;
    run.calls.push({ activity, part, attempt, atMs: await this.now() });
    // An unplanned activity ends its post, and the call stays in the list for the test to see.
    const answer = answers[Math.min(earlier, answers.length - 1)] ?? { status: 'cancelled' };
    if (answer instanceof Error) throw answer;
    return (typeof answer === 'function' ? await answer() : answer) as T; // the plan's author chose it
  }
}
