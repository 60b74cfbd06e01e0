/**
 * One create-post request: wait until each target's date, publish its parts, find out about unknown outcomes.
 *
 * The database decides and this run remembers when: every activity re-reads the row, so a message that is late, lost or
 * repeated cannot make a wrong post. Final outcomes are results of activities, never failures.
 */
import {
  ActivityFailure, allHandlersFinished, condition, defineQuery, defineUpdate, isCancellation, proxyActivities, setHandler, sleep, upsertSearchAttributes,
} from '@temporalio/workflow';
import type { CoreActivities, NetworkActivity } from '../activities/index.ts';
import {
  CANCEL_UPDATE, PROGRESS_QUERY, RESCHEDULE_UPDATE, RESOLVE_UPDATE, WORKFLOW_QUEUE, pollActivity, publishActivity, publishQueue, utcMinute, verifyActivity,
  type CancelMessage, type PartOutcome, type PartRef, type PublishPostInput, type PublishPostResult, type RescheduleMessage, type ResolveMessage, type TargetProgress,
} from '../temporal/contract.ts';
import { PublishRun, type RunTarget } from './publish-post.state.ts';

const reschedule = defineUpdate<void, [RescheduleMessage]>(RESCHEDULE_UPDATE);
const cancel = defineUpdate<void, [CancelMessage]>(CANCEL_UPDATE);
const resolveUnconfirmed = defineUpdate<void, [ResolveMessage]>(RESOLVE_UPDATE);
const progress = defineQuery<TargetProgress[]>(PROGRESS_QUERY);

// Idempotent database writes: retried until the database is there.
const core = proxyActivities<CoreActivities>({ taskQueue: WORKFLOW_QUEUE, startToCloseTimeout: '30 s', retry: { maximumInterval: '30 s' } });

export async function PublishPostWorkflow(input: PublishPostInput): Promise<PublishPostResult> {
  const run = new PublishRun(input);
  setHandler(reschedule, (m) => run.reschedule(m), { validator: (m) => run.checkReschedule(m) });
  setHandler(cancel, (m) => run.cancel(m), { validator: (m) => run.checkCancel(m) });
  setHandler(resolveUnconfirmed, (m) => run.resolve(m), { validator: (m) => run.checkResolve(m) });
  setHandler(progress, () => run.progress());

  const publishing: Promise<void>[] = [];
  while (!run.isDone()) {
    const due = run.nextDue();
    const moved = (): boolean => run.isDone() || run.nextDue() !== due;
    if (due === undefined) {
      await condition(moved);
      continue;
    }
    const waitMs = due - Date.now();
    // One timer for all targets of a date; it starts anew when a message moves the earliest date.
    if (waitMs > 0 && (await condition(moved, waitMs, { summary: `publish at ${utcMinute(due)}` }))) continue;
    for (const target of run.takeDue(due)) publishing.push(publishTarget(run, target, input.organizationId));
  }
  await Promise.all(publishing);
  await condition(allHandlersFinished);
  const state = run.exceptionalState();
  if (state) upsertSearchAttributes({ PostState: [state] });
  return run.result();
}

async function publishTarget(run: PublishRun, target: RunTarget, organizationId: string): Promise<void> {
  const network = networkActivities(target, organizationId);
  for (;; target.part++) {
    const outcome = await publishPart(target, network);
    switch (outcome.status) {
      case 'published':
        if (target.part === 0) Object.assign(target, { url: outcome.url, latenessMs: outcome.latenessMs });
        if (outcome.nextDelayMs === null) return run.finish(target, 'published');
        if (outcome.nextDelayMs > 0) await sleep(outcome.nextDelayMs, { summary: `wait before part ${target.part + 2}` });
        continue;
      case 'not_due':
        return run.waitAgain(target, Date.now() + outcome.waitMs, outcome.revision);
      case 'cancelled':
        return run.finish(target, 'cancelled');
      default:
        return run.finish(target, outcome.status, outcome.reason);
    }
  }
}

type Settled = Extract<PartOutcome, { status: 'published' | 'not_due' | 'cancelled' | 'failed' | 'partly_published' | 'unconfirmed' }>;

/** One part, until the row holds an outcome. Only the publish activity sends; everything between two sends is reading. */
async function publishPart(target: RunTarget, network: NetworkActivities): Promise<Settled> {
  const part: PartRef = { postId: target.postId, position: target.part };
  const send = (): Promise<PartOutcome> => network.publish(part);
  let next = send;
  for (;;) {
    target.phase = next === send ? 'publishing' : 'verifying';
    const outcome = await next().catch((error: unknown) => giveUp(part, error));
    if (outcome.status === 'retry') next = send;
    else if (outcome.status === 'processing') next = () => after(outcome.pollAfterMs, 'the network processes the post', () => network.poll(part));
    else if (outcome.status === 'unknown') next = () => after(outcome.verifyAfterMs, 'let the network settle before looking', () => network.verify(part));
    else if (outcome.status === 'unconfirmed') {
      // Whatever was decided is in the row by now; claiming it again reads it.
      await decisionOfPerson(target);
      next = send;
    } else return outcome;
  }
}

async function decisionOfPerson(target: RunTarget): Promise<void> {
  target.phase = 'needs a person';
  target.decision = null;
  await condition(() => target.decision !== null);
}

async function after<T>(ms: number, summary: string, then: () => Promise<T>): Promise<T> {
  if (ms > 0) await sleep(ms, { summary });
  return then();
}

/** Retries are used up (or an activity has a bug): the ledger decides between failed and unconfirmed. */
async function giveUp(part: PartRef, error: unknown): Promise<PartOutcome> {
  if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
  return core.giveUp(part);
}

interface NetworkActivities {
  publish: NetworkActivity;
  poll: NetworkActivity;
  verify: NetworkActivity;
}

/** The activities of one network, one proxy per reliability class. */
function networkActivities({ provider }: RunTarget, organizationId: string): NetworkActivities {
  const shared = { taskQueue: publishQueue(provider), heartbeatTimeout: '8 s', priority: { fairnessKey: organizationId } } as const;
  // Sends. Retried only for what is provably unsent; the worker's death shows within the heartbeat timeout.
  const send = proxyActivities<Record<string, NetworkActivity>>({
    ...shared, startToCloseTimeout: '10 min', scheduleToCloseTimeout: '24 h', summary: `publish to ${provider}`,
    retry: { initialInterval: '2 s', backoffCoefficient: 2, maximumInterval: '60 s' },
  });
  // Reads. A network that is down for ten minutes leaves the question to a person.
  const look = proxyActivities<Record<string, NetworkActivity>>({
    ...shared, startToCloseTimeout: '2 min', summary: `look the post up at ${provider}`,
    retry: { initialInterval: '5 s', backoffCoefficient: 2, maximumInterval: '3 min', maximumAttempts: 9 },
  });
  const poll = proxyActivities<Record<string, NetworkActivity>>({
    ...shared, startToCloseTimeout: '2 min', scheduleToCloseTimeout: '2 h', summary: `ask ${provider} whether the post is ready`,
    retry: { initialInterval: '5 s', backoffCoefficient: 1.5, maximumInterval: '60 s' },
  });
  return {
    publish: (part) => call(send, publishActivity(provider), part),
    poll: (part) => call(poll, pollActivity(provider), part),
    verify: (part) => call(look, verifyActivity(provider), part),
  };
}

function call(proxy: Record<string, NetworkActivity>, name: string, part: PartRef): Promise<PartOutcome> {
  const activity = proxy[name];
  if (!activity) throw new Error(`no activity ${name}`); // unreachable: a proxy has every name
  return activity(part);
}
