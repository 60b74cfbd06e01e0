import { Migration } from '@mikro-orm/migrations';

/**
 * `presumed`: this instance has not sent the part, but another one with the same rows may have, since the
 * backup that this one was restored from (`sent_at`). Nothing is known of that request.
 */
export class RestoredInstances extends Migration {
  override up(): void {
    this.addSql('alter table publish_attempt add presumed boolean not null default false');
  }

  override down(): void {
    this.addSql('alter table publish_attempt drop column presumed');
  }
}
