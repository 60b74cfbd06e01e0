/**
 * Follows up on a revocation. The rows marked the tokens as revoked before this run started, and every
 * request reads the rows. This run writes the audit log and the notifications, batch by batch, and revokes
 * any token that a race left valid.
 */
import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { CoreActivities } from '../activities/index.ts';
import { WORKFLOW_QUEUE } from '../temporal/contract/queues.ts';
import type { ShortResult } from '../temporal/contract/started-workflows.ts';
import type { RevocationInput } from '../temporal/contract/token-revocation.ts';

/** The run of an app with more tokens continues as a new one. The rows record which tokens are left. */
const BATCHES_PER_RUN = 50;

/** Ends when every token of the app (or the one token) has been reported. */
export async function TokenRevocationWorkflow(input: RevocationInput): Promise<ShortResult> {
  // Idempotent database writes: retried until the database is there.
  const core = proxyActivities<CoreActivities>({
    taskQueue: WORKFLOW_QUEUE,
    startToCloseTimeout: '1 min',
    retry: { maximumInterval: '1 min' },
    summary: 'revoke and report the next tokens',
  });
  const target = 'appId' in input ? { appId: input.appId } : { tokenId: input.tokenId };
  for (let batch = 0; batch < BATCHES_PER_RUN && !workflowInfo().continueAsNewSuggested; batch++) {
    const revoked = await core.revokeTokens(target);
    if (!revoked.more) {
      return {
        summary:
          revoked.tokens === 0
            ? 'no token to revoke'
            : `${revoked.tokens} token${revoked.tokens === 1 ? '' : 's'} revoked`,
      };
    }
  }
  return continueAsNew<typeof TokenRevocationWorkflow>(input);
}
