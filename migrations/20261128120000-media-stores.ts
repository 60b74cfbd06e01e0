import { Migration } from '@mikro-orm/migrations';

/**
 * The place of each file's bytes, so that they can be moved while posts are published, and their SHA-256.
 * `moved_at`: when it last came from another storage, where a copy is kept for a while.
 */
export class MediaStores extends Migration {
  override up(): void {
    this.addSql(`alter table media
      add storage text not null default 'local' check (storage in ('local', 's3')),
      add sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
      add moved_at timestamptz`);
    // Files that clients are about to put into the bucket themselves.
    this.addSql(`create table direct_upload (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      size bigint not null check (size > 0),
      expires_at timestamptz not null
    )`);
    this.addSql('create index on direct_upload (organization_id)');
  }

  override down(): void {
    this.addSql('drop table direct_upload');
    this.addSql('alter table media drop column moved_at, drop column sha256, drop column storage');
  }
}
