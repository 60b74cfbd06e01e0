/**
 * What the reconciler does about runs that belong to no post: renewals of credentials, expiry of codes,
 * revocations.
 */
import type { Database, Statement } from '../src/platform/database.ts';
import { renewedElsewhere } from '../src/platform/published-elsewhere.ts';
import { startRun } from '../src/platform/outbox/start-run.ts';
import { refreshWorkflowId } from '../temporal/contract/refresh-token.ts';
import { isRunning } from '../temporal/client.ts';
import type { ActivityDeps } from './deps.ts';
import { NOT_NOTIFIED } from './revoke-tokens.ts';

/** Bounds of one pass. */
const START_LIMIT = 500;
const CHECK_LIMIT = 50;

/** `$1` are the networks that renew credentials. */
const RENEWABLE = `expires_at is not null
      and deleted_at is null
      and not disabled
      and not refresh_needed
      and provider = any($1)
      and not ${renewedElsewhere('organization_id')}`;

// Never started in this store. A channel whose start is still in the outbox is the relay's. One that was
// started in no store was connected before there were renewals, so starting it is no repair.
const WITHOUT_RUN: Statement = {
  name: 'reconcile-renewals-without-run',
  text: `select id, refresh_store_id is not null as lost
    from integration i
    where ${RENEWABLE}
      and refresh_store_id is distinct from $2
      and not exists (
        select 1
        from outbox o
        where o.subject_id = i.id
          and o.kind = 'refresh_token'
          and o.created_at > now() - interval '10 seconds'
      )
    order by expires_at
    limit $3`,
};
// Some networks do not renew what has expired, so a lost run must be found well before.
const TO_CHECK: Statement = {
  name: 'reconcile-check-renewals',
  text: `select id
    from integration
    where ${RENEWABLE}
      and refresh_store_id = $2
      and expires_at < now() + interval '12 hours'
      and (refresh_checked_at is null or refresh_checked_at < now() - interval '30 minutes')
    order by refresh_checked_at nulls first, expires_at
    limit $3`,
};
const CHECKED: Statement = {
  name: 'reconcile-checked-renewals',
  text: 'update integration set refresh_checked_at = now() where id = any($1)',
};

/** Starts the renewals that should run and do not. Returns the channels whose run had been lost. */
export async function reconcileRenewals(
  deps: ActivityDeps,
  storeId: string,
): Promise<{ restarted: string[]; revived: string[]; checked: number }> {
  const networks = [...deps.providers.values()].filter((p) => p.refresh).map((p) => p.identifier);
  const withoutRun = await deps.database.query<{ id: string; lost: boolean }>(WITHOUT_RUN, [
    networks,
    storeId,
    START_LIMIT,
  ]);
  const due = await deps.database.query<{ id: string }>(TO_CHECK, [networks, storeId, CHECK_LIMIT]);
  const gone: string[] = [];
  for (const { id } of due) if (!(await isRunning(deps.temporal, refreshWorkflowId(id)))) gone.push(id);
  const start = async (ids: readonly string[]): Promise<string[]> => {
    const started: string[] = [];
    for (const subjectId of ids) {
      if (await startRun(deps, { kind: 'refresh_token', subjectId }, storeId)) started.push(subjectId);
    }
    return started;
  };
  await start(withoutRun.filter((c) => !c.lost).map((c) => c.id));
  const repaired = {
    restarted: await start(withoutRun.filter((c) => c.lost).map((c) => c.id)),
    revived: await start(gone),
    checked: due.length,
  };
  await deps.database.query(CHECKED, [due.map((c) => c.id)]);
  return repaired;
}

const CLOSE_CODES: Statement = {
  name: 'reconcile-codes',
  text: `update oauth_code
    set state = 'expired'
    where state = 'issued' and expires_at < now() - interval '1 minute'
    returning id`,
};
const ASK_FOR_APPS: Statement = {
  name: 'reconcile-apps',
  text: `insert into outbox (id, kind, subject_id)
    select gen_random_uuid(), 'delete_oauth_app', a.id
    from oauth_app a
    where a.deleted_at < now() - interval '5 minutes'
      and not exists (select 1 from outbox o where o.subject_id = a.id)
      and (
        exists (select 1 from oauth_token t where t.app_id = a.id and t.revoked_at is null)
        or exists (select 1 from oauth_token t where t.app_id = a.id and ${NOT_NOTIFIED})
      )
    limit $1
    returning subject_id`,
};
const ASK_FOR_TOKENS: Statement = {
  name: 'reconcile-tokens',
  text: `insert into outbox (id, kind, subject_id)
    select gen_random_uuid(), 'revoke_token', t.id
    from oauth_token t
    join oauth_app a on a.id = t.app_id and a.deleted_at is null
    where ${NOT_NOTIFIED}
      and t.revoked_at < now() - interval '5 minutes'
      and not exists (select 1 from outbox o where o.subject_id = t.id)
    limit $1
    returning subject_id`,
};

/**
 * Closes codes whose run never came, and asks again for revocations that nobody was notified of. Returns how
 * many there were.
 */
export async function closeOverdue(database: Database): Promise<number> {
  const codes = await database.query(CLOSE_CODES);
  const apps = await database.query(ASK_FOR_APPS, [START_LIMIT]);
  const tokens = await database.query(ASK_FOR_TOKENS, [START_LIMIT]);
  return codes.length + apps.length + tokens.length;
}

// What should have been tried long ago has lost its run, or waits behind many others of its receiver: asking
// again finds a run that is there.
const ASK_FOR_DELIVERIES: Statement = {
  name: 'reconcile-deliveries',
  text: `with
    overdue as (
      select d.id
      from webhook_delivery d
      where d.state = 'pending'
        and coalesce(d.next_at, d.created_at) < now() - interval '2 minutes'
        and (d.checked_at is null or d.checked_at < now() - interval '10 minutes')
        and not exists (select 1 from outbox o where o.subject_id = d.id)
      limit $1
      for update of d skip locked
    ),
    checked as (
      update webhook_delivery d
      set checked_at = now()
      from overdue
      where d.id = overdue.id
    )
    insert into outbox (id, kind, subject_id)
    select gen_random_uuid(), 'deliver_webhook', id
    from overdue`,
};

// Once for each expiry. `$1` are the networks that renew credentials.
const TELL_OF_EXPIRY: Statement = {
  name: 'reconcile-expiry',
  text: `with
    soon as (
      update integration
      set expiry_told = expires_at
      where expires_at > now()
        and expires_at < now() + interval '7 days'
        and expiry_told is distinct from expires_at
        and deleted_at is null
        and not refresh_needed
        and provider <> all($1)
      returning id, organization_id, expires_at
    )
  select emit_webhook_event(organization_id, 'channel.expiring', null, id, null, jsonb_build_object(
    'integration', webhook_channel(id),
    'expiresAt', to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
  from soon`,
};

/** Notifies webhooks of channels whose access ends soon and cannot be renewed. */
export async function notifyOfExpiry({ database, providers }: ActivityDeps): Promise<void> {
  const renewing = [...providers.values()].filter((p) => p.refresh).map((p) => p.identifier);
  await database.query(TELL_OF_EXPIRY, [renewing]);
}

/** Asks again for the runs of deliveries that are overdue: no repair, as most of them are there. */
export async function askForDeliveries(database: Database): Promise<void> {
  await database.query(ASK_FOR_DELIVERIES, [START_LIMIT]);
}
