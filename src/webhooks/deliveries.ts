/** The log of deliveries, and sending an event again. */
import { randomUUID } from 'node:crypto';
import type { Context } from '../platform/context.ts';
import type { Caller } from '../http/types.ts';
import { askForRun } from '../platform/outbox/runs.ts';
import { queryInside, type EntityManager, type Statement } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import { readCursor, writeCursor } from '../posts/read/post-cursor.ts';
import { OLD_IDS, presentEvent, presentAsPostiz, type EventRecord } from './present-event.ts';
import { presentDelivery, presentWebhook, type DeliveryRow, type WebhookRow } from './present-webhook.ts';
import { MAX_WAITING } from './backlog.ts';
import { lockOwn, ownedBy } from './webhooks.ts';
import { missing } from '../platform/missing.ts';

type Deps = Pick<Context, 'database'>;
type Of = Pick<Caller, 'organizationId'>;

const msOf = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;
const WEBHOOK = `select w.id, w.organization_id as "organizationId", w.name, w.url, w.events, w.channels, w.format, ${msOf('w.created_at')} as "createdMs",
    ${msOf('w.disabled_at')} as "disabledMs", w.disabled_reason as "disabledReason",
    ${msOf('w.failing_since')} as "failingMs",
    ${msOf('case when w.old_secret_until > now() then w.old_secret_until end')} as "oldSecretMs",
    ${msOf('w.full_since')} as "fullMs", waiting.pending, ${msOf('waiting.oldest')} as "oldestMs"
  from webhook w
  cross join lateral (
    select count(*)::int as pending, min(d.created_at) as oldest
    from webhook_delivery d
    where d.webhook_id = w.id and d.state = 'pending'
  ) waiting`;
const LIST: Statement = {
  name: 'webhooks-list',
  text: `${WEBHOOK} where w.organization_id = $1 order by w.created_at desc, w.id`,
};
const ONE: Statement = { name: 'webhooks-one', text: `${WEBHOOK} where w.id = $1` };
// A cursor has whole milliseconds: the delivery itself, unless it is gone, shows where exactly the page
// ended.
const DELIVERIES: Statement = {
  name: 'webhook-deliveries',
  text: `select d.id, d.event_id as "eventId", e.type, e.post_id as "postId", e.sequence, d.state, d.attempts, d.status,
      d.answer, d.problem, d.problem_code as "problemCode", d.problem_params as "problemParams", d.duration_ms as "durationMs", ${msOf('d.created_at')} as "createdMs",
      case when d.state = 'pending' then ${msOf('d.next_at')} end as "nextMs", ${msOf('d.settled_at')} as "settledMs",
      w.format, e.organization_id as "organizationId", e.data, ${msOf('e.at')} as "atMs",
      i.content, c.picture, ${OLD_IDS}
    from webhook_delivery d
    join webhook w on w.id = d.webhook_id
    join webhook_event e on e.id = d.event_id
    left join post_item i on i.post_id = e.post_id and i.position = 0
    left join integration c on c.id = e.integration_id
    where d.webhook_id = $1
      and ($2::text is null or d.state = $2)
      and ($3::timestamptz is null or (d.created_at, d.id) <
        (coalesce((select l.created_at from webhook_delivery l where l.id = $4::uuid), $3), $4))
    order by d.created_at desc, d.id desc
    limit $5`,
};
const ROOM: Statement = {
  name: 'webhook-room',
  text: `select case when w.full_since is null then ${MAX_WAITING} - (
        select count(*)::int from webhook_delivery d where d.webhook_id = w.id and d.state = 'pending'
      ) else 0 end as room
    from webhook w
    where w.id = $1`,
};
/** `$2` = this one, or else, oldest first, at most `$5` since `$3`: the failed ones, or with `$4` all. */
const AGAIN: Statement = {
  name: 'webhook-resend',
  text: `with
    again as (
      update webhook_delivery
      set state = 'pending', attempts = 0, next_at = now(), checked_at = null, settled_at = null
      where id = any(array(
        select id
        from webhook_delivery
        where webhook_id = $1 and state <> 'pending' and ($2::uuid is null or id = $2)
          and ($3::timestamptz is null or created_at >= $3 and ($4 or state = 'failed'))
        order by created_at, id
        limit $5
      ))
      returning id, created_at
    ),
    asked as (
      insert into outbox (id, kind, subject_id)
      select gen_random_uuid(), 'deliver_webhook', id
      from again
    )
  select count(*)::int as deliveries, ${msOf('max(created_at)')} as last from again`,
};
const TEST_EVENT: Statement = {
  name: 'webhook-test-event',
  text: `with event as (
      insert into webhook_event (id, organization_id, type, data)
      values ($1, $2, 'webhook.test', '{"message": "Hello from Crier"}')
      returning id
    )
    insert into webhook_delivery (id, webhook_id, event_id)
    select $3, $4, id from event`,
};

