/** The state of one publish run: which targets wait, until when, and their outcome. No wiring, no clock. */
import { ApplicationFailure } from '@temporalio/workflow';
import type { HoldReason } from '../temporal/contract/post-states.ts';
import type {
  CarriedTarget,
  PublishPostInput,
  PublishPostResult,
  RowChanged,
  TargetProgress,
  TargetResult,
  TargetRow,
} from '../temporal/contract/publish-post.ts';
import {
  REFUSAL,
  type CancelMessage,
  type RescheduleMessage,
  type ResolveMessage,
  type WakeMessage,
} from '../temporal/contract/publish-post.updates.ts';
import { utcMinute } from '../temporal/contract/words.ts';

/** One target while the run lives. `part` is the index of the next thread part. */
export interface RunTarget {
  readonly postId: string;
  readonly provider: string;
  dueMs: number;
  revision: number;
  part: number;
  /** How often the answer to its part was lost. */
  lost: number;
  phase: TargetProgress['phase'];
  /** Why it is held, while it is. */
  hold: HoldReason | null;
  /** Whether it is being published, from its date until it ends or waits for another date. */
  busy: boolean;
  /** Whether that rests between two steps, for a time or for a person: only then `news` reaches it. */
  resting: boolean;
  /** The state of the row, if it changed while the target rested. */
  news: TargetRow | null;
  decision: ResolveMessage['decision'] | null;
  /** Notified of something while its activity ran, which may have read the row before. */
  woken: boolean;
  latenessMs: number | null;
  url: string | null;
  result: TargetResult | null;
}

export class PublishRun {
  readonly targets: RunTarget[];
  /** Posts whose rows have changed since they were read. */
  private readonly unread = new Set<string>();

  constructor(input: PublishPostInput) {
    this.targets = input.targets.map(newTarget);
  }

  isDone(): boolean {
    return this.unread.size === 0 && this.targets.every((t) => t.result !== null);
  }

  /** Whether nothing is under way: everything has ended, or waits. */
  isIdle(): boolean {
    return this.unread.size === 0 && this.targets.every(isReadable);
  }

  /** Everything that the run which continues this one must know. */
  carried(): CarriedTarget[] {
    return this.targets.map((target) => {
      const { postId, provider, dueMs, revision, part, lost, phase, hold, url, latenessMs, result } = target;
      return { postId, provider, dueMs, revision, part, lost, phase, hold, url, latenessMs, result };
    });
  }

  /** The earliest date that a target waits for; undefined when none waits. */
  nextDue(): number | undefined {
    const waiting = this.targets.filter(waits).map((t) => t.dueMs);
    return waiting.length ? Math.min(...waiting) : undefined;
  }

  /**
   * Whether a target waits for its own date until `dueMs`, and not only for the next look at what holds it.
   */
  waitsForDate(dueMs: number): boolean {
    return this.targets.some((t) => waits(t) && t.phase === 'waiting' && t.dueMs <= dueMs);
  }

  /** The targets that are held and looked at again at `dueMs`. */
  heldUntil(dueMs: number): RunTarget[] {
    return this.targets.filter((t) => waits(t) && t.phase === 'held' && t.dueMs <= dueMs);
  }

  /** Hands out the targets due at `dueMs`; from then on they no longer wait. */
  takeDue(dueMs: number): RunTarget[] {
    const due = this.targets.filter((t) => waits(t) && t.dueMs <= dueMs);
    for (const target of due) Object.assign(target, { busy: true, phase: 'publishing', woken: false });
    return due;
  }

  /** Hands out the targets that wait for a person and that nothing attends to yet. */
  takeUndecided(): RunTarget[] {
    const undecided = this.targets.filter((t) => t.phase === 'needs a decision' && !t.busy);
    for (const target of undecided) target.busy = true;
    return undecided;
  }

  /**
   * The row of a post has changed. A post that waits takes a newer date as it was sent; any other is to be
   * read: the activity that is under way for it does so anyway, or soon will.
   */
  changed({ postId, waits: sent }: RowChanged): void {
    const target = this.targets.find((t) => t.postId === postId);
    const takes = target?.phase === 'waiting' && !target.busy && target.part === 0;
    if (target && takes && sent && sent.revision > target.revision) Object.assign(target, sent);
    else this.unread.add(postId);
  }

  /** Whether a row is to be read now. One whose activity runs is read when that is over. */
  mustRead(): boolean {
    return [...this.unread].some((id) => this.canRead(id));
  }

  /** Hands out the next post whose row is to be read. */
  nextUnread(): string | undefined {
    const postId = [...this.unread].find((id) => this.canRead(id));
    if (postId !== undefined) this.unread.delete(postId);
    return postId;
  }

