import { Migration } from '@mikro-orm/migrations';

/**
 * `user_account.key_shortcuts`: whether single keys act in the web app (WCAG 2.2, 2.1.4: they can be
 * turned off).
 */
export class KeyShortcuts extends Migration {
  override up(): void {
    this.addSql('alter table user_account add key_shortcuts boolean not null default true');
  }

  override down(): void {
    this.addSql('alter table user_account drop column key_shortcuts');
  }
}
