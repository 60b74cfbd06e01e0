/**
 * One create-post request: wait until each target's date, publish its parts, find out about unknown outcomes.
 *
 * The database decides and this run remembers when: every activity re-reads the row, so a message that is
 * late, lost or repeated cannot make a wrong post. Final outcomes are results of activities, never failures.
 */
import {
  ActivityFailure,
  allHandlersFinished,
  condition,
  continueAsNew,
  defineQuery,
  defineSignal,
  defineUpdate,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  sleep,
  upsertSearchAttributes,
  workflowInfo,
  type ActivityOptions,
} from '@temporalio/workflow';
import type { CoreActivities, NetworkActivity } from '../activities/index.ts';
import {
  EARLY_MS,
  HEARTBEAT_TIMEOUT_MS,
  LOOKUP_TRY_MS,
  PUBLISH_TRY_MS,
} from '../temporal/contract/bounds.ts';
import {
  PROGRESS_QUERY,
  ROW_CHANGED_SIGNAL,
  pollActivity,
  publishActivity,
  verifyActivity,
  type PartOutcome,
  type PartRef,
  type PublishPostInput,
  type PublishPostResult,
  type RowChanged,
  type TargetProgress,
  type TargetResult,
  type TargetRow,
} from '../temporal/contract/publish-post.ts';
import {
  CANCEL_UPDATE,
  RESCHEDULE_UPDATE,
  RESOLVE_UPDATE,
  WAKE_UPDATE,
  type CancelMessage,
  type RescheduleMessage,
  type ResolveMessage,
  type WakeMessage,
} from '../temporal/contract/publish-post.updates.ts';
import { WORKFLOW_QUEUE, publishQueue } from '../temporal/contract/queues.ts';
import { SEARCH_KEYS, type PublishMemo } from '../temporal/contract/search-attributes.ts';
import { utcMinute } from '../temporal/contract/words.ts';
import { channelOf, detailsOf, holdSummary } from './publish-post.details.ts';
import { PublishRun, type RunTarget } from './publish-post.state.ts';

const rowChanged = defineSignal<[RowChanged]>(ROW_CHANGED_SIGNAL);
// From API processes of before the signal, during a deploy.
const reschedule = defineUpdate<void, [RescheduleMessage]>(RESCHEDULE_UPDATE);
const cancel = defineUpdate<void, [CancelMessage]>(CANCEL_UPDATE);
const resolveUnconfirmed = defineUpdate<void, [ResolveMessage]>(RESOLVE_UPDATE);
const wake = defineUpdate<void, [WakeMessage]>(WAKE_UPDATE);
const progress = defineQuery<TargetProgress[]>(PROGRESS_QUERY);

// Idempotent database writes: retried until the database is there.
const core = proxyActivities<CoreActivities>({
  taskQueue: WORKFLOW_QUEUE,
  startToCloseTimeout: '30 s',
  retry: { maximumInterval: '30 s' },
});

/**
 * Publishes the posts of one request, each at its date and part after part; ends when every one has ended.
 * Business outcomes are its result, never a failure.
 */
export async function PublishPostWorkflow(input: PublishPostInput): Promise<PublishPostResult> {
  const run = new PublishRun(input);
  setHandler(rowChanged, (m) => run.changed(m));
  setHandler(reschedule, (m) => run.reschedule(m), { validator: (m) => run.checkReschedule(m) });
  setHandler(cancel, (m) => run.cancel(m), { validator: (m) => run.checkCancel(m) });
  setHandler(resolveUnconfirmed, (m) => run.resolve(m), { validator: (m) => run.checkResolve(m) });
  setHandler(wake, (m) => run.wake(m, Date.now()), { validator: (m) => run.checkWake(m) });
  setHandler(progress, () => run.progress());

  const publishing: Promise<void>[] = [];
  while (!run.isDone()) {
    if (run.mustRead()) await readChanged(run, input.groupId);
    showDetails(run);
    if (continues(run, input)) {
      await continueAsNew<typeof PublishPostWorkflow>({ ...input, targets: run.carried() });
    }
    for (const target of await dueTargets(run, input)) {
      publishing.push(publishTarget(run, target, input.organizationId).then(() => showDetails(run)));
    }
  }
  await Promise.all(publishing);
  if (!allHandlersFinished()) await condition(allHandlersFinished);
  showState(run.exceptionalState());
  showDetails(run);
  return run.result();
}