  /**
   * Acts on the state of the row. A post that the run does not know becomes its own, if it is still to be
   * published.
   */
  apply(postId: string, row: TargetRow, nowMs: number): void {
    const target = this.targets.find((t) => t.postId === postId);
    if (!target) {
      if (row.status === 'waits' || row.status === 'unconfirmed') {
        this.targets.push(fromRow(newTarget({ postId, ...row, dueMs: nowMs }), row, nowMs));
      }
    } else if (row.status !== 'gone' && row.revision < target.revision) return; // a message was faster
    else if (!isReadable(target)) this.changed({ postId });
    else if (target.busy) {
      if (row.status !== 'unconfirmed' || target.phase !== 'needs a decision') target.news = row;
    } else if (row.status === 'waits' || row.status === 'unconfirmed') fromRow(target, row, nowMs);
    else this.end(target, row);
  }

  /** Ends a target: by its row, it has ended or belongs to another request by now. */
  end(target: RunTarget, row: Extract<TargetRow, { status: 'ended' | 'gone' }>): void {
    const before = target.result;
    if (row.status === 'gone') return before ? undefined : this.finish(target, 'cancelled');
    Object.assign(target, { url: row.url, latenessMs: row.latenessMs, revision: row.revision });
    this.finish(target, row.outcome, before?.outcome === row.outcome ? before.reason : null);
  }

  /**
   * Lets a target wait again: by the row, read at `revision`, it is not due yet. A message that knows a newer
   * row is not forgotten.
   */
  waitAgain(target: RunTarget, dueMs: number, revision: number): void {
    if (revision >= target.revision) Object.assign(target, { dueMs, revision });
    Object.assign(target, { phase: 'waiting', busy: false });
  }

  finish(target: RunTarget, outcome: TargetResult['outcome'], reason: string | null = null): void {
    Object.assign(target, { phase: 'done', busy: false });
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
    // the row waits again, so a person asked for it
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

  /**
   * Makes a held target due now. One whose activity is about to report that it is held does not wait for it.
   */
  wake({ postId }: WakeMessage, nowMs: number): void {
    const target = this.open(postId);
    if (target.phase === 'held') target.dueMs = nowMs;
    else target.woken = true;
  }

  /** Holds a target: by the row, read at `revision`, it may not leave now. */
  hold(
    target: RunTarget,
    until: { nowMs: number; waitMs: number; revision: number; reason: HoldReason },
  ): void {
    this.waitAgain(target, target.woken ? until.nowMs : until.nowMs + until.waitMs, until.revision);
    Object.assign(target, { phase: 'held', hold: until.reason, woken: false });
  }

  checkResolve(message: ResolveMessage): void {
    if (waits(this.open(message.postId))) {
      throw refuse(REFUSAL.notUnconfirmed, `Post ${message.postId} does not wait for a decision`);
    }
  }

  /**
   * Takes a decision. A target whose activity is about to report that it needs a person has its decision
   * already.
   */
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

  private canRead(postId: string): boolean {
    const target = this.targets.find((t) => t.postId === postId);
    return !target || isReadable(target);
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

const waits = ({ phase, busy }: RunTarget): boolean => !busy && (phase === 'waiting' || phase === 'held');

/** Whether the run can act on the row: no activity is under way, which would read it anyway. */
const isReadable = ({ busy, resting }: RunTarget): boolean => !busy || resting;

function fromRow(
  target: RunTarget,
  { status, revision, part, waitMs }: Extract<TargetRow, { status: 'waits' | 'unconfirmed' }>,
  nowMs: number,
): RunTarget {
  const phase = status === 'waits' ? 'waiting' : 'needs a decision';
  return Object.assign(target, {
    phase,
    revision,
    part,
    dueMs: nowMs + waitMs,
    result: null,
    decision: null,
  });
}

function finished({ postId, outcome }: TargetResult): ApplicationFailure {
  return refuse(REFUSAL.alreadyFinished, `Post ${postId} is ${outcome.replace('_', ' ')} already`);
}

function stale({ postId, revision }: RunTarget): ApplicationFailure {
  return refuse(REFUSAL.staleRevision, `Post ${postId} is at revision ${revision} already`);
}

/** A target of a new run, or one that the run before carried here. */
function newTarget({ postId, provider, dueMs, revision, ...carried }: CarriedTarget): RunTarget {
  const { part = 0, lost = 0, phase = 'waiting', hold = null } = carried;
  const { url = null, latenessMs = null, result = null } = carried;
  return {
    postId,
    provider,
    dueMs,
    revision,
    part,
    lost,
    phase: phase === 'held' || phase === 'needs a decision' || result ? phase : 'waiting',
    hold,
    busy: false,
    resting: false,
    news: null,
    decision: null,
    woken: false,
    latenessMs,
    url,
    result,
  };
}

function refuse(type: string, message: string): ApplicationFailure {
  return ApplicationFailure.create({ type, message, nonRetryable: true });
}
