import { Migration } from '@mikro-orm/migrations';

/** The drafts of the composer that name a file: its id stands in a part, a variation or a setting. */
export class MediaOfDrafts extends Migration {
  override up(): void {
    this.addSql(
      "create index composition_media on composition using gin (jsonb_path_query_array(document, '$.**.id'))",
    );
  }

  override down(): void {
    this.addSql('drop index composition_media');
  }
}
