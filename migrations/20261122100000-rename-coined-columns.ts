import { Migration } from '@mikro-orm/migrations';

/**
 * Renames columns to the field's terms. A rename breaks older code that runs alongside during a rolling
 * deploy, which is why columns are otherwise added, filled and dropped over two releases. Here it is safe,
 * because no release has these columns yet: 2.12.0 is the first with this schema.
 */
export class RenameCoinedColumns extends Migration {
  override up(): void {
    // The store of Temporal in which a request's run was started, and when.
    this.addSql('alter table post_group rename column armed_in to run_store_id');
    this.addSql('alter table post_group rename column armed_at to run_started_at');
    // The store in which the run that renews a channel's credentials was started.
    this.addSql('alter table integration rename column refresh_armed_in to refresh_store_id');
    // When the end of a token was written to the audit log and the notifications of its organisation.
    this.addSql('alter table oauth_token rename column told_at to notified_at');
    this.addSql('alter index oauth_token_untold rename to oauth_token_not_notified');
    // What the reconciler counts.
    this.addSql(`update instance_state
      set value = value - 'rearmed' || jsonb_build_object('restarted', coalesce(value -> 'rearmed', '0'))
      where key = 'reconciler'`);
  }

  override down(): void {
    this.addSql(`update instance_state
      set value = value - 'restarted' || jsonb_build_object('rearmed', coalesce(value -> 'restarted', '0'))
      where key = 'reconciler'`);
    this.addSql('alter index oauth_token_not_notified rename to oauth_token_untold');
    this.addSql('alter table oauth_token rename column notified_at to told_at');
    this.addSql('alter table integration rename column refresh_store_id to refresh_armed_in');
    this.addSql('alter table post_group rename column run_started_at to armed_at');
    this.addSql('alter table post_group rename column run_store_id to armed_in');
  }
}
