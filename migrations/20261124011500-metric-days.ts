import { Migration } from '@mikro-orm/migrations';

/**
 * The numbers of channels and posts, a row for each day (UTC) on which they were requested: most networks
 * show them as they are now, or for some weeks. `post_id` null: of the channel itself.
 */
export class MetricDays extends Migration {
  override up(): void {
    this.addSql(`create table metric_day (
      integration_id uuid not null references integration on delete cascade,
      post_id uuid references post on delete cascade,
      label text not null,
      day date not null,
      total double precision not null,
      place smallint not null,
      read_at timestamptz not null default now(),
      unique nulls not distinct (integration_id, post_id, label, day)
    )`);
    this.addSql('create index metric_day_post on metric_day (post_id) where post_id is not null');
  }

  override down(): void {
    this.addSql('drop table metric_day');
  }
}