/** Reads every row that has changed and is not read by an activity anyway, and acts on it. */
async function readChanged(run: PublishRun, groupId: string): Promise<void> {
  for (let postId = run.nextUnread(); postId !== undefined; postId = run.nextUnread()) {
    run.apply(postId, await core.readTarget({ postId, groupId }), Date.now());
  }
}

/** Whether the history has become long, at a moment at which a new run can go on without losing anything. */
function continues(run: PublishRun, { eventsPerRun }: PublishPostInput): boolean {
  if (eventsPerRun === undefined || !run.isIdle() || run.isDone()) return false;
  const { historyLength, continueAsNewSuggested } = workflowInfo();
  return continueAsNewSuggested || historyLength >= eventsPerRun;
}

/**
 * Waits for the earliest date, with one timer for all targets that share it. Empty when a message moved that
 * date, or there is something else to do first: look again.
 */
async function dueTargets(run: PublishRun, input: PublishPostInput): Promise<RunTarget[]> {
  const undecided = run.takeUndecided();
  if (undecided.length) return undecided;
  const due = run.nextDue();
  const moved = (): boolean =>
    run.isDone() || run.nextDue() !== due || run.mustRead() || continues(run, input);
  if (due === undefined) {
    await condition(moved);
    return [];
  }
  const waitMs = due - Date.now();
  const forDate = run.waitsForDate(due);
  const summary = forDate ? `publish at ${utcMinute(due)}` : holdSummary(run.heldUntil(due), memo());
  const timerMs = forDate ? early(waitMs) : waitMs;
  const handsOver = waitMs <= 0 || (input.beginsEarly && forDate && waitMs <= EARLY_MS);
  if (!handsOver && (await condition(moved, timerMs, { summary }))) return [];
  return run.takeDue(due);
}

/** A wait for a date ends before it: the activity waits for the rest (EARLY_MS). */
const early = (waitMs: number): number => Math.max(1, waitMs - EARLY_MS);

/**
 * Publishes the parts of one target, from where it stopped, until the target ends or has to wait for another
 * date.
 */
async function publishTarget(run: PublishRun, target: RunTarget, organizationId: string): Promise<void> {
  const { revision } = target;
  const network = networkActivities(target, organizationId);
  for (;;) {
    const outcome = await publishPart(run, target, network);
    target.lost = 0;
    if (outcome.status === 'published') {
      if (target.part === 0) Object.assign(target, { url: outcome.url, latenessMs: outcome.latenessMs });
      if (outcome.nextDelayMs === null) return run.finish(target, 'published');
      target.part++;
      if (outcome.nextDelayMs > 0) {
        const end = await rest(run, target, {
          phase: 'waiting',
          waitMs: outcome.nextDelayMs,
          early: true,
          why: `wait before part ${target.part + 1}`,
        });
        if (end) return run.end(target, end);
      }
    } else if (outcome.status === 'held') return hold(run, target, outcome);
    else if (outcome.status === 'not_due') {
      return run.waitAgain(target, Date.now() + outcome.waitMs, outcome.revision);
    }
    // A newer row was announced meanwhile, so this end may be an older row's: read it once more.
    else if (target.revision !== revision) return run.waitAgain(target, target.dueMs, target.revision);
    else if (outcome.status === 'ended' || outcome.status === 'gone') return run.end(target, outcome);
    else return run.finish(target, outcome.status, 'reason' in outcome ? outcome.reason : null);
  }
}

/** Waits until it is woken; looks at the row now and then, so that a lost message costs time only. */
function hold(
  run: PublishRun,
  target: RunTarget,
  { waitMs, revision, reason }: Extract<PartOutcome, { status: 'held' }>,
): void {
  run.hold(target, { nowMs: Date.now(), waitMs, revision, reason });
  showState(reason === 'frozen' ? 'frozen' : 'held');
}

