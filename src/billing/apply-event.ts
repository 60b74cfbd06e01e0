/** Applies Stripe events to an organisation's plan: each at most once, in any order. */
import { recordAudit } from '../platform/audit.ts';
import type { EntityManager } from '../platform/database.ts';
import type { Context } from '../platform/context.ts';
import { readFact, type BillingEvent, type BillingFact } from './read-event.ts';
import { LIVE, follow, newsOf, type Subscription } from './subscriptions.ts';

/** The effect of an event: it changed something, changed nothing, or had been received before. */
export type EventOutcome = 'applied' | 'ignored' | 'repeated';

// A second delivery waits here for the first to commit, and does the work if that one fails.
const REMEMBER =
  'insert into billing_event (id, type, created) values (?, ?, to_timestamp(?::float8)) on conflict do nothing returning id';
const ORGANIZATION = 'select id, plan from organization where billing_customer_id = ? for no key update';
const KNOWN =
  'select plan, status, period_end as "periodEnd", changed_at as "changedAt" from billing_subscription where id = ? and organization_id = ?';
const KEEP = `insert into billing_subscription (id, organization_id, plan, status, period_end, changed_at) values (?, ?, ?, ?, ?, ?)
  on conflict (id) do update set plan = excluded.plan, status = excluded.status, period_end = excluded.period_end, changed_at = excluded.changed_at`;
// Of several subscriptions, the active one that changed last; without an active one, the one that changed
// last.
const SUM_UP = `with last as (
    select s.*, s.status = any (?::text[]) as live from billing_subscription s where s.organization_id = ? order by live desc, s.changed_at desc limit 1)
  update organization o set plan = case when last.live then last.plan end, billing_status = last.status, billing_subscription_id = last.id, billing_period_end = last.period_end,
    billing_changed_at = greatest(o.billing_changed_at, last.changed_at) from last where o.id = last.organization_id returning o.plan`;
const NOTIFY = "insert into notification (organization_id, kind, content) values (?, 'billing', ?)";

/**
 * Applies an event in one transaction with its id, so that a second delivery changes nothing. Events of
 * unknown customers are recorded and ignored.
 *
 * @throws Error when the database fails; nothing was stored then, and Stripe delivers the event again
 */
export async function applyEvent(
  { database, config, log }: Pick<Context, 'database' | 'config' | 'log'>,
  event: BillingEvent,
): Promise<EventOutcome> {
  return database.fork().transactional(async (tx) => {
    if (!(await tx.execute<unknown[]>(REMEMBER, [event.id, event.type, event.created])).length) {
      return 'repeated';
    }
    const fact = readFact(event);
    if (!fact) return 'ignored';
    const [organization] = await tx.execute<{ id: string; plan: string | null }[]>(ORGANIZATION, [
      fact.customerId,
    ]);
    if (!organization) return 'ignored';
    const before = await readSubscription(tx, organization.id, fact.subscriptionId);
    const after = follow(config, before, fact);
    if (!after) return 'ignored';
    if (after.plan === null) {
      log.error(
        { subscription: fact.subscriptionId },
        'the price of a subscription belongs to no plan of CRIER_PLANS: the organisation has the default plan',
      );
    }
    await tx.execute(KEEP, [
      fact.subscriptionId,
      organization.id,
      after.plan,
      after.status,
      after.periodEnd,
      after.changedAt,
    ]);
    await sumUp(tx, organization, fact);
    const news = newsOf(before, after);
    if (news) await tx.execute(NOTIFY, [organization.id, news]);
    return 'applied';
  });
}

async function readSubscription(
  tx: EntityManager,
  organizationId: string,
  id: string,
): Promise<Subscription | undefined> {
  const [row] = await tx.execute<Subscription[]>(KNOWN, [id, organizationId]);
  return (
    row && { ...row, periodEnd: row.periodEnd && new Date(row.periodEnd), changedAt: new Date(row.changedAt) }
  );
}

async function sumUp(
  tx: EntityManager,
  organization: { readonly id: string; readonly plan: string | null },
  fact: BillingFact,
): Promise<void> {
  const [row] = await tx.execute<{ plan: string | null }[]>(SUM_UP, [`{${LIVE.join(',')}}`, organization.id]);
  const plan = row?.plan ?? null;
  if (plan === organization.plan) return;
  // The buyer may have left; later changes come from anybody who can open Stripe's page.
  const boughtBy = 'boughtBy' in fact && organization.plan === null ? fact.boughtBy : null;
  const [user] = boughtBy
    ? await tx.execute<{ id: string }[]>('select id from user_account where id::text = ?', [boughtBy])
    : [];
  await recordAudit(tx, {
    organizationId: organization.id,
    userId: user?.id ?? null,
    kind: 'plan_changed',
    detail: { from: organization.plan, to: plan },
  });
}
