import { Migration } from '@mikro-orm/migrations';

const OUTBOX_KINDS =
  "'start_group','sync_post','wake_post','oauth_code','revoke_token','delete_oauth_app','refresh_token','end_group'";
const NOTIFICATION_KINDS =
  "'failed','partly_published','unconfirmed','missed','channel_disconnected','frozen','app_deleted','token_revoked'," +
  "'billing','from_v1'";

// v1, or the instance that the organisation has moved to, publishes and notifies of it.
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
 * Webhooks: triggers write down what happens to posts, channels and tokens, in the transaction in which it
 * happens, with a delivery for each webhook that wants it and a message of the outbox that asks for its run.
 * So no change, by any cause, can be without its event. An organisation without webhooks costs one look
 * at a table that is empty for it.
 *
 * The functions keep their search path, because pg_restore loads rows without one.
 */
export class AddWebhooks extends Migration {
  override up(): void {
    this.addSql(`create table webhook (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      name text not null,
      url text not null,
      events text[] check (cardinality(events) > 0),
      channels uuid[] check (cardinality(channels) > 0),
      format text not null default 'crier' check (format in ('crier','postiz')),
      secret text not null,
      old_secret text,
      old_secret_until timestamptz,
      disabled_at timestamptz,
      disabled_reason text,
      failing_since timestamptz,
      created_at timestamptz not null default now(),
      check ((old_secret is null) = (old_secret_until is null)),
      check ((disabled_at is null) = (disabled_reason is null)))`);
    this.addSql('create index on webhook (organization_id)');
    this.addSql(`create table webhook_event (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      type text not null,
      post_id uuid references post on delete set null,
      integration_id uuid references integration on delete set null,
      sequence int,
      data jsonb not null,
      at timestamptz not null default clock_timestamp())`);
    this.addSql('create index on webhook_event (organization_id, at)');
    this.addSql('create index on webhook_event (post_id) where post_id is not null');
    this.addSql('create index on webhook_event (integration_id) where integration_id is not null');
    this.addSql(`create table webhook_delivery (
      id uuid primary key,
      webhook_id uuid not null references webhook on delete cascade,
      event_id uuid not null references webhook_event on delete cascade,
      state text not null default 'pending' check (state in ('pending','delivered','failed')),
      attempts int not null default 0,
      next_at timestamptz,
      status int,
      answer text,
      problem text,
      duration_ms int,
      checked_at timestamptz,
      created_at timestamptz not null default clock_timestamp(),
      settled_at timestamptz,
      check ((state = 'pending') = (settled_at is null)))`);
    this.addSql('create index on webhook_delivery (webhook_id, created_at desc, id)');
    this.addSql('create index on webhook_delivery (event_id)');
    this.addSql("create index webhook_pending on webhook_delivery (webhook_id) where state = 'pending'");

    // The expiry that its organisation was notified of.
    this.addSql('alter table integration add expiry_told timestamptz');
    this.addSql('alter table post add event_sequence int not null default 0');
    this.addSql(`alter table outbox drop constraint outbox_kind_check,
      add constraint outbox_kind_check check (kind in (${OUTBOX_KINDS},'deliver_webhook'))`);
    this.addSql(`alter table notification drop constraint notification_kind_check,
      add constraint notification_kind_check check (kind in (${NOTIFICATION_KINDS},'webhook_disabled'))`);

    this.addSql(`create function wants_webhooks(organization uuid) returns boolean language sql stable
      set search_path from current as $$
        select exists (select 1 from webhook where organization_id = organization and disabled_at is null)
          and not ${PUBLISHED_ELSEWHERE}
      $$`);
    this.addSql(`create function emit_webhook_event(
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
          event as (
            insert into webhook_event (id, organization_id, type, post_id, integration_id, sequence, data)
            select gen_random_uuid(), organization, event_type, post, channel, event_sequence, event_data
            where exists (select 1 from wanted) and not ${PUBLISHED_ELSEWHERE}
            returning id
          ),
          delivery as (
            insert into webhook_delivery (id, webhook_id, event_id)
            select gen_random_uuid(), wanted.id, event.id
            from wanted, event
            returning id
          )
        insert into outbox (id, kind, subject_id)
        select gen_random_uuid(), 'deliver_webhook', id
        from delivery
      $$`);
    this.addSql(`create function webhook_channel(channel uuid) returns jsonb language sql stable
      set search_path from current as $$
        select jsonb_build_object('id', id, 'providerIdentifier', provider, 'name', name)
        from integration
        where id = channel
      $$`);
    this.addSql(`create function webhook_post(changed post, event_type text) returns void language sql
      set search_path from current as $$
        select emit_webhook_event(changed.organization_id, event_type, changed.id, changed.integration_id,
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
          ))
      $$`);
    // Numbered before the row is written, under its own lock: no two events have the same number.
    this.addSql(`create function number_webhook_event() returns trigger language plpgsql
      set search_path from current as $$
      begin
        if wants_webhooks(new.organization_id) then
          new.event_sequence := new.event_sequence + 1;
        end if;
        return new;
      end $$`);
    this.addSql(`create function tell_webhooks_of_post() returns trigger language plpgsql
      set search_path from current as $$
      begin
        perform webhook_post(new, case
          when new.state <> old.state then 'post.' || new.state
          when new.deleted_at is not null then 'post.removed'
          else 'post.changed'
        end);
        return null;
      end $$`);
    this.addSql(`create function tell_webhooks_of_new_posts() returns trigger language plpgsql
      set search_path from current as $$
      begin
        perform webhook_post(post, 'post.scheduled')
        from added
        join post on post.id = added.id
        where added.state = 'scheduled' and added.event_sequence > 0;
        return null;
      end $$`);
    // What goes back to its date after a try, or is claimed for one, has not changed for anybody else.
    const changes = `old.state = 'scheduled' and new.state = 'scheduled'
          and (old.publish_at, old.revision) is distinct from (new.publish_at, new.revision)`;
    this.addSql(`create trigger post_event_numbered before update on post for each row
      when ((new.deleted_at is not null and old.deleted_at is null and old.state <> 'draft')
        or (${changes})
        or (new.state in ('published','partly_published','failed','unconfirmed','missed','cancelled')
          and new.state <> old.state)
        or (new.state = 'scheduled' and old.state not in ('scheduled','publishing','processing')))
      execute function number_webhook_event()`);
    this.addSql(`create trigger post_event_numbered_new before insert on post for each row
      when (new.state = 'scheduled') execute function number_webhook_event()`);
    this.addSql(`create trigger post_told_webhooks after update on post for each row
      when (new.event_sequence > old.event_sequence) execute function tell_webhooks_of_post()`);
    this.addSql(`create trigger new_post_told_webhooks after insert on post referencing new table as added
      for each statement execute function tell_webhooks_of_new_posts()`);

    this.addSql(`create function tell_webhooks_of_channel() returns trigger language plpgsql
      set search_path from current as $$
      declare
        gone boolean := new.deleted_at is not null or new.refresh_needed or new.disabled;
      begin
        if wants_webhooks(new.organization_id) then
          perform emit_webhook_event(new.organization_id,
            case when gone then 'channel.disconnected' else 'channel.connected' end, null, new.id, null,
            jsonb_build_object('integration', webhook_channel(new.id)) || case when gone then
              jsonb_build_object('reason', case
                when new.deleted_at is not null then 'deleted' when new.disabled then 'disabled' else 'expired' end)
              else '{}' end);
        end if;
        return null;
      end $$`);
    this.addSql(`create trigger channel_told_webhooks after update on integration for each row
      when ((new.deleted_at is not null or new.refresh_needed or new.disabled)
        is distinct from (old.deleted_at is not null or old.refresh_needed or old.disabled))
      execute function tell_webhooks_of_channel()`);
    this.addSql(`create trigger new_channel_told_webhooks after insert on integration for each row
      when (new.deleted_at is null and not new.refresh_needed and not new.disabled)
      execute function tell_webhooks_of_channel()`);
    this.addSql(`create function tell_webhooks_of_token() returns trigger language plpgsql
      set search_path from current as $$
      begin
        if wants_webhooks(new.organization_id) then
          perform emit_webhook_event(new.organization_id, 'token.revoked', null, null, null,
            jsonb_build_object('token', jsonb_build_object('id', new.id, 'appId', new.app_id)));
        end if;
        return null;
      end $$`);
    this.addSql(`create trigger token_told_webhooks after update on oauth_token for each row
      when (new.revoked_at is not null and old.revoked_at is null) execute function tell_webhooks_of_token()`);
    this.addSql(`create function tell_webhooks_of_numbers() returns trigger language plpgsql
      set search_path from current as $$
      declare
        organization uuid;
      begin
        select organization_id into organization from integration where id = new.integration_id;
        if wants_webhooks(organization) then
          perform emit_webhook_event(organization, 'numbers.collected', null, new.integration_id, null,
            jsonb_build_object('integration', webhook_channel(new.integration_id)));
        end if;
        return null;
      end $$`);
    this.addSql(`create trigger numbers_told_webhooks after update on numbers_run for each row
      when (new.read_at is distinct from old.read_at and new.problem is null)
      execute function tell_webhooks_of_numbers()`);
  }

