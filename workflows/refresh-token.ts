/**
 * Renews the credentials of one channel before they expire, for as long as the network allows it. After that,
 * a person must reconnect the channel.
 *
 * A post that finds them expired renews them too, under the same lock of the row: the second of the two finds
 * them renewed and makes no call. So this run reads the row before it acts, and only channels without posts
 * depend on it.
 */
import {
  ActivityFailure,
  condition,
  continueAsNew,
  defineSignal,
  isCancellation,
  proxyActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { CoreActivities, RefreshActivity } from '../activities/index.ts';
import { WORKFLOW_QUEUE, publishQueue } from '../temporal/contract/queues.ts';
import {
  CREDENTIALS_CHANGED_SIGNAL,
  refreshActivity,
  type CredentialsState,
  type RefreshInput,
} from '../temporal/contract/refresh-token.ts';
import type { ShortResult } from '../temporal/contract/started-workflows.ts';
import { utcMinute } from '../temporal/contract/words.ts';
import { noticeExpiry, shareOf, waitBeforeRefresh } from './refresh-token.state.ts';

const credentialsChanged = defineSignal(CREDENTIALS_CHANGED_SIGNAL);

// A read: retried until the database is there.
const core = proxyActivities<CoreActivities>({
  taskQueue: WORKFLOW_QUEUE,
  startToCloseTimeout: '30 s',
  retry: { maximumInterval: '1 min' },
  summary: 'read when the credentials expire',
});

/** The longest time between two reads of the row: a deleted channel no longer needs a run. */
const LOOK_AGAIN_MS = 7 * 86_400_000;

/** After this many waits and renewals the run continues as a new one, to keep histories short. */
const STEPS_PER_RUN = 100;

/**
 * Ends when there is nothing left to renew: the channel was deleted or disabled, must be reconnected, or has
 * credentials that do not expire.
 */
export async function RefreshTokenWorkflow(input: RefreshInput): Promise<ShortResult> {
  let changed = false;
  setHandler(credentialsChanged, () => void (changed = true));
  const { integrationId } = input;
  const refresh = networkRefresh(input);
  let { known, renewals = 0 } = input;
  const read = async (): Promise<CredentialsState> => {
    changed = false;
    return core.readCredentials({ integrationId });
  };

  for (let state = await read(), steps = 0; ; steps++) {
    renewals += state.renewed ? 1 : 0;
    if (state.status === 'ended') {
      // Reconnected while the row was read, or before the run could end.
      if (!changed) {
        return { summary: `${renewals} renewal${renewals === 1 ? '' : 's'}, then: ${state.reason}` };
      }
      state = await read();
      continue;
    }
    known = noticeExpiry(known, state);
    if (steps >= STEPS_PER_RUN || workflowInfo().continueAsNewSuggested) {
      return continueAsNew<typeof RefreshTokenWorkflow>({ ...input, known, renewals });
    }
    const waitMs = waitBeforeRefresh(state, known.lifeMs, shareOf(integrationId));
    const woken =
      changed ||
      (await condition(() => changed, Math.min(waitMs, LOOK_AGAIN_MS), {
        summary: `renew at ${utcMinute(known.expiresMs - state.expiresInMs + waitMs)}`,
      }));
    state =
      woken || waitMs > LOOK_AGAIN_MS
        ? await read()
        : await refresh(known.expiresMs).catch((error: unknown) => {
            // No worker serves the network's queue, or the network has refused for hours: read the row
            // first.
            if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
            return read();
          });
  }
}

/**
 * Renews on the network's own queue. Retried past the expiry, because some networks renew credentials that
 * have expired.
 */
function networkRefresh({
  integrationId,
  organizationId,
  provider,
}: RefreshInput): (expiresMs: number) => Promise<CredentialsState> {
  const name = refreshActivity(provider);
  const activities = proxyActivities<Record<string, RefreshActivity>>({
    taskQueue: publishQueue(provider),
    heartbeatTimeout: '8 s',
    startToCloseTimeout: '2 min',
    scheduleToCloseTimeout: '6 h',
    retry: { initialInterval: '10 s', backoffCoefficient: 2, maximumInterval: '15 min' },
    priority: { fairnessKey: organizationId },
    summary: `renew the credentials at ${provider}`,
  });
  // a proxy has every name
  return (expiresMs) => (activities[name] as RefreshActivity)({ integrationId, expiresMs });
}
