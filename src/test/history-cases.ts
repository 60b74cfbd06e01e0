/** The runs whose histories are recorded: one for each branch of a workflow, quick enough for real time. */
import { ApplicationFailure } from '@temporalio/common';
import { PUBLISHED, failing, type Plan } from './fake-network.ts';
import { MINUTE, NETWORKS, SECOND, type PlannedTarget, type StartedRun } from './publish-run.ts';

/** A run of PublishPostWorkflow. `during` acts while it runs. */
export interface PublishCase {
  readonly targets: readonly PlannedTarget[];
  readonly plan?: Plan;
  readonly eventsPerRun?: number;
  readonly beginsEarly?: true;
  during?(run: StartedRun): Promise<void>;
}

const UNKNOWN = { status: 'unknown', verifyAfterMs: SECOND } as const;
const look = (lookAfterMs: number) => ({ status: 'look', lookAfterMs }) as const;
const RETRY = { status: 'retry' } as const;
const FAILED = { status: 'failed', reason: 'Text is too long' } as const;
const SOON = [{ inMs: 2 * SECOND }];

/** Resolves when the first post is in this phase. */
const reached = async (run: StartedRun, phase: string): Promise<void> => {
  while ((await run.progress())[0]?.phase !== phase) await new Promise((next) => setTimeout(next, 50));
};
const HELD = { status: 'held', reason: 'channel', waitMs: MINUTE, revision: 1 } as const;
const woken = async (run: StartedRun): Promise<void> => {
  await reached(run, 'held');
  await run.wake('post-1');
};
const resolving =
  (decision: 'published' | 'resend' | 'drop') =>
  async (run: StartedRun): Promise<void> => {
    await reached(run, 'needs a decision');
    await run.resolve('post-1', decision);
  };
const WAITS = { status: 'waits', provider: 'mastodon', revision: 2, part: 0, waitMs: 2 * SECOND } as const;
const ENDED = { status: 'ended', revision: 2, url: null, latenessMs: null } as const;
/** Once the first post is in this phase, its row changes this many times. */
const changing =
  (phase: string, times = 1) =>
  async (run: StartedRun): Promise<void> => {
    for (let n = 1; n <= times; n++) {
      await reached(run, phase);
      await run.changed('post-1');
      while (run.calls.filter(({ activity }) => activity === 'readTarget').length < n) {
        await new Promise((next) => setTimeout(next, 50));
      }
    }
  };
const unconfirmed = {
  status: 'unconfirmed',
  reason: 'The network offers no way to look the post up',
} as const;

/**
 * File names of `temporal/histories/PublishPostWorkflow`. A case keeps its name for ever; a new branch gets a
 * new one.
 */
