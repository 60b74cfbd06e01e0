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

const instantOf = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * The functions that write the events of webhooks do what they did, in PL/pgSQL: it keeps the plans of its
 * statements for as long as a connection lives, where a function in SQL plans again in each statement that
 * calls it. A create of a post calls four of them.
 */
export class CacheWebhookPlans extends Migration {
  override up(): void {
    this.addSql(`create or replace function wants_webhooks(organization uuid)
      returns boolean language plpgsql stable set search_path from current as $$
      begin
        return (
            exists (select 1 from webhook where organization_id = organization and disabled_at is null)
            or exists (select 1 from webhook_listener where organization_id = organization)
          )
          and not ${PUBLISHED_ELSEWHERE};
      end $$`);
    this.addSql(`create or replace function webhook_channel(channel uuid)
      returns jsonb language plpgsql stable set search_path from current as $$
      begin
        return (
          select jsonb_build_object('id', id, 'providerIdentifier', provider, 'name', name)
          from integration
          where id = channel
        );
      end $$`);
    this.addSql(`create or replace function emit_webhook_event(
        organization uuid, event_type text, post uuid, channel uuid, event_sequence int, event_data jsonb
      ) returns void language plpgsql set search_path from current as $$
      begin
        with
          wanted as (
            select w.id
            from webhook w
            where w.organization_id = organization
              and w.disabled_at is null
              and (w.events is null or event_type = any(w.events))
              and (w.channels is null or channel = any(w.channels))
          ),
          listening as (
            select l.id
            from webhook_listener l
            where l.organization_id = organization
              and (l.events is null or event_type = any(l.events))
              and (l.channels is null or channel = any(l.channels))
          ),
          event as (
            insert into webhook_event (id, organization_id, type, post_id, integration_id, sequence, data)
            select gen_random_uuid(), organization, event_type, post, channel, event_sequence, event_data
            where (exists (select 1 from wanted) or exists (select 1 from listening))
              and not ${PUBLISHED_ELSEWHERE}
            returning id
          ),
          heard as (
            insert into webhook_listener_event (listener_id, event_id)
            select listening.id, event.id
            from listening, event
          ),
          delivery as (
            insert into webhook_delivery (id, webhook_id, event_id)
            select gen_random_uuid(), wanted.id, event.id
            from wanted, event
            returning id
          )
        insert into outbox (id, kind, subject_id)
        select gen_random_uuid(), 'deliver_webhook', delivery.id
        from delivery;
      end $$`);
    this.addSql(`create or replace function webhook_post(changed post, event_type text)
      returns void language plpgsql set search_path from current as $$
      begin
        perform emit_webhook_event(changed.organization_id, event_type, changed.id, changed.integration_id,
          changed.event_sequence,
          jsonb_build_object(
            'post', jsonb_build_object(
              'id', changed.id,
              'group', coalesce(changed.own_group, changed.public_group::text),
              'status', changed.state,
              'publishDate', ${instantOf('changed.publish_at')},
              'publishedAt', ${instantOf('changed.published_at')},
              'latenessMs', changed.lateness_ms,
              'releaseId', changed.release_id,
              'releaseURL', changed.release_url,
              'revision', changed.revision,
              'error', case when changed.error_code is not null then
                jsonb_build_object('code', changed.error_code, 'message', changed.error) end
            ),
            'integration', webhook_channel(changed.integration_id)
          ));
      end $$`);
  }

  /** The functions stay: only where their plans are kept has changed. */
  override down(): void {}
}
