import { Migration } from '@mikro-orm/migrations';

/**
 * What sending exactly once needs beyond the core: freezing, the lateness limit, held posts, people's
 * decisions, notifications.
 */
export class SendingOnce extends Migration {
  override up(): void {
    // Posts later than this are asked about, not sent. Whole minutes, a year at most.
    this.addSql(
      'alter table organization add missed_after_minutes int not null default 1440 check (missed_after_minutes between 1 and 525600), add frozen_at timestamptz, add frozen_reason text, add check ((frozen_at is null) = (frozen_reason is null))',
    );

    // `hold`: why a due post waits. `decided_at`: when a person last decided that it should be sent; its
    // lateness counts from then for the lateness limit.
    this.addSql(
      "alter table post add hold text check (hold in ('channel','frozen')), add decided_at timestamptz",
    );
    // Posts that wait for a person, for metrics, doctor and lists.
    this.addSql(
      "create index post_needs_person on post (state) where state in ('unconfirmed','missed') and deleted_at is null",
    );
    this.addSql('create index post_held on post (integration_id) where hold is not null');

    this.addSql(`create table notification (
      id uuid primary key default gen_random_uuid(),
      organization_id uuid not null references organization on delete cascade,
      kind text not null check (kind in ('failed','partly_published','unconfirmed','missed','channel_disconnected','frozen')),
      post_id uuid references post on delete cascade,
      integration_id uuid references integration on delete cascade,
      content text not null,
      created_at timestamptz not null default clock_timestamp())`);
    this.addSql('create index on notification (organization_id, created_at desc)');

    this.addSql(
      "alter table outbox drop constraint outbox_kind_check, drop constraint outbox_check, add constraint outbox_kind_check check (kind in ('start_group','sync_post','wake_post')), add constraint outbox_check check ((kind in ('sync_post','wake_post')) = (post_id is not null))",
    );
  }

  override down(): void {
    this.addSql("delete from outbox where kind = 'wake_post'");
    this.addSql(
      "alter table outbox drop constraint outbox_kind_check, drop constraint outbox_check, add constraint outbox_kind_check check (kind in ('start_group','sync_post')), add constraint outbox_check check ((kind = 'sync_post') = (post_id is not null))",
    );
    this.addSql('drop table notification');
    this.addSql('drop index post_needs_person');
    this.addSql('alter table post drop column hold, drop column decided_at');
    this.addSql(
      'alter table organization drop column missed_after_minutes, drop column frozen_at, drop column frozen_reason',
    );
  }
}
