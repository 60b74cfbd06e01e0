import { Migration } from '@mikro-orm/migrations';

/** Posts from v1 whose files are missing are few of many: counting them must not read the others. */
export class FindMissingFiles extends Migration {
  override up(): void {
    this.addSql('create index legacy_missing on legacy_id (organization_id, id) where missing is not null');
  }

  override down(): void {
    this.addSql('drop index legacy_missing');
  }
}
