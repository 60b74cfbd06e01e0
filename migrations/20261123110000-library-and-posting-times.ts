import { Migration } from '@mikro-orm/migrations';

/**
 * Indexes for the media library and the page of channels: where a file is used, what a channel published
 * last, and posting times by the clock of the organisation.
 */
export class LibraryAndPostingTimes extends Migration {
  override up(): void {
    this.addSql('create index media_library on media (organization_id, id) where deleted_at is null');
    // The posts that name a file: among the media of a part, or in a setting such as a cover.
    this.addSql(
      "create index post_item_media on post_item using gin (media jsonb_path_ops) where media <> '[]'",
    );
    this.addSql(
      "create index post_settings_media on post using gin (jsonb_path_query_array(settings, '$.*.id')) where jsonb_path_exists(settings, '$.*.id')",
    );
    this.addSql(
      'create index post_published on post (integration_id, published_at) where published_at is not null and deleted_at is null',
    );
    // Posting times from before are minutes after midnight UTC; those that a person sets are the
    // organisation's own.
    this.addSql('alter table integration add posting_local boolean not null default false');
  }

  override down(): void {
    this.addSql('alter table integration drop column posting_local');
    for (const index of ['post_published', 'post_settings_media', 'post_item_media', 'media_library']) {
      this.addSql(`drop index ${index}`);
    }
  }
}
