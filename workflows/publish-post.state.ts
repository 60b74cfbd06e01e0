/**
 * The state of one publish run: which targets wait, until when, and what became of them. No wiring, no clock.
 */
import { ApplicationFailure } from '@temporalio/workflow';
import {
  REFUSAL,
  utcMinute,
  type CancelMessage,
  type PublishPostInput,
  type PublishPostResult,
  type PublishTarget,
  type RescheduleMessage,
  type ResolveMessage,
  type TargetProgress,
  type TargetResult,
  type WakeMessage,
} from '../temporal/contract.ts';

/** One target while the run lives. `part` is the index of the next thread part. */
export interface RunTarget {
  readonly postId: string;
  readonly provider: string;
  dueMs: number;
  revision: number;
  part: number;
  phase: TargetProgress['phase'];
  decision: ResolveMessage['decision'] | null;
  /** Told of something while its activity ran, which may have read the row before. */
  woken: boolean;
  latenessMs: number | null;
  url: string | null;
  result: TargetResult | null;
}

export class PublishRun {
  readonly targets: readonly RunTarget[];

  constructor(input: PublishPostInput) {
    this.targets = input.targets.map(newTarget);
  }

  isDone(): boolean {
    return this.targets.every((t) => t.result !== null);
  }

  /** The earliest date that a target waits for; undefined when none waits. */
  nextDue(): number | undefined {
    const waiting = this.targets.filter(waits).map((t) => t.dueMs);
    return waiting.length ? Math.min(...waiting) : undefined;
  }

  /** Hands out the targets due at `dueMs`; from then on they no longer wait. */
  takeDue(dueMs: number): RunTarget[] {
    const due = this.targets.filter((t) => waits(t) && t.dueMs <= dueMs);
    for (const target of due) Object.assign(target, { phase: 'publishing', woken: false });
    return due;
  }

  /**
   * The row, read at `revision`, says that it is not due yet: wait again. A message that knows a newer row is
   * not forgotten.
   */
  waitAgain(target: RunTarget, dueMs: number, revision: number): void {
    if (revision >= target.revision) Object.assign(target, { dueMs, revision });
    target.phase = 'waiting';
  }

  finish(target: RunTarget, outcome: TargetResult['outcome'], reason: string | null = null): void {
    target.phase = 'done';
    target.result = {
      postId: target.postId,
      provider: target.provider,
      outcome,
      url: target.url,
      latenessMs: target.latenessMs,
      reason,
    };
  }

  /**
   * Accepts a newer row of a target that is not published: moved, or failed or cancelled before and scheduled
   * again.
   */
  checkReschedule(message: RescheduleMessage): void {
    const target = this.find(message.postId);
    if (target.result?.outcome === 'published') throw finished(target.result);
    if (message.revision <= target.revision) throw stale(target);
  }

  /** A target between two tries learns its new date from the row; one that had ended waits again. */
  reschedule({ postId, dueMs, revision }: RescheduleMessage): void {
    const target = this.find(postId);
    Object.assign(target, { dueMs, revision, woken: true });
    // the row waits again, so a person said so
    if (target.phase === 'needs a decision') target.decision = 'resend';
    else if (target.result || target.phase === 'held') {
      Object.assign(target, { result: null, decision: null, phase: 'waiting' });
    }
  }

  checkCancel(message: CancelMessage): void {
    const target = this.open(message.postId);
    if (message.revision < target.revision) throw stale(target);
  }

  /**
   * A waiting target ends here; one that waits for a person reads its end from the row. One whose activity
   * runs, or waits for its next try, will read it.
   */
  cancel(message: CancelMessage): void {
    const target = this.open(message.postId);
    target.woken = true;
    if (waits(target)) this.finish(target, 'cancelled');
    if (target.phase === 'needs a decision') target.decision = 'drop';
  }

  checkWake({ postId }: WakeMessage): void {
    this.open(postId);
  }

  /** A held target is due now. One whose activity is about to say that it is held does not wait for it. */
  wake({ postId }: WakeMessage, nowMs: number): void {
    const target = this.open(postId);
    if (target.phase === 'held') target.dueMs = nowMs;
    else target.woken = true;
  }

  /** The row, read at `revision`, says that the target may not leave now. */
  hold(target: RunTarget, until: { nowMs: number; waitMs: number; revision: number }): void {
    this.waitAgain(target, target.woken ? until.nowMs : until.nowMs + until.waitMs, until.revision);
    Object.assign(target, { phase: 'held', woken: false });
  }

  checkResolve(message: ResolveMessage): void {
    if (waits(this.open(message.postId))) {
      throw refuse(REFUSAL.notUnconfirmed, `Post ${message.postId} does not wait for a decision`);
    }
  }

  /** A target whose activity is about to say that it needs a person has its decision already. */
  resolve(message: ResolveMessage): void {
    const target = this.open(message.postId);
    if (target.phase === 'needs a decision') target.decision = message.decision;
    else target.woken = true;
  }

  progress(): TargetProgress[] {
    return this.targets.map((t) => ({
      postId: t.postId,
      provider: t.provider,
      phase: t.phase,
      due: utcMinute(t.dueMs),
      part: t.part + 1,
    }));
  }

  result(): PublishPostResult {
    const results = this.targets.flatMap((t) => t.result ?? []);
    const outcomes = [...new Set(results.map((r) => r.outcome))];
    const summary = outcomes
      .map((o) => `${results.filter((r) => r.outcome === o).length} ${o.replace('_', ' ')}`)
      .join(', ');
    return { summary, targets: results };
  }

  /** The least good outcome of the run, for the search attribute; null when everything was published. */
  exceptionalState(): TargetResult['outcome'] | null {
    const order = ['unconfirmed', 'missed', 'failed', 'partly_published', 'cancelled'] as const;
    return order.find((o) => this.targets.some((t) => t.result?.outcome === o)) ?? null;
  }

  private find(postId: string): RunTarget {
    const target = this.targets.find((t) => t.postId === postId);
    if (!target) throw refuse(REFUSAL.unknownPost, `Post ${postId} does not belong to this run`);
    return target;
  }

  private open(postId: string): RunTarget {
    const target = this.find(postId);
    if (target.result) throw finished(target.result);
    return target;
  }
}

const waits = ({ phase }: RunTarget): boolean => phase === 'waiting' || phase === 'held';

function finished({ postId, outcome }: TargetResult): ApplicationFailure {
  return refuse(REFUSAL.alreadyFinished, `Post ${postId} is ${outcome.replace('_', ' ')} already`);
}

function stale({ postId, revision }: RunTarget): ApplicationFailure {
  return refuse(REFUSAL.staleRevision, `Post ${postId} is at revision ${revision} already`);
}

function newTarget(target: PublishTarget): RunTarget {
  return {
    ...target,
    part: 0,
    phase: 'waiting',
    decision: null,
    woken: false,
    latenessMs: null,
    url: null,
    result: null,
  };
}

function refuse(type: string, message: string): ApplicationFailure {
  return ApplicationFailure.create({ type, message, nonRetryable: true });
}
