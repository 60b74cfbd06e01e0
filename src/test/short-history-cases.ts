/** The recorded runs of all workflows but PublishPostWorkflow (history-cases.ts). */
import { ApplicationFailure } from '@temporalio/common';
import { numbersWorkflowId, type NumbersState } from '../../temporal/contract/collect-numbers.ts';
import { deliveryWorkflowId } from '../../temporal/contract/deliver-webhook.ts';
import { FAILURE } from '../../temporal/contract/failures.ts';
import { codeExpiryWorkflowId } from '../../temporal/contract/oauth-code-expiry.ts';
import {
  CREDENTIALS_CHANGED_SIGNAL,
  refreshWorkflowId,
  type CredentialsState,
} from '../../temporal/contract/refresh-token.ts';
import { revocationWorkflowId } from '../../temporal/contract/token-revocation.ts';
import { plugged } from './plugged-runs.ts';
import { MINUTE, SECOND } from './publish-run.ts';
import type { ShortCase, ShortPlan, ShortRun } from './short-run.ts';

const code = (name: string, expireCode: ShortPlan['expireCode'], inMs = 2 * SECOND): ShortCase => ({
  type: 'OAuthCodeExpiryWorkflow',
  workflowId: codeExpiryWorkflowId(name),
  argument: (nowMs) => ({ codeId: name, expiresMs: nowMs + inMs, organizationId: 'ada-and-co' }),
  plan: { expireCode },
});
const revocation = (
  ref: { tokenId: string } | { appId: string },
  revokeTokens: ShortPlan['revokeTokens'],
): ShortCase => ({
  type: 'TokenRevocationWorkflow',
  workflowId: revocationWorkflowId(ref),
  argument: () => ({ ...ref, organizationId: 'ada-and-co' }),
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
const delivery = (deliveryId: string, deliverWebhook: ShortPlan['deliverWebhook']): ShortCase => ({
  type: 'DeliverWebhookWorkflow',
  workflowId: deliveryWorkflowId(deliveryId),
  argument: () => ({ deliveryId }),
  plan: { deliverWebhook },
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
const signalAfter = async (run: ShortRun, afterCalls: number): Promise<void> => {
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
  'delivered-after-a-failure': delivery('delivered-after-a-failure', [
    { status: 'wait', waitMs: SECOND, reason: 'try 1 failed: the receiver answered 500' },
    { status: 'delivered', reason: 'the receiver answered 204' },
  ]),
  'receiver-busy': delivery('receiver-busy', [
    ApplicationFailure.create({
      type: FAILURE.receiverBusy,
      message: 'Other deliveries to this receiver are under way',
      nextRetryDelay: SECOND,
    }),
    { status: 'failed', reason: 'the receiver answered 410' },
  ]),
  ended: renewal('ended', { readCredentials: [gone] }),
  'connected-again': {
    ...renewal('connected-again', { readCredentials: TOLD_TWICE }),
    async during(run) {
      await signalAfter(run, 1);
      await signalAfter(run, 2);
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
    during: (run) => signalAfter(run, 3),
  },
  ...Object.fromEntries(plugged.flatMap(({ cases }) => Object.entries(cases))),
};
