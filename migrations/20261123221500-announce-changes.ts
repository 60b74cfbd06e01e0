import { Migration } from '@mikro-orm/migrations';

/**
 * Announces changes of what people watch in the web app on the channel `crier`: ids only, so that nothing
 * reaches people who may not see it.
 *
 * It costs nothing while nobody watches: a commit with a NOTIFY takes a lock of the whole server, so without
 * a fresh row in `live_reader` nothing is announced. A full queue would make the commit fail, so from half of
 * it on nothing is announced either. The claim of a post, the busiest change, is not announced: its result a
 * moment later is. The functions keep their search path, because pg_restore loads rows without one.
 */
export class AnnounceChanges extends Migration {
  override up(): void {
    // One row for each process that passes changes on, renewed while it does.
    this.addSql(
      'create unlogged table live_reader (id uuid primary key, seen_at timestamptz not null default now())',
    );
    this
      .addSql(`create function announce(organization uuid, kind text, id uuid) returns void language plpgsql set search_path from current as $$
      begin
        if exists (select 1 from live_reader where seen_at > now() - interval '1 minute')
          and pg_notification_queue_usage() < 0.5
        then
          perform pg_notify('crier', json_build_object('organizationId', organization, 'kind', kind, 'id', id)::text);
        end if;
      end $$`);
    this.addSql(`create function announce_row() returns trigger language plpgsql
      set search_path from current as $$
      begin
        perform announce(new.organization_id, tg_argv[0], new.id);
        return null;
      end $$`);
    // Many rows of one statement are one change of the list.
    this.addSql(`create function announce_new_posts() returns trigger language plpgsql
      set search_path from current as $$
      begin
        perform announce(added.organization_id, 'post', null) from (select distinct organization_id from added) added;
        return null;
      end $$`);
    this.addSql(`create function announce_freeze() returns trigger language plpgsql
      set search_path from current as $$
      begin
        perform announce(new.id, 'instance', null);
        return null;
      end $$`);
    this.addSql(`create function announce_instance() returns trigger language plpgsql
      set search_path from current as $$
      begin
        perform announce(null, 'instance', null);
        return null;
      end $$`);
    this.addSql(`create function announce_session() returns trigger language plpgsql
      set search_path from current as $$
      begin
        perform announce(null, 'session', old.id);
        return null;
      end $$`);

    this.addSql(`create trigger post_announced after update on post for each row
      when ((old.state, old.publish_at, old.revision, old.deleted_at, old.hold) is distinct from
          (new.state, new.publish_at, new.revision, new.deleted_at, new.hold)
        and not (old.state in ('scheduled', 'publishing') and new.state in ('scheduled', 'publishing')
          and (old.publish_at, old.revision, old.deleted_at, old.hold) is not distinct from
            (new.publish_at, new.revision, new.deleted_at, new.hold)))
      execute function announce_row('post')`);
    this.addSql(`create trigger post_added after insert on post referencing new table as added
      for each statement execute function announce_new_posts()`);
    this.addSql(`create trigger integration_announced after update on integration for each row
      when ((old.disabled, old.refresh_needed, old.deleted_at, old.name, old.picture, old.customer_id) is distinct from
        (new.disabled, new.refresh_needed, new.deleted_at, new.name, new.picture, new.customer_id))
      execute function announce_row('channel')`);
    this.addSql(`create trigger integration_added after insert on integration for each row
      execute function announce_row('channel')`);
    this.addSql(`create trigger notification_added after insert on notification for each row
      execute function announce_row('notification')`);
    this.addSql(`create trigger organization_frozen after update of frozen_at on organization for each row
      when (old.frozen_at is distinct from new.frozen_at) execute function announce_freeze()`);
    this.addSql(`create trigger instance_frozen after insert or update on instance_state for each row
      when (new.key = 'frozen') execute function announce_instance()`);
    this.addSql(`create trigger instance_resumed after delete on instance_state for each row
      when (old.key = 'frozen') execute function announce_instance()`);
    this.addSql(`create trigger session_ended after delete on session for each row
      execute function announce_session()`);
    this.addSql(`create trigger session_switched after update of organization_id on session for each row
      when (old.organization_id is distinct from new.organization_id) execute function announce_session()`);
  }

  override down(): void {
    for (const [trigger, table] of [
      ['session_switched', 'session'],
      ['session_ended', 'session'],
      ['instance_resumed', 'instance_state'],
      ['instance_frozen', 'instance_state'],
      ['organization_frozen', 'organization'],
      ['notification_added', 'notification'],
      ['integration_added', 'integration'],
      ['integration_announced', 'integration'],
      ['post_added', 'post'],
      ['post_announced', 'post'],
    ]) {
      this.addSql(`drop trigger ${trigger} on ${table}`);
    }
    for (const name of ['session()', 'instance()', 'freeze()', 'new_posts()', 'row()']) {
      this.addSql(`drop function announce_${name}`);
    }
    this.addSql('drop function announce(uuid, text, uuid)');
    this.addSql('drop table live_reader');
  }
}
