/** The activities of a worker, built from their dependencies. Workflows import the types only. */
import { Context } from '@temporalio/activity';
import type { Provider } from '../providers/_kit/contract.ts';
import {
  pollActivity,
  publishActivity,
  publishWorkflowId,
  refreshActivity,
  verifyActivity,
  type CodeOutcome,
  type CredentialsState,
  type PartOutcome,
  type PartRef,
  type RefreshRef,
  type RevocationBatch,
  type RevocationRef,
  type TargetRef,
  type TargetRow,
} from '../temporal/contract.ts';
import type { ActivityDeps, PartCall } from './deps.ts';
import { expireCode } from './expire-code.ts';
import { giveUp } from './give-up.ts';
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
  readTarget(of: TargetRef): Promise<TargetRow>;
  reconcile(): Promise<ReconcileReport>;
  expireCode(code: { readonly codeId: string }): Promise<CodeOutcome>;
  revokeTokens(of: RevocationRef): Promise<RevocationBatch>;
  readCredentials(channel: { readonly integrationId: string }): Promise<CredentialsState>;
}

export function createCoreActivities(deps: ActivityDeps): CoreActivities {
  return {
    giveUp: (part) => giveUp(logging(deps, part), part),
    readTarget: (of) => readTarget(deps.database, of),
    reconcile: () => reconcile(deps),
    expireCode: (code) => expireCode(deps.database, code),
    revokeTokens: (of) => revokeTokens(deps.database, of),
    readCredentials: (channel) => readCredentials(deps, channel),
  };
}

/** Log lines about a part name its post and its group: the ids in the database and in Temporal. */
function logging(deps: ActivityDeps, { postId, position }: PartRef): ActivityDeps {
  const groupId = Context.current().info.workflowExecution?.workflowId.slice(publishWorkflowId('').length);
  return { ...deps, log: deps.log.child({ postId, groupId, part: position + 1 }) };
}

/** How often a running activity sends a heartbeat; its heartbeat timeout is 8 s. */
const HEARTBEAT_MS = 2500;

/** The activities of one network, named after it. */
export function createNetworkActivities(
  deps: ActivityDeps,
  provider: Provider,
): Record<string, NetworkActivity | RefreshActivity> {
  const ofPart =
    (run: (call: PartCall) => Promise<PartOutcome>): NetworkActivity =>
    (part) =>
      withHeartbeat((signal) => run({ deps: logging(deps, part), provider, part, signal }));
  const refresh: RefreshActivity = (channel) =>
    withHeartbeat((signal) =>
      refreshChannel({
        deps: { ...deps, log: deps.log.child({ channelId: channel.integrationId }) },
        provider,
        channel,
        signal,
      }),
    );
  return {
    [publishActivity(provider.identifier)]: ofPart((call) => publishPart(call)),
    [pollActivity(provider.identifier)]: ofPart(pollPart),
    [verifyActivity(provider.identifier)]: ofPart(verifyPart),
    [refreshActivity(provider.identifier)]: refresh,
  };
}

/** Sends heartbeats to Temporal while `run` lasts. */
async function withHeartbeat<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const context = Context.current();
  const timer = setInterval(() => context.heartbeat(), HEARTBEAT_MS);
  try {
    return await run(context.cancellationSignal);
  } finally {
    clearInterval(timer);
  }
}
