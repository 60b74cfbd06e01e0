import { Migration } from '@mikro-orm/migrations';

/** `hashtag_set`: hashtags that an organisation uses together; `tags`: a list of texts without `#`. */
export class HashtagSets extends Migration {
  override up(): void {
    this.addSql(`create table hashtag_set (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      name text not null check (name <> ''),
      tags jsonb not null check (jsonb_typeof(tags) = 'array' and jsonb_array_length(tags) > 0),
      created_at timestamptz not null default now(),
      created_by uuid references user_account on delete set null)`);
    this.addSql('create index on hashtag_set (organization_id, lower(name))');
  }

  override down(): void {
    this.addSql('drop table hashtag_set');
  }
}
