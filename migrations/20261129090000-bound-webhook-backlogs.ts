import { Migration } from '@mikro-orm/migrations';

const KINDS =
  "'failed','partly_published','unconfirmed','missed','channel_disconnected','frozen','app_deleted','token_revoked'," +
  "'billing','from_v1','webhook_disabled'";

/**
 * A webhook for which too much waits takes nothing new: events that happen meanwhile are in its log as not
 * sent. The reconciler marks it (`src/webhooks/backlog.ts`), so that no event has to count the waiting
 * deliveries. A message of the outbox about a delivery that is not pending starts no run.
 *
 * The age of the oldest delivery that waits is read from the index that counts them.
 */
export class BoundWebhookBacklogs extends Migration {
  override up(): void {
    this.addSql('alter table webhook add full_since timestamptz');
    this.addSql(`create function bound_webhook_backlog() returns trigger language plpgsql
      set search_path from current as $$
      begin
        if exists (select 1 from webhook where id = new.webhook_id and full_since is not null) then
          new.state := 'failed';
          new.problem := 'not sent: too many deliveries were waiting';
          new.settled_at := clock_timestamp();
        end if;
        return new;
      end $$`);
    this.addSql(`create trigger webhook_backlog_bounded before insert on webhook_delivery for each row
      when (new.state = 'pending') execute function bound_webhook_backlog()`);
    this.addSql('drop index webhook_pending');
    this.addSql(
      "create index webhook_pending on webhook_delivery (webhook_id, created_at) where state = 'pending'",
    );
    this.addSql(`alter table notification drop constraint notification_kind_check,
      add constraint notification_kind_check check (kind in (${KINDS},'webhook_backlog'))`);
  }

  override down(): void {
    this.addSql("delete from notification where kind = 'webhook_backlog'");
    this.addSql(`alter table notification drop constraint notification_kind_check,
      add constraint notification_kind_check check (kind in (${KINDS}))`);
    this.addSql('drop index webhook_pending');
    this.addSql("create index webhook_pending on webhook_delivery (webhook_id) where state = 'pending'");
    this.addSql('drop trigger webhook_backlog_bounded on webhook_delivery');
    this.addSql('drop function bound_webhook_backlog()');
    this.addSql('alter table webhook drop column full_since');
  }
}
