import { Migration } from '@mikro-orm/migrations';

// As in the migration that adds webhooks.
const PUBLISHED_ELSEWHERE = `(
            exists (
              select 1 from v1_organization o
              where o.organization_id = organization
                and (o.publishes = 'v1' or jsonb_exists(o.detail, 'restoredAt'))
            )
            or exists (select 1 from organization o where o.id = organization and o.moved_at is not null)
          )`;

/** Who gets the events of one organisation, with listeners or, as before, without. */
interface Receivers {
  readonly listeners: boolean;
}

const wants = ({
  listeners,
}: Receivers): string => `create or replace function wants_webhooks(organization uuid)
      returns boolean language sql stable set search_path from current as $$
        select (
            exists (select 1 from webhook where organization_id = organization and disabled_at is null)
            ${listeners ? 'or exists (select 1 from webhook_listener where organization_id = organization)' : ''}
          )
          and not ${PUBLISHED_ELSEWHERE}
      $$`;

const emit = ({ listeners }: Receivers): string => `create or replace function emit_webhook_event(
        organization uuid, event_type text, post uuid, channel uuid, event_sequence int, event_data jsonb
      ) returns void language sql set search_path from current as $$
        with
          wanted as (
            select w.id
            from webhook w
            where w.organization_id = organization
              and w.disabled_at is null
              and (w.events is null or event_type = any(w.events))
              and (w.channels is null or channel = any(w.channels))
          ),
          ${
            listeners
              ? `listening as (
            select l.id
            from webhook_listener l
            where l.organization_id = organization
              and (l.events is null or event_type = any(l.events))
              and (l.channels is null or channel = any(l.channels))
          ),`
              : ''
          }
          event as (
            insert into webhook_event (id, organization_id, type, post_id, integration_id, sequence, data)
            select gen_random_uuid(), organization, event_type, post, channel, event_sequence, event_data
            where (exists (select 1 from wanted)${listeners ? ' or exists (select 1 from listening)' : ''})
              and not ${PUBLISHED_ELSEWHERE}
            returning id
          ),
          ${
            listeners
              ? `heard as (
            insert into webhook_listener_event (listener_id, event_id)
            select listening.id, event.id
            from listening, event
          ),`
              : ''
          }
          delivery as (
            insert into webhook_delivery (id, webhook_id, event_id)
            select gen_random_uuid(), wanted.id, event.id
            from wanted, event
            returning id
          )
        insert into outbox (id, kind, subject_id)
        select gen_random_uuid(), 'deliver_webhook', id
        from delivery
      $$`;

/**
 * Listeners: terminals that fetch the events of an organisation. What happens is written down for them as for
 * webhooks, in the transaction of the change; nothing is sent, so there is neither a delivery nor a run.
 */
export class ListenToWebhooks extends Migration {
  override up(): void {
    this.addSql(`create table webhook_listener (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      events text[] check (cardinality(events) > 0),
      channels uuid[] check (cardinality(channels) > 0),
      asked_at timestamptz not null default now())`);
    this.addSql('create index on webhook_listener (organization_id)');
    this.addSql(`create table webhook_listener_event (
      listener_id uuid not null references webhook_listener on delete cascade,
      event_id uuid not null references webhook_event on delete cascade,
      primary key (listener_id, event_id))`);
    this.addSql('create index on webhook_listener_event (event_id)');
    // For whom the app acted that made or changed it last, if it was one: it ends with the app's access.
    this.addSql(`alter table webhook
      add app_id uuid references oauth_app on delete cascade,
      add app_user_id uuid references user_account on delete cascade,
      add check ((app_id is null) = (app_user_id is null))`);
    this.addSql('create index on webhook (app_id) where app_id is not null');
    this.addSql('create index on webhook (app_user_id) where app_user_id is not null');
    this.addSql(wants({ listeners: true }));
    this.addSql(emit({ listeners: true }));
  }

  override down(): void {
    this.addSql(wants({ listeners: false }));
    this.addSql(emit({ listeners: false }));
    this.addSql('drop table webhook_listener_event, webhook_listener');
    this.addSql('alter table webhook drop column app_id, drop column app_user_id');
  }
}
