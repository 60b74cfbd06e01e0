import { Migration } from '@mikro-orm/migrations';

/**
 * `notification_choice.push_changed_at`: since when browsers are chosen for a topic; `changed_at` is of its
 * mails alone. `notification_receipt.released_at`: when a message was last taken by nobody; what was not
 * tried yet comes before it.
 */
export class PushChoices extends Migration {
  override up(): void {
    this.addSql('alter table notification_choice add push_changed_at timestamptz not null default now()');
    this.addSql('update notification_choice set push_changed_at = changed_at');
    this.addSql('alter table notification_receipt add released_at timestamptz');
  }

  override down(): void {
    this.addSql('alter table notification_receipt drop column released_at');
    this.addSql('alter table notification_choice drop column push_changed_at');
  }
}