  override down(): void {
    for (const [trigger, table] of [
      ['numbers_told_webhooks', 'numbers_run'],
      ['token_told_webhooks', 'oauth_token'],
      ['new_channel_told_webhooks', 'integration'],
      ['channel_told_webhooks', 'integration'],
      ['new_post_told_webhooks', 'post'],
      ['post_told_webhooks', 'post'],
      ['post_event_numbered_new', 'post'],
      ['post_event_numbered', 'post'],
    ]) {
      this.addSql(`drop trigger ${trigger} on ${table}`);
    }
    for (const name of [
      'tell_webhooks_of_numbers()',
      'tell_webhooks_of_token()',
      'tell_webhooks_of_channel()',
      'tell_webhooks_of_new_posts()',
      'tell_webhooks_of_post()',
      'number_webhook_event()',
      'webhook_post(post, text)',
      'webhook_channel(uuid)',
      'emit_webhook_event(uuid, text, uuid, uuid, int, jsonb)',
      'wants_webhooks(uuid)',
    ]) {
      this.addSql(`drop function ${name}`);
    }
    this.addSql("delete from outbox where kind = 'deliver_webhook'");
    this.addSql("delete from notification where kind = 'webhook_disabled'");
    this.addSql(`alter table outbox drop constraint outbox_kind_check,
      add constraint outbox_kind_check check (kind in (${OUTBOX_KINDS}))`);
    this.addSql(`alter table notification drop constraint notification_kind_check,
      add constraint notification_kind_check check (kind in (${NOTIFICATION_KINDS}))`);
    this.addSql('alter table post drop column event_sequence');
    this.addSql('alter table integration drop column expiry_told');
    this.addSql('drop table webhook_delivery, webhook_event, webhook');
  }
}