/** The state of a row that has ended. */
type Ended = Extract<TargetRow, { status: 'ended' | 'gone' }>;
type Settled = Ended | Extract<PartOutcome, { status: TargetResult['outcome'] | 'not_due' | 'held' }>;

/** What to do next about a part: an activity, after a wait that has a reason. */
type Step = {
  phase: TargetProgress['phase'];
  waitMs: number;
  why: string;
  /** Whether the wait ends when the row changes; a wait of more than a minute always does. */
  wakes?: boolean;
  run: () => Promise<PartOutcome>;
};

// A network that keeps losing posts gets them back at once, then after 1, 2, 4 … 60 minutes: 30 sends in
// about a day, as long as an unreachable one is tried.
const MAX_SENDS = 30;
/** A shorter wait is over before anybody could want to end it. */
const LONG_WAIT_MS = 60_000;
const resendWaitMs = (lost: number): number => (lost < 2 ? 0 : Math.min(2 ** (lost - 2), 60) * 60_000);

/**
 * One part, until the row holds an outcome. Only the publish activity sends; everything between two sends is
 * reading.
 */
async function publishPart(run: PublishRun, target: RunTarget, network: NetworkActivities): Promise<Settled> {
  const part = (): PartRef => ({ postId: target.postId, position: target.part });
  const send = (lost = 0): Step => ({
    phase: 'publishing',
    waitMs: resendWaitMs(lost),
    why: 'before sending a lost post again',
    run: () => network.publish(part()),
  });
  const poll = (waitMs: number): Step => ({
    phase: 'processing',
    waitMs,
    why: 'the network processes the post',
    run: () => network.poll(part()),
  });
  const verify = (waitMs: number): Step => ({
    phase: 'verifying',
    waitMs,
    why: 'let the network settle before looking',
    run: () => network.verify(part()),
  });
  // The answer may still come, from a worker that was taken for dead.
  const look = (waitMs: number): Step => ({ ...verify(waitMs), why: 'before looking again', wakes: true });
  const stop: Step = { phase: 'verifying', waitMs: 0, why: '', run: () => core.giveUp(part()) };
  if (target.phase === 'needs a decision') {
    const end = await decisionOfPerson(run, target);
    if (end) return end;
  }
  for (let step = send(); ;) {
    target.phase = step.phase;
    showDetails(run);
    if (step.waitMs > LONG_WAIT_MS || (step.wakes && step.waitMs > 0)) {
      const end = await rest(run, target, step);
      if (end) return end;
    } else if (step.waitMs > 0) await sleep(step.waitMs, { summary: step.why });
    const outcome = await step.run().catch((error: unknown) => giveUp(part(), error));
    target.lost += outcome.status === 'unknown' ? 1 : 0;
    if (outcome.status === 'unknown') step = verify(outcome.verifyAfterMs);
    else if (outcome.status === 'look') step = look(outcome.lookAfterMs);
    else if (outcome.status === 'processing') step = poll(outcome.pollAfterMs);
    else if (outcome.status === 'retry') step = target.lost < MAX_SENDS ? send(target.lost) : stop;
    else if (outcome.status === 'wait' || (outcome.status === 'unconfirmed' && target.decision !== 'drop')) {
      const end =
        outcome.status === 'wait'
          ? await rest(run, target, { phase: 'waiting', waitMs: outcome.waitMs, why: outcome.reason })
          : await decisionOfPerson(run, target);
      if (end) return end;
      step = send(); // the row has the decision by now; claiming it again reads it
    } else return outcome;
  }
}

async function decisionOfPerson(run: PublishRun, target: RunTarget): Promise<Ended | null> {
  // it may have come while the activity read the row
  if (target.woken) {
    target.woken = false;
    return null;
  }
  target.decision = null;
  showState('unconfirmed');
  const end = await rest(run, target, { phase: 'needs a decision', waitMs: null, why: '' });
  target.woken = false;
  return end;
}

/**
 * Rests for a time (`null`: until a person decides; `early`: for a date) or until the row changes, for
 * example because an earlier part is not published. Returns the end of the target, if it has ended.
 */
