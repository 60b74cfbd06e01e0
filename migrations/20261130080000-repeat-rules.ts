import { Migration } from '@mikro-orm/migrations';

/**
 * Posts that are repeated by a rule. `repeat_rule` is a recurrence rule of iCalendar with the days that are
 * left out; the last post of a series has the rule of what is to come. `series_id` is the id of the first
 * post of the series; posts without one are the first of theirs.
 */
export class RepeatRules extends Migration {
  override up(): void {
    this.addSql(
      'alter table post add column repeat_rule text null check (length(repeat_rule) between 1 and 4000)',
    );
    this.addSql(
      'alter table post add constraint post_one_rhythm check (repeat_rule is null or interval_days is null)',
    );
    this.addSql('alter table post add column series_id uuid null');
    this.addSql('create index post_series on post (series_id) where series_id is not null');
    this.addSql(
      'create index post_repeats_by_rule on post (publish_at) where repeat_rule is not null and deleted_at is null',
    );
  }

  override down(): void {
    this.addSql('alter table post drop column repeat_rule');
    this.addSql('alter table post drop column series_id');
  }
}