export const PUBLISH_CASES: Readonly<Record<string, PublishCase>> = {
  plain: { targets: SOON },
  now: { targets: [{}] },
  'five-targets': { targets: NETWORKS.map((provider) => ({ provider, inMs: 2 * SECOND })) },
  'two-dates': { targets: [{ inMs: 2 * SECOND }, { inMs: SECOND, provider: 'bluesky' }] },
  'thread-with-delay': {
    targets: SOON,
    plan: {
      'mastodon.publish': [
        { ...PUBLISHED, nextDelayMs: SECOND },
        { ...PUBLISHED, nextDelayMs: 0 },
        PUBLISHED,
      ],
    },
  },
  'thread-partly-published': {
    targets: SOON,
    plan: {
      'mastodon.publish': [
        { ...PUBLISHED, nextDelayMs: 0 },
        { status: 'partly_published', reason: 'Text is too long' },
      ],
    },
  },
  rescheduled: {
    targets: [{ inMs: MINUTE }],
    async during(run) {
      await run.reschedule('post-1', 2 * MINUTE, 2);
      await run.reschedule('post-1', 2 * SECOND, 3);
    },
  },
  reopened: {
    targets: [{}, { inMs: 3 * SECOND, provider: 'bluesky' }],
    plan: { 'mastodon.publish': [FAILED, PUBLISHED] },
    async during(run) {
      await reached(run, 'done');
      await run.reschedule('post-1', SECOND, 2);
    },
  },
  cancelled: { targets: [{ inMs: MINUTE }], during: (run) => run.cancel('post-1', 2) },
  'one-cancelled': {
    targets: [{ inMs: 2 * SECOND }, { inMs: 2 * SECOND, provider: 'bluesky' }],
    during: (run) => run.cancel('post-1', 2),
  },
  'not-due': {
    targets: [{}],
    plan: { 'mastodon.publish': [{ status: 'not_due', waitMs: 2 * SECOND, revision: 2 }, PUBLISHED] },
  },
  'unsent-retried': { targets: [{}], plan: { 'mastodon.publish': [failing('unsent'), PUBLISHED] } },
  'rate-limited': {
    targets: [{}],
    plan: { 'mastodon.publish': [failing('rateLimited', 2 * SECOND), PUBLISHED] },
  },
  'unknown-found': {
    targets: [{}],
    plan: { 'mastodon.publish': [UNKNOWN], 'mastodon.verify': [failing('stillUnknown', SECOND), PUBLISHED] },
  },
  'unknown-looked-at-again': {
    targets: [{}],
    plan: {
      'mastodon.publish': [UNKNOWN],
      'mastodon.verify': [look(SECOND), look(0), look(SECOND), PUBLISHED],
    },
  },
  'unknown-answered-late': {
    targets: [{}],
    plan: {
      'mastodon.publish': [UNKNOWN],
      'mastodon.verify': [look(MINUTE), PUBLISHED],
      readTarget: [{ status: 'waits', provider: 'mastodon', revision: 1, part: 0, waitMs: 0 }],
    },
    during: changing('verifying'),
  },
  // Its post is due so soon that its activity waits for the date.
  'begins-early': { targets: SOON, beginsEarly: true },
  // Long enough for the timer that ends before the date.
  'date-after-early-timer': { targets: [{ inMs: 12 * SECOND }] },
  'unknown-resent': {
    targets: [{}],
    plan: { 'mastodon.publish': [UNKNOWN, PUBLISHED], 'mastodon.verify': [RETRY] },
  },
  'unknown-lost-twice': {
    targets: [{}],
    plan: { 'mastodon.publish': [UNKNOWN, UNKNOWN, PUBLISHED], 'mastodon.verify': [RETRY] },
  },
  'unconfirmed-published': {
    targets: [{}],
    plan: { 'mastodon.publish': [UNKNOWN, PUBLISHED], 'mastodon.verify': [unconfirmed] },
    during: resolving('published'),
  },
  'unconfirmed-dropped': {
    targets: [{}],
    plan: { 'mastodon.publish': [UNKNOWN, unconfirmed], 'mastodon.verify': [unconfirmed] },
    during: resolving('drop'),
  },
  'held-woken': { targets: [{}], plan: { 'mastodon.publish': [HELD, PUBLISHED] }, during: woken },
  'frozen-woken': {
    targets: [{}],
    plan: { 'mastodon.publish': [{ ...HELD, reason: 'frozen' }, PUBLISHED] },
    during: woken,
  },
  'held-looked-at-again': {
    targets: [{}],
    plan: { 'mastodon.publish': [{ ...HELD, waitMs: SECOND }, { ...HELD, waitMs: SECOND }, PUBLISHED] },
  },
  'held-between-parts': {
    targets: [{}],
    plan: { 'mastodon.publish': [{ ...PUBLISHED, nextDelayMs: 0 }, HELD, PUBLISHED] },
    during: woken,
  },
  'held-cancelled': {
    targets: [{}],
    plan: { 'mastodon.publish': [HELD] },
    async during(run) {
      await reached(run, 'held');
      await run.cancel('post-1', 2);
    },
  },
  'held-rescheduled': {
    targets: [{}],
    plan: { 'mastodon.publish': [HELD, PUBLISHED] },
    async during(run) {
      await reached(run, 'held');
      await run.reschedule('post-1', 2 * SECOND, 2);
    },
  },
  missed: { targets: [{}], plan: { 'mastodon.publish': [{ status: 'missed', reason: 'Too late' }] } },
  'unconfirmed-rescheduled': {
    targets: [{}],
    plan: { 'mastodon.publish': [UNKNOWN, PUBLISHED], 'mastodon.verify': [unconfirmed] },
    async during(run) {
      await reached(run, 'needs a decision');
      await run.reschedule('post-1', 0, 2);
    },
  },
  processing: {
    targets: [{}],
    plan: {
      'mastodon.publish': [{ status: 'processing', pollAfterMs: SECOND }],
      'mastodon.poll': [failing('stillProcessing', SECOND), PUBLISHED],
    },
  },
  failed: { targets: [{}, { provider: 'bluesky' }], plan: { 'mastodon.publish': [FAILED] } },
  'changed-moved': {
    targets: [{ inMs: MINUTE }, { inMs: 2 * SECOND, provider: 'bluesky' }],
    plan: { readTarget: [WAITS] },
    during: changing('waiting'),
  },
  'changed-moved-by-message': {
    targets: [{ inMs: MINUTE }],
    during: (run) => run.changed('post-1', { inMs: 2 * SECOND, revision: 2 }),
  },
  'changed-cancelled': {
    targets: [{ inMs: MINUTE }],
    plan: { readTarget: [{ ...ENDED, outcome: 'cancelled' }] },
    during: changing('waiting'),
  },
  'changed-unknown': {
    targets: [{ inMs: 2 * SECOND, provider: 'bluesky' }],
    plan: { readTarget: [{ ...WAITS, status: 'unconfirmed' }, WAITS] },
    async during(run) {
      await run.changed('post-2');
      while ((await run.progress())[1]?.phase !== 'needs a decision') {
        await new Promise((next) => setTimeout(next, 50));
      }
      await run.changed('post-2');
    },
  },
  'changed-decided': {
    targets: [{}],
    plan: { 'mastodon.publish': [unconfirmed, PUBLISHED], readTarget: [WAITS] },
    during: changing('needs a decision'),
  },
  'changed-dropped': {
    targets: [{}],
    plan: { 'mastodon.publish': [unconfirmed], readTarget: [{ ...ENDED, outcome: 'failed' }] },
    during: changing('needs a decision'),
  },
  'changed-reopened': {
    targets: [{}, { inMs: 4 * SECOND, provider: 'bluesky' }],
    plan: { 'mastodon.publish': [FAILED, PUBLISHED], readTarget: [{ ...WAITS, waitMs: 0 }] },
    during: changing('done'),
  },
  'changed-between-parts': {
    targets: [{}],
    plan: {
      'mastodon.publish': [{ ...PUBLISHED, nextDelayMs: MINUTE }],
      readTarget: [{ ...ENDED, outcome: 'partly_published' }],
    },
    during: changing('waiting'),
  },
  'long-wait': {
    targets: [{}],
    plan: {
      'mastodon.publish': [
        { status: 'wait', waitMs: SECOND, reason: 'rate limited by the network' },
        PUBLISHED,
      ],
    },
  },
  continued: {
    targets: [{ inMs: MINUTE }],
    plan: { readTarget: [{ ...WAITS, waitMs: MINUTE }, { ...WAITS, waitMs: MINUTE }, WAITS] },
    eventsPerRun: 20,
    during: changing('waiting', 3),
  },
  'gave-up': {
    targets: [{}],
    plan: {
      'mastodon.publish': [ApplicationFailure.nonRetryable('retries are used up')],
      giveUp: [{ status: 'failed', reason: 'The network could not be reached in time' }],
    },
  },
};
