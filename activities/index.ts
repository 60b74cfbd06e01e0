/** The activities of a worker, built from their dependencies. Workflows import the types only. */
import { Context } from '@temporalio/activity';
import type { Provider } from '../providers/_kit/contract.ts';
import { pollActivity, publishActivity, publishWorkflowId, verifyActivity, type PartOutcome, type PartRef } from '../temporal/contract.ts';
import type { ActivityDeps, PartCall } from './deps.ts';
import { giveUp } from './give-up.ts';
import { pollPart } from './poll-part.ts';
import { publishPart } from './publish-part.ts';
import { reconcile, type ReconcileReport } from './reconcile.ts';
import { verifyPart } from './verify-part.ts';

export type { ActivityDeps } from './deps.ts';
export type { ReconcileReport } from './reconcile.ts';

/** Signature of `<provider>.publish`, `<provider>.poll` and `<provider>.verify`. */
export type NetworkActivity = (part: PartRef) => Promise<PartOutcome>;

/** Activities that belong to no network. */
export interface CoreActivities {
  giveUp(part: PartRef): Promise<PartOutcome>;
  reconcile(): Promise<ReconcileReport>;
}

export function createCoreActivities(deps: ActivityDeps): CoreActivities {
  return { giveUp: (part) => giveUp(logging(deps, part), part), reconcile: () => reconcile(deps) };
}

/** Whatever is logged about a part says of which post and of which group, the two ids under which database and Temporal know it. */
function logging(deps: ActivityDeps, { postId, position }: PartRef): ActivityDeps {
  const groupId = Context.current().info.workflowExecution?.workflowId.slice(publishWorkflowId('').length);
  return { ...deps, log: deps.log.child({ postId, groupId, part: position + 1 }) };
}

/** How often a running activity says that it lives; its heartbeat timeout is 8 s. */
const HEARTBEAT_MS = 2500;

/** The activities of one network, named after it. */
export function createNetworkActivities(deps: ActivityDeps, provider: Provider): Record<string, NetworkActivity> {
  const asActivity = (run: (call: PartCall) => Promise<PartOutcome>): NetworkActivity => async (part) => {
    const context = Context.current();
    const beat = setInterval(() => context.heartbeat(), HEARTBEAT_MS);
    try {
      return await run({ deps: logging(deps, part), provider, part, signal: context.cancellationSignal });
    } finally {
      clearInterval(beat);
    }
  };
  return {
    [publishActivity(provider.identifier)]: asActivity((call) => publishPart(call)),
    [pollActivity(provider.identifier)]: asActivity(pollPart),
    [verifyActivity(provider.identifier)]: asActivity(verifyPart),
  };
}
