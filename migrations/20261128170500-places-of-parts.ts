import { Migration } from '@mikro-orm/migrations';

/**
 * What a part has become in each of several places (`Provider.keysOf`): `post_item.network_key` is the first
 * of them only, so that two parts could both take the same post for a later one.
 */
export class PlacesOfParts extends Migration {
  override up(): void {
    this.addSql(`create table post_place (
      network_key text primary key,
      post_item_id uuid not null references post_item on delete cascade
    )`);
    this.addSql('create index on post_place (post_item_id)');
  }

  override down(): void {
    this.addSql('drop table post_place');
  }
}
