import { Migration } from '@mikro-orm/migrations';

/**
 * What people know of notifications. `notification_receipt`: when a person read it in the app, or how they
 * were notified outside it, by one way only. `notification_choice`: what they chose for a topic, since
 * `changed_at`; a topic without a row is shown in the app alone. `notification_digest`: the day of the last
 * daily mail about an organisation; a day begins at 8:00 in its time zone.
 */
export class NotificationsOfPeople extends Migration {
  override up(): void {
    this.addSql(`create table notification_receipt (
      user_id uuid not null references user_account on delete cascade,
      notification_id uuid not null references notification on delete cascade,
      read_at timestamptz,
      notified_by text check (notified_by in ('mail','daily')),
      notified_at timestamptz,
      primary key (user_id, notification_id),
      check ((notified_by is null) = (notified_at is null)))`);
    this.addSql('create index on notification_receipt (notification_id)');
    this.addSql(`create table notification_choice (
      user_id uuid not null references user_account on delete cascade,
      topic text not null check (topic in ('posts','channels','publishing','developers','billing')),
      app boolean not null,
      mail text not null check (mail in ('never','at_once','daily')),
      changed_at timestamptz not null default clock_timestamp(),
      primary key (user_id, topic))`);
    this.addSql(`create table notification_digest (
      user_id uuid not null references user_account on delete cascade,
      organization_id uuid not null references organization on delete cascade,
      day date not null,
      primary key (user_id, organization_id))`);
    this.addSql('create index on notification_digest (organization_id)');
  }

  override down(): void {
    this.addSql('drop table notification_digest, notification_choice, notification_receipt');
  }
}
