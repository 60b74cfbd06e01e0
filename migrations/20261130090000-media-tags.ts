import { Migration } from '@mikro-orm/migrations';

/** `media.tags`: names by which the files of the library are found, in the order in which they were given. */
export class MediaTags extends Migration {
  override up(): void {
    this.addSql(`alter table media add tags text[] not null default '{}' check (cardinality(tags) <= 20)`);
  }

  override down(): void {
    this.addSql('alter table media drop column tags');
  }
}