/** Newest first. */
export async function listWebhooks({ database }: Deps, { organizationId }: Of) {
  return (await database.query<WebhookRow>(LIST, [organizationId])).map(presentWebhook);
}

/** @throws ApiError `webhook_not_found`, `foreign_resource` */
export async function readWebhook({ database }: Deps, { organizationId }: Of, id: string) {
  const [row] = await database.query<WebhookRow & { organizationId: string }>(ONE, [id]);
  return presentWebhook(ownedBy(organizationId, id, row));
}

/**
 * A page of deliveries, newest first, with what was sent and the receiver's answer.
 *
 * @throws ApiError `webhook_not_found`, `foreign_resource`, `invalid_cursor`
 */
export async function listDeliveries(deps: Deps, ref: Of, { id, state, cursor, limit }: DeliveryFilter) {
  await readWebhook(deps, ref, id);
  const from = cursor ? readCursor(cursor) : undefined;
  const rows = await deps.database.query<DeliveryRow & EventRecord & { format: 'crier' | 'postiz' }>(
    DELIVERIES,
    [id, state ?? null, from?.publishAt ?? null, from?.id ?? null, limit + 1],
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    deliveries: page.map(({ format, organizationId, data, atMs, content, picture, ...rest }) => {
      const { oldPostId, oldChannelId, ...row } = rest;
      const known = { oldPostId, oldChannelId };
      const event = { ...row, id: row.eventId, organizationId, data, atMs, content, picture, ...known };
      const request = format === 'postiz' ? presentAsPostiz(event) : presentEvent(event);
      return presentDelivery({ ...row, request });
    }),
    nextCursor:
      last && rows.length > limit ? writeCursor({ publishAt: new Date(last.createdMs), id: last.id }) : null,
  };
}

export interface DeliveryFilter {
  readonly id: string;
  readonly state?: 'pending' | 'delivered' | 'failed';
  readonly cursor?: string;
  readonly limit: number;
}

/**
 * Sends one delivery again, with the id of its event.
 *
 * @throws ApiError `webhook_not_found`, `foreign_resource`, `delivery_not_found`, `webhook_disabled`,
 *   `webhook_backlog_full`
 */
export async function resendDelivery(
  { database }: Deps,
  ref: Of,
  { id, deliveryId }: { readonly id: string; readonly deliveryId: string },
): Promise<void> {
  await database.fork().transactional(async (tx) => {
    await lockWithRoom(tx, ref, id);
    const [known] = await tx.execute<object[]>(
      'select 1 from webhook_delivery where id = ? and webhook_id = ?',
      [deliveryId, id],
    );
    if (!known) throw missing('delivery', deliveryId);
    await queryInside(tx, AGAIN, [id, deliveryId, null, true, 1]);
  });
}

/**
 * Sends past events again: those that failed, or for a receiver that has lost what it took, all of them.
 * Oldest first, as many as there is room for.
 *
 * @returns how many, and where to go on if there are more
 * @throws ApiError `webhook_not_found`, `foreign_resource`, `webhook_disabled`, `webhook_backlog_full`
 */
export async function resendSince(
  { database }: Deps,
  ref: Of,
  { id, since, which }: { readonly id: string; readonly since: Date; readonly which: 'failed' | 'all' },
): Promise<{ readonly deliveries: number; readonly next: string | null }> {
  return database.fork().transactional(async (tx) => {
    const room = await lockWithRoom(tx, ref, id);
    const [again] = await queryInside<{ deliveries: number; last: number | null }>(tx, AGAIN, [
      id,
      null,
      since,
      which === 'all',
      room,
    ]);
    const { deliveries = 0, last = null } = again ?? {};
    return { deliveries, next: deliveries === room && last !== null ? new Date(last).toISOString() : null };
  });
}

/**
 * Sends an event of the type `webhook.test`, for webhooks of any events.
 *
 * @returns the id of its delivery
 * @throws ApiError `webhook_not_found`, `foreign_resource`, `webhook_disabled`, `webhook_backlog_full`
 */
export async function sendTestEvent({ database }: Deps, ref: Of, id: string): Promise<string> {
  const deliveryId = randomUUID();
  await database.fork().transactional(async (tx) => {
    await lockWithRoom(tx, ref, id);
    await queryInside(tx, TEST_EVENT, [randomUUID(), ref.organizationId, deliveryId, id]);
    await askForRun(tx, 'deliver_webhook', deliveryId);
  });
  return deliveryId;
}

/** Locks a webhook to which something can be sent. @returns how many deliveries may still be made to wait */
async function lockWithRoom(tx: EntityManager, ref: Of, id: string): Promise<number> {
  const { disabled } = await lockOwn(tx, ref, id);
  if (disabled) throw new ApiError('webhook_disabled');
  const [row] = await queryInside<{ room: number }>(tx, ROOM, [id]);
  const room = row?.room ?? 0;
  if (room <= 0) throw new ApiError('webhook_backlog_full');
  return room;
}
