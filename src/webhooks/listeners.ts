/**
 * Listeners: a developer of a receiver fetches the events of the organisation, instead of having them sent to
 * a URL that anybody can reach. Events are kept for a listener until it confirms that it has taken them.
 */
import { randomUUID } from 'node:crypto';
import { assertWebhookQuota } from '../billing/quotas.ts';
import type { Context } from '../platform/context.ts';
import type { WebhookEventType } from '../platform/entities/events.ts';
import type { Caller } from '../http/types.ts';
import { recordAudit } from '../platform/audit.ts';
import { queryInside, type EntityManager, type Statement } from '../platform/database.ts';
import { lockOrganization } from '../platform/organization-lock.ts';
import { presentEvent, type BareEvent } from './present-event.ts';
import { assertChannels, invalid, listOf } from './webhooks.ts';
import { sentence } from '../platform/sentences.ts';
import { foreign, missing } from '../platform/missing.ts';

type Deps = Pick<Context, 'database' | 'config' | 'publicUrl'>;
type By = Pick<Caller, 'organizationId' | 'userId'>;

const MAX = 10;
/** Few, so that even a slow receiver is through with them long before the listener is deleted. */
const EVENTS_AT_A_TIME = 10;

const INSERT: Statement = {
  name: 'listener-insert',
  text: 'insert into webhook_listener (id, organization_id, events, channels) values ($1, $2, $3, $4)',
};
const ASKED: Statement = {
  name: 'listener-asked',
  text: 'update webhook_listener set asked_at = now() where id = $1 returning organization_id as "organizationId"',
};
const DELETE: Statement = { name: 'listener-delete', text: 'delete from webhook_listener where id = $1' };
/** `$2` = these, `null` = all of them. An event that was kept for this listener alone goes with it. */
const TAKE: Statement = {
  name: 'listener-take',
  text: `with taken as (
      delete from webhook_listener_event
      where listener_id = $1 and ($2::uuid[] is null or event_id = any($2::uuid[]))
      returning event_id
    )
    delete from webhook_event e
    using taken
    where e.id = taken.event_id
      and not exists (select 1 from webhook_delivery d where d.event_id = e.id)
      and not exists (select 1 from webhook_listener_event l where l.event_id = e.id and l.listener_id <> $1)`,
};
const NEXT: Statement = {
  name: 'listener-next',
  text: `select e.id, e.organization_id as "organizationId", e.type, e.sequence, e.data,
      (extract(epoch from e.at) * 1000)::float8 as "atMs"
    from webhook_listener_event l
    join webhook_event e on e.id = l.event_id
    where l.listener_id = $1
    order by e.at, e.id
    limit ${EVENTS_AT_A_TIME}`,
};

/** Which events are kept for a listener; `null` = all of them. */
export interface ListenerFilter {
  readonly events?: readonly WebhookEventType[] | null;
  readonly channels?: readonly string[] | null;
}

/**
 * Keeps events from now on.
 *
 * @returns its id
 * @throws ApiError `invalid_request`, `quota_exceeded`: a plan without webhooks has no listeners either
 */
export async function createListener(
  deps: Deps,
  by: By,
  { events = null, channels = null }: ListenerFilter,
): Promise<string> {
  const id = randomUUID();
  const { organizationId, userId = null } = by;
  await deps.database.fork().transactional(async (tx) => {
    await lockOrganization(tx, organizationId);
    const [row] = await tx.execute<{ count: number }[]>(
      'select count(*)::int as count from webhook_listener where organization_id = ?',
      [organizationId],
    );
    const used = row?.count ?? 0;
    await assertWebhookQuota(deps, tx, { organizationId, count: () => Promise.resolve(used) });
    if (used >= MAX) {
      throw invalid({ path: '', ...sentence('too_many_listeners', { most: MAX }) });
    }
    await assertChannels(tx, by, channels);
    await queryInside(tx, INSERT, [id, organizationId, listOf(events), listOf(channels)]);
    await recordAudit(tx, {
      organizationId,
      userId,
      kind: 'webhook_listener_made',
      subjectId: id,
      detail: { events, channels },
    });
  });
  return id;
}

/**
 * Forgets the events that were taken.
 *
 * @returns the next ones, oldest first, as they would be sent to a webhook; the same ones until they are
 * taken
 * @throws ApiError `listener_not_found`, `foreign_resource`
 */
export function takeEvents(
  { database }: Pick<Deps, 'database'>,
  by: Pick<By, 'organizationId'>,
  { id, taken }: { readonly id: string; readonly taken: readonly string[] },
): Promise<HeardEvent[]> {
  return database.fork().transactional(async (tx) => {
    await assertOwn(tx, by, id);
    if (taken.length) await queryInside(tx, TAKE, [id, listOf(taken)]);
    return (await queryInside<BareEvent>(tx, NEXT, [id])).map(presentEvent);
  });
}

/** An event as it would be sent to a webhook. */
export type HeardEvent = ReturnType<typeof presentEvent>;

/** With what was kept for it. @throws ApiError `listener_not_found`, `foreign_resource` */
export async function deleteListener(
  { database }: Pick<Deps, 'database'>,
  by: Pick<By, 'organizationId'>,
  id: string,
): Promise<void> {
  await database.fork().transactional(async (tx) => {
    await assertOwn(tx, by, id);
    await queryInside(tx, TAKE, [id, null]);
    await queryInside(tx, DELETE, [id]);
  });
}

/** Notes that a listener is there, since it asks; one of another organisation is left as it was. */
async function assertOwn(
  tx: EntityManager,
  { organizationId }: Pick<By, 'organizationId'>,
  id: string,
): Promise<void> {
  const [row] = await queryInside<{ organizationId: string }>(tx, ASKED, [id]);
  if (!row) throw missing('listener', id);
  if (row.organizationId !== organizationId) throw foreign('listener', id);
}