async function rest(
  run: PublishRun,
  target: RunTarget,
  rest: Pick<Step, 'why'> & { phase: RunTarget['phase']; waitMs: number | null; early?: boolean },
): Promise<Ended | null> {
  const { phase, waitMs, why } = rest;
  Object.assign(target, { phase, resting: true, news: null });
  if (waitMs !== null) target.dueMs = Date.now() + waitMs;
  showDetails(run);
  if (waitMs === null) await condition(() => target.decision !== null || target.news !== null);
  else {
    const timerMs = rest.early ? early(waitMs) : Math.max(1, waitMs);
    await condition(() => target.news !== null, timerMs, { summary: why });
  }
  const { news } = target;
  Object.assign(target, { resting: false, news: null });
  // The post that an earlier part had claimed by its text was another's: that part is the next one again.
  if (news && 'part' in news && news.part < target.part) target.part = news.part;
  return news?.status === 'ended' || news?.status === 'gone' ? news : null;
}

/** Retries are used up (or an activity has a bug): the ledger decides between failed and unconfirmed. */
async function giveUp(part: PartRef, error: unknown): Promise<PartOutcome> {
  if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
  return core.giveUp(part);
}

/** Makes the run findable by its state. A change costs an event, so an ordinary run never has one. */
function showState(state: TargetResult['outcome'] | 'held' | 'frozen' | null): void {
  if (state !== (workflowInfo().typedSearchAttributes.get(SEARCH_KEYS.postState) ?? null)) {
    upsertSearchAttributes([{ key: SEARCH_KEYS.postState, value: state }]);
  }
}

/**
 * Shows in the Temporal UI what the run waits for. No event: the text lives in the run, and the UI asks for
 * it.
 */
function showDetails(run: PublishRun): void {
  setCurrentDetails(detailsOf(run.targets, memo()));
}

/** The names around its posts, as they were when it was started; none in a run from before there were any. */
const memo = (): PublishMemo | undefined => {
  const { memo } = workflowInfo();
  return memo && 'posts' in memo ? (memo as PublishMemo) : undefined;
};

type NetworkActivities = Record<'publish' | 'poll' | 'verify', NetworkActivity>;

/**
 * The activities of one network, one set of options per reliability class; each call shows its subject in the
 * Temporal UI.
 */
function networkActivities(target: RunTarget, organizationId: string): NetworkActivities {
  const { provider } = target;
  const shared: ActivityOptions = {
    taskQueue: publishQueue(provider),
    heartbeatTimeout: HEARTBEAT_TIMEOUT_MS,
    priority: { fairnessKey: organizationId },
  };
  const activity =
    (name: string, text: string, options: ActivityOptions): NetworkActivity =>
    (part) => {
      const summary = `${text} ${channelOf(target, memo())}${part.position > 0 ? `, part ${part.position + 1}` : ''}`;
      return (
        proxyActivities<Record<string, NetworkActivity>>({ ...shared, ...options, summary })[
          name
        ] as NetworkActivity
      )(part); // a proxy has every name
    };
  return {
    // Sends. Retried only for what is provably unsent; the worker's death shows within the heartbeat timeout.
    publish: activity(publishActivity(provider), 'publish to', {
      startToCloseTimeout: PUBLISH_TRY_MS,
      scheduleToCloseTimeout: '24 h',
      retry: { initialInterval: '2 s', backoffCoefficient: 2, maximumInterval: '30 s' },
    }),
    // Reads, as does verify. A network that is down for ten minutes leaves the question to a person.
    poll: activity(pollActivity(provider), 'ask whether the post is ready at', {
      startToCloseTimeout: LOOKUP_TRY_MS,
      scheduleToCloseTimeout: '2 h',
      retry: { initialInterval: '5 s', backoffCoefficient: 1.5, maximumInterval: '60 s' },
    }),
    verify: activity(verifyActivity(provider), 'look the post up at', {
      startToCloseTimeout: LOOKUP_TRY_MS,
      retry: { initialInterval: '5 s', backoffCoefficient: 2, maximumInterval: '3 min', maximumAttempts: 9 },
    }),
  };
}
