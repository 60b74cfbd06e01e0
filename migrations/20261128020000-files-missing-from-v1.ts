import { Migration } from '@mikro-orm/migrations';

/** `missing`: the files that a copied post needs and that are not here, which a cutover asks about. */
export class FilesMissingFromV1 extends Migration {
  override up(): void {
    this.addSql('alter table legacy_id add missing jsonb');
  }

  override down(): void {
    this.addSql('alter table legacy_id drop column missing');
  }
}
