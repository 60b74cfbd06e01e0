import { Migration } from '@mikro-orm/migrations';

const indexOf = (path: string): string =>
  `create index post_settings_media on post using gin (jsonb_path_query_array(settings, '${path}')) where jsonb_path_exists(settings, '${path}')`;

/**
 * What cards show of the pages that posts link to, each read once a day. Nothing is lost with it, so it is
 * not written to the write-ahead log. `picture`: a JPEG.
 * A file may be named by a setting of a setting: the picture of a card.
 */
export class LinkCards extends Migration {
  override up(): void {
    this.addSql(`create unlogged table link_card (
      url_hash text primary key,
      title text not null,
      description text not null,
      picture bytea,
      read_at timestamptz not null default now()
    )`);
    this.addSql('create index link_card_read_at on link_card (read_at)');
    this.addSql('drop index post_settings_media');
    this.addSql(indexOf('$.**{1 to 2}.id'));
  }

  override down(): void {
    this.addSql('drop index post_settings_media');
    this.addSql(indexOf('$.*.id'));
    this.addSql('drop table link_card');
  }
}
