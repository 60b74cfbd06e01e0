import { Migration } from '@mikro-orm/migrations';

/**
 * What preparing a part has made outlives a try, and not longer than the network keeps it: until when a
 * prepared request may be sent, and the uploads of a request that is still being prepared.
 */
export class KeepUploads extends Migration {
  override up(): void {
    // `prepared_until` null: there is no prepared request, it holds nothing that expires, or the very same
    // one has to be repeated. `uploads`: by name, {"value": what the network calls it, "untilMs": since the
    // epoch}.
    this.addSql('alter table publish_attempt add prepared_until timestamptz, add uploads jsonb');
  }

  override down(): void {
    this.addSql('alter table publish_attempt drop column prepared_until, drop column uploads');
  }
}
