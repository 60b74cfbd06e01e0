import { Migration } from '@mikro-orm/migrations';

/** What people write before it becomes posts, and the texts that they use again. */
export class Compositions extends Migration {
  override up(): void {
    // `revision` rises with each save, so that the second of two windows learns of the first.
    this.addSql(`create table composition (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      document jsonb not null check (jsonb_typeof(document) = 'object'),
      revision int not null default 1 check (revision > 0),
      created_at timestamptz not null default now(),
      created_by uuid references user_account on delete set null,
      updated_at timestamptz not null default now(),
      updated_by uuid references user_account on delete set null)`);
    this.addSql('create index on composition (organization_id, updated_at desc, id desc)');
    this.addSql(`create table snippet (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      kind text not null check (kind in ('template', 'signature')),
      name text not null check (name <> ''),
      parts jsonb not null check (jsonb_typeof(parts) = 'array' and jsonb_array_length(parts) > 0),
      created_at timestamptz not null default now(),
      created_by uuid references user_account on delete set null)`);
    this.addSql('create index on snippet (organization_id, kind, lower(name))');
  }

  override down(): void {
    this.addSql('drop table composition, snippet');
  }
}
