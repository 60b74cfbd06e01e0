/**
 * Marks one authorization code as expired when its ten minutes are over.
 *
 * Nothing waits for this run: an exchange decides by the row and the database's clock. So an exchange does
 * not end the run early either: that would be one more call and four more events for each code, to save a
 * timer that costs nothing while it waits.
 */
import { proxyActivities, sleep } from '@temporalio/workflow';
import type { CoreActivities } from '../activities/index.ts';
import type { CodeExpiryInput, CodeOutcome } from '../temporal/contract/oauth-code-expiry.ts';
import { WORKFLOW_QUEUE } from '../temporal/contract/queues.ts';
import type { ShortResult } from '../temporal/contract/started-workflows.ts';
import { utcMinute } from '../temporal/contract/words.ts';

const SUMMARY: Readonly<Record<Exclude<CodeOutcome['status'], 'too_early'>, string>> = {
  expired: 'expired',
  exchanged: 'was exchanged',
  burnt: 'was burnt',
  gone: 'went with its app',
};

/** Waits until the code expires by the database's clock, then marks it if it is still unused. */
export async function OAuthCodeExpiryWorkflow({ codeId, expiresMs }: CodeExpiryInput): Promise<ShortResult> {
  // An idempotent database write: retried until the database is there.
  const core = proxyActivities<CoreActivities>({
    taskQueue: WORKFLOW_QUEUE,
    startToCloseTimeout: '30 s',
    retry: { maximumInterval: '1 min' },
    summary: 'close the code if it is still open',
  });
  for (let waitMs = expiresMs - Date.now(); ;) {
    if (waitMs > 0) await sleep(waitMs, { summary: `expires at ${utcMinute(expiresMs)}` });
    const outcome = await core.expireCode({ codeId });
    if (outcome.status !== 'too_early') return { summary: SUMMARY[outcome.status] };
    waitMs = outcome.waitMs;
  }
}
