/** The runs whose histories are recorded: one for each branch of a workflow, quick enough for real time. */
import { ApplicationFailure } from '@temporalio/common';
import {
  CREDENTIALS_CHANGED_SIGNAL,
  FAILURE,
  codeExpiryWorkflowId,
  numbersWorkflowId,
  refreshWorkflowId,
  revocationWorkflowId,
  type CredentialsState,
  type NumbersState,
} from '../../temporal/contract.ts';
import { PUBLISHED, failing, type Plan } from './fake-network.ts';
import type { ShortPlan, ShortRun, ShortRunOptions } from './short-run.ts';
import { MINUTE, NETWORKS, SECOND, type PlannedTarget, type StartedRun } from './publish-run.ts';

/** A run of one of the short workflows. `argument` is called when it starts, with the current time. */
export interface ShortCase extends Omit<ShortRunOptions, 'argument'> {
  argument(nowMs: number): object;
  during?(run: ShortRun): Promise<void>;
}

/** A run of PublishPostWorkflow. `during` acts while it runs. */
export interface PublishCase {
  readonly targets: readonly PlannedTarget[];
  readonly plan?: Plan;
  readonly eventsPerRun?: number;
  during?(run: StartedRun): Promise<void>;
}

const UNKNOWN = { status: 'unknown', verifyAfterMs: SECOND } as const;
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
/** Once the first post is in this phase, its row changes, so many times. */
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

const code = (name: string, expireCode: ShortPlan['expireCode'], inMs = 2 * SECOND): ShortCase => ({
  type: 'OAuthCodeExpiryWorkflow',
  workflowId: codeExpiryWorkflowId(name),
  argument: (nowMs) => ({ codeId: name, expiresMs: nowMs + inMs, organizationId: 'ada-and-co' }),
  plan: { expireCode },
});
const revocation = (
  of: { tokenId: string } | { appId: string },
  revokeTokens: ShortPlan['revokeTokens'],
): ShortCase => ({
  type: 'TokenRevocationWorkflow',
  workflowId: revocationWorkflowId(of),
  argument: () => ({ ...of, organizationId: 'ada-and-co' }),
  plan: { revokeTokens },
});
const renewal = (integrationId: string, plan: ShortPlan): ShortCase => ({
  type: 'RefreshTokenWorkflow',
  workflowId: refreshWorkflowId(integrationId),
  argument: () => ({ integrationId, organizationId: 'ada-and-co', provider: 'mastodon' }),
  plan,
});
const numbers = (integrationId: string, collectNumbers: ShortPlan['collectNumbers']): ShortCase => ({
  type: 'CollectNumbersWorkflow',
  workflowId: numbersWorkflowId(integrationId),
  argument: () => ({ integrationId }),
  plan: { collectNumbers },
});
const DAILY: NumbersState = { status: 'wait', waitMs: 100, read: 51 };
const NOBODY: NumbersState = { status: 'ended', reason: 'nobody has looked at numbers for 30 days' };
const gone: CredentialsState = { status: 'ended', reason: 'the channel must be reconnected', renewed: false };
const live: CredentialsState = {
  status: 'live',
  expiresMs: 1_900_000_000_000,
  expiresInMs: 60 * MINUTE,
  renewed: false,
};
const told = async (run: ShortRun, afterCalls: number): Promise<void> => {
  while (run.calls.length < afterCalls) await new Promise((next) => setTimeout(next, 50));
  await run.handle.signal(CREDENTIALS_CHANGED_SIGNAL);
};
const renewed: CredentialsState = { ...live, expiresMs: 1_900_003_600_000, renewed: true };
const TOLD_TWICE = [live, { ...live, expiresMs: 1_900_000_500_000 }, gone];

/** File names by workflow type. A case keeps its name for ever; a new branch gets a new one. */
export const SHORT_CASES: Readonly<Record<string, ShortCase>> = {
  expired: code('expired', [{ status: 'expired' }]),
  exchanged: code('exchanged', [{ status: 'exchanged' }]),
  'too-early': code('too-early', [{ status: 'too_early', waitMs: SECOND }, { status: 'expired' }]),
  'started-late': code('started-late', [{ status: 'expired' }], -SECOND),
  'one-token': revocation({ tokenId: 'one-token' }, [{ more: false, tokens: 1 }]),
  'app-deleted': revocation({ appId: 'app-deleted' }, [
    { more: true },
    { more: true },
    { more: false, tokens: 412 },
  ]),
  'app-deleted-retried': revocation({ appId: 'app-deleted-retried' }, [
    ApplicationFailure.retryable('the database is away'),
    { more: false, tokens: 2 },
  ]),
  'many-tokens': revocation({ appId: 'many-tokens' }, [
    ...Array.from({ length: 55 }, () => ({ more: true }) as const),
    { more: false, tokens: 11_000 },
  ]),
  'read-daily': numbers('read-daily', [DAILY, { ...DAILY, read: 50 }, NOBODY]),
  'read-after-failure': numbers('read-after-failure', [
    ApplicationFailure.create({ message: 'the database is away', nextRetryDelay: SECOND }),
    NOBODY,
  ]),
  'read-for-a-month': numbers('read-for-a-month', [...Array.from({ length: 30 }, () => DAILY), NOBODY]),
  ended: renewal('ended', { readCredentials: [gone] }),
  'connected-again': {
    ...renewal('connected-again', { readCredentials: TOLD_TWICE }),
    async during(run) {
      await told(run, 1);
      await told(run, 2);
    },
  },
  // Takes five minutes: no renewal happens earlier.
  renewed: {
    ...renewal('renewed', {
      readCredentials: [{ ...live, expiresInMs: SECOND }, gone],
      refresh: [
        ApplicationFailure.create({ type: FAILURE.notRenewed, message: 'the network is away' }),
        renewed,
      ],
    }),
    during: (run) => told(run, 3),
  },
};
