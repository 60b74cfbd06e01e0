import { Migration } from '@mikro-orm/migrations';

/**
 * A direct upload that was completed stays until its URL has expired: what is sent to that once more is then
 * deleted.
 */
export class CompletedUploads extends Migration {
  override up(): void {
    this.addSql('alter table direct_upload add completed_at timestamptz');
  }

  override down(): void {
    this.addSql('alter table direct_upload drop column completed_at');
  }
}
