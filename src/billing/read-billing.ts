/** An organisation's plan, its limits and its usage. */
import type { Context } from '../platform/context.ts';
import type { Statement } from '../platform/database.ts';
import type { Limits, Plan } from '../platform/plan-list.ts';
import { hasPlans, planNamed } from '../platform/plans.ts';
import { UNCOUNTED_NETWORKS } from './quotas.ts';
import { canSell } from './stripe.ts';

/**
 * Counted by the rules that enforce the limits (billing/quotas.ts, billing/count-posts.ts). Without plans
 * nothing was counted as it was accepted, so the posts of the month are.
 */
const READ: Statement = {
  name: 'billing-read',
  text: `select o.plan, o.billing_status as status, to_char(now() at time zone 'utc', 'YYYY-MM') as month,
      (select count(*)::int from integration i where i.organization_id = o.id and i.deleted_at is null and i.provider <> all ($2::text[])) as channels,
      case when $3::boolean
        then coalesce((select u.posts from usage u where u.organization_id = o.id and u.month = date_trunc('month', now() at time zone 'utc')::date), 0)
        else (select count(*)::int from post p where p.organization_id = o.id and p.state <> 'draft' and p.created_at >= date_trunc('month', now() at time zone 'utc') at time zone 'utc')
      end as posts,
      (select count(*)::int from membership m where m.organization_id = o.id) as members,
      (select ceil(coalesce(sum(f.size), 0) / 1e6)::float8 from media f where f.organization_id = o.id and f.deleted_at is null) as "storageMb"
    from organization o where o.id = $1`,
};
const UNLIMITED: Limits = {
  channels: null,
  postsPerMonth: null,
  members: null,
  webhooks: null,
  storageMb: null,
};

interface Used {
  readonly plan: string | null;
  readonly status: string | null;
  readonly month: string;
  readonly channels: number;
  readonly posts: number;
  readonly members: number;
  readonly storageMb: number;
}

/** The answer of GET /billing. Without plans: `enabled` false, no limits, usage only. */
export async function readBilling(
  { database, config }: Pick<Context, 'database' | 'config'>,
  organizationId: string,
) {
  const [row] = await database.query<Used>(READ, [organizationId, UNCOUNTED_NETWORKS, hasPlans(config)]);
  if (!row) throw new Error('the organisation of a session exists');
  const { channels, posts, members, storageMb, month, status } = row;
  const plan = planNamed(config, row.plan);
  return {
    enabled: hasPlans(config),
    plan: plan?.name ?? null,
    status: plan ? status : null,
    limits: plan?.limits ?? UNLIMITED,
    used: { channels, posts, members, storageMb },
    month,
    plans: config.CRIER_PLANS.map((one) => present(one, canSell(config))),
  };
}

const present = ({ name, label, limits, stripePrice }: Plan, sells: boolean) => ({
  name,
  label,
  limits,
  purchasable: sells && stripePrice !== null,
});
