import { Migration } from '@mikro-orm/migrations';

/**
 * How long a video is: networks limit it. Unknown for pictures, for videos that do not state it, and for
 * older uploads.
 */
export class MediaDuration extends Migration {
  override up(): void {
    // Milliseconds; the largest int is 24 days.
    this.addSql('alter table media add duration_ms int check (duration_ms > 0)');
  }

  override down(): void {
    this.addSql('alter table media drop column duration_ms');
  }
}
