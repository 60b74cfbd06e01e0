/** What organisations have paid for: v1's tiers become plans of this instance, by their names. */
import { idHere } from '../id-here.ts';
import { textOf, timeOf } from '../map/values.ts';
import type { CopyKind } from './kind.ts';
import { common } from './people.ts';

// A subscription that was bought here since is Stripe's word, and stays.
const SET = `update organization o set plan = s.plan from jsonb_to_recordset(?::jsonb) as s(id uuid, plan text)
  where o.id = s.id and o.billing_subscription_id is null`;
const UNSET = `update organization o set plan = null from legacy_id l
  where l.kind = 'subscription' and l.id in (select value::uuid from jsonb_array_elements_text(?::jsonb))
    and o.id = l.organization_id and o.billing_subscription_id is null`;

/**
 * `STANDARD` becomes the plan `standard`. An instance without plans limits nothing, and needs none of them.
 */
export const subscriptions: CopyKind = {
  kind: 'subscription',
  table: 'Subscription',
  organizationOf: common.organizationOf,
  isWanted: ({ context }) => context.config.CRIER_PLANS.length > 0,
  isLive: (record) => common.isLive(record) && !(Date.parse(timeOf(record.row.cancelAt) ?? '') < Date.now()),
  async write(tx, { sourceId, context }, records) {
    const mapped = records.map(({ id, row }) => {
      const plan = textOf(row.subscriptionTier).toLowerCase();
      return {
        legacyId: id,
        id: idHere(sourceId, 'subscription', id),
        organizationId: idHere(sourceId, 'organization', textOf(row.organizationId)),
        plan: context.config.CRIER_PLANS.some(({ name }) => name === plan) ? plan : null,
        problem: `CRIER_PLANS has no plan "${plan}": the organisation has the default plan`,
      };
    });
    const plans = mapped.map(({ organizationId, plan }) => ({ id: organizationId, plan }));
    await tx.execute(SET, [JSON.stringify(plans)]);
    return mapped.map(({ plan, problem, ...known }) => ({
      ...known,
      problem: plan ? null : problem,
      // The operator may add it to CRIER_PLANS.
      retry: plan === null,
    }));
  },
  async remove(tx, ids) {
    await tx.execute(UNSET, [JSON.stringify(ids)]);
  },
};
