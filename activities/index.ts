/** The activities of a worker, built from their dependencies. Workflows import the types only. */
import { Context } from '@temporalio/activity';
import type { Provider } from '../providers/_kit/contract.ts';
import type { NumbersRef, NumbersState } from '../temporal/contract/collect-numbers.ts';
import type { DeliveryInput, DeliveryOutcome } from '../temporal/contract/deliver-webhook.ts';
import { FAILURE } from '../temporal/contract/failures.ts';
import type { CodeOutcome } from '../temporal/contract/oauth-code-expiry.ts';
import {
  pollActivity,
  publishActivity,
  publishWorkflowId,
  verifyActivity,
  type PartOutcome,
  type PartRef,
  type TargetRef,
  type TargetRow,
} from '../temporal/contract/publish-post.ts';
import {
  refreshActivity,
  type CredentialsState,
  type RefreshRef,
} from '../temporal/contract/refresh-token.ts';
import type { RevocationBatch, RevocationRef } from '../temporal/contract/token-revocation.ts';
import { collectNumbers } from './collect-numbers.ts';
import { createDeliverWebhook } from './deliver-webhook.ts';
import type { ActivityDeps, PartCall } from './deps.ts';
import { expireCode } from './expire-code.ts';
import { giveUp } from './give-up.ts';
import { guarded, withHeartbeat } from './heartbeat.ts';
import { withCode } from './history-words.ts';
import { createHostSlots } from './host-slots.ts';
import { pollPart } from './poll-part.ts';
import { publishPart } from './publish-part.ts';
import { reconcile, type ReconcileReport } from './reconcile.ts';
import { readTarget } from './read-target.ts';
import { readCredentials, refreshChannel } from './refresh-channel.ts';
import { revokeTokens } from './revoke-tokens.ts';
import { verifyPart } from './verify-part.ts';

export type { ActivityDeps } from './deps.ts';
export type { ReconcileReport } from './reconcile.ts';

/** Signature of `<provider>.publish`, `<provider>.poll` and `<provider>.verify`. */
export type NetworkActivity = (part: PartRef) => Promise<PartOutcome>;

/** Signature of `<provider>.refresh`. */
export type RefreshActivity = (channel: RefreshRef) => Promise<CredentialsState>;

/** Activities that belong to no network. */
export interface CoreActivities {
  giveUp(part: PartRef): Promise<PartOutcome>;
  readTarget(ref: TargetRef): Promise<TargetRow>;
  reconcile(): Promise<ReconcileReport>;
  expireCode(code: { readonly codeId: string }): Promise<CodeOutcome>;
  revokeTokens(ref: RevocationRef): Promise<RevocationBatch>;
  readCredentials(channel: { readonly integrationId: string }): Promise<CredentialsState>;
}

/** Activities that deliver to webhooks, on a queue of their own. */
export interface WebhookActivities {
  deliverWebhook(input: DeliveryInput): Promise<DeliveryOutcome>;
}

export function createWebhookActivities(deps: ActivityDeps): WebhookActivities {
  const deliver = createDeliverWebhook(deps);
  return { deliverWebhook: (input) => guarded(deps, () => deliver(input)) };
}

/** Activities that read numbers, on a queue of their own. */
export interface NumbersActivities {
  collectNumbers(channel: NumbersRef): Promise<NumbersState>;
}

/** `stopping` aborts as soon as the worker is to stop. */
export function createNumbersActivities(deps: ActivityDeps, stopping: AbortSignal): NumbersActivities {
  return {
    collectNumbers: (channel) => {
      const own = { ...deps, log: deps.log.child({ channelId: channel.integrationId }) };
      return withHeartbeat(own, ({ signal }) => collectNumbers({ deps: own, channel, signal, stopping }));
    },
  };
}

export function createCoreActivities(deps: ActivityDeps): CoreActivities {
  return {
    giveUp: (part) => {
      const own = logging(deps, part);
      return guarded(own, async () => withCode(own, part, await giveUp(own, part)));
    },
    readTarget: (ref) => guarded(deps, () => readTarget(deps.database, ref)),
    reconcile: () => guarded(deps, () => reconcile(deps, Context.current().info.workflowExecution)),
    expireCode: (code) => guarded(deps, () => expireCode(deps.database, code)),
    revokeTokens: (ref) => guarded(deps, () => revokeTokens(deps.database, ref)),
    readCredentials: (channel) => guarded(deps, () => readCredentials(deps, channel)),
  };
}

/** Log lines about a part name its post and its group: the ids in the database and in Temporal. */
function logging(deps: ActivityDeps, { postId, position }: PartRef): ActivityDeps {
  const groupId = Context.current().info.workflowExecution?.workflowId.slice(publishWorkflowId('').length);
  return { ...deps, log: deps.log.child({ postId, groupId, part: position + 1 }) };
}

/** The activities of one network, named after it. `stopping` aborts as soon as the worker is to stop. */
export function createNetworkActivities(
  deps: ActivityDeps,
  provider: Provider,
  stopping: AbortSignal,
): Record<string, NetworkActivity | RefreshActivity> {
  const slots = createHostSlots(deps.database, provider);
  const ofPart =
    (run: (call: PartCall) => Promise<PartOutcome>): NetworkActivity =>
    (part) => {
      const own = logging(deps, part);
      return withHeartbeat(own, async (signals) =>
        withCode(own, part, await run({ deps: own, provider, part, stopping, ...signals })),
      );
    };
  const refresh: RefreshActivity = (channel) => {
    const own = { ...deps, log: deps.log.child({ channelId: channel.integrationId }) };
    return withHeartbeat(own, ({ signal }) => refreshChannel({ deps: own, provider, channel, signal }));
  };
  return {
    [publishActivity(provider.identifier)]: ofPart((call) => slots.run(call.part, () => publishPart(call))),
    [pollActivity(provider.identifier)]: ofPart((call) =>
      slots.run(call.part, () => pollPart(call), FAILURE.stillProcessing),
    ),
    // Its tries are counted, and few posts at a time can be in doubt: it always gets a slot.
    [verifyActivity(provider.identifier)]: ofPart((call) => slots.always(call.part, () => verifyPart(call))),
    [refreshActivity(provider.identifier)]: refresh,
  };
}
