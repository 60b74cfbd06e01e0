import { Migration } from '@mikro-orm/migrations';

/**
 * Browsers that show what happens. `push_subscription`: of the browser of a session, and gone with it;
 * the URL at its push service and its keys are `sealed`, as they are all that is needed to write to it.
 * `push_key`: with which this instance signs, one for all browsers (RFC 8292); the private half is `sealed`.
 */
export class PushToBrowsers extends Migration {
  override up(): void {
    this.addSql(`create table push_subscription (
      session_id uuid primary key references session on delete cascade,
      user_id uuid not null references user_account on delete cascade,
      sealed text not null,
      created_at timestamptz not null default clock_timestamp())`);
    this.addSql('create index on push_subscription (user_id)');
    this.addSql(`create table push_key (
      only_one boolean primary key default true check (only_one),
      public_key text not null,
      sealed text not null,
      created_at timestamptz not null default clock_timestamp())`);
    this.addSql('alter table notification_choice add push boolean not null default false');
    this.addSql(`alter table notification_receipt drop constraint notification_receipt_notified_by_check,
      add constraint notification_receipt_notified_by_check check (notified_by in ('push','mail','daily'))`);
  }

  override down(): void {
    this.addSql("delete from notification_receipt where notified_by = 'push'");
    this.addSql(`alter table notification_receipt drop constraint notification_receipt_notified_by_check,
      add constraint notification_receipt_notified_by_check check (notified_by in ('mail','daily'))`);
    this.addSql('alter table notification_choice drop column push');
    this.addSql('drop table push_key, push_subscription');
  }
}
