import { Migration } from '@mikro-orm/migrations';

/** How many pages a document has; null for every other file. */
export class DocumentPages extends Migration {
  override up(): void {
    this.addSql('alter table media add pages integer check (pages > 0)');
  }

  override down(): void {
    this.addSql('alter table media drop column pages');
  }
}
