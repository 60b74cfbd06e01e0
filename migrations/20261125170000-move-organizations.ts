import { Migration } from '@mikro-orm/migrations';

/**
 * Since when another instance publishes for an organisation: nothing of it leaves here any more, and a resume
 * does not change that.
 */
export class MoveOrganizations extends Migration {
  override up(): void {
    this.addSql(`alter table organization add moved_at timestamptz,
      add constraint organization_moved_check check (moved_at is null or frozen_at is not null)`);
  }

  override down(): void {
    this.addSql('alter table organization drop constraint organization_moved_check, drop column moved_at');
  }
}
