import { Migration } from '@mikro-orm/migrations';

/** The language in which a person reads the web app; null = as their browser prefers. */
export class LanguageOfPeople extends Migration {
  override up(): void {
    this.addSql("alter table user_account add language text check (language in ('en', 'de'))");
  }

  override down(): void {
    this.addSql('alter table user_account drop column language');
  }
}
