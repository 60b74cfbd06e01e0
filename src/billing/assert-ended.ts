/** A subscription must be ended before its organisation is deleted: Stripe would keep charging for it. */
import type { Context } from '../platform/context.ts';
import type { EntityManager } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import { canSell } from './stripe.ts';
import { LIVE } from './subscriptions.ts';

/**
 * Called under the lock of the organisation's row. Does not ask Stripe when nothing is sold.
 *
 * @throws ApiError `subscription_runs`
 */
export async function assertNoSubscription(
  { config }: Pick<Context, 'config'>,
  tx: EntityManager,
  organizationId: string,
): Promise<void> {
  if (!canSell(config)) return;
  const running = await tx.execute<unknown[]>(
    'select 1 from organization where id = ? and billing_status = any (?::text[])',
    [organizationId, `{${LIVE.join(',')}}`],
  );
  if (running.length) throw new ApiError('subscription_runs');
}
