import { Migration } from '@mikro-orm/migrations';

/**
 * `cleaned_at`: when a picture was turned upright and freed of data that reveals its place and its camera.
 * Null for one that came from an older release, v1 or an archive: that is done when a post first uses it.
 */
export class CleanedMedia extends Migration {
  override up(): void {
    this.addSql('alter table media add cleaned_at timestamptz');
  }

  override down(): void {
    this.addSql('alter table media drop column cleaned_at');
  }
}
