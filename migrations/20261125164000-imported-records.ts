import { Migration } from '@mikro-orm/migrations';

/**
 * What was imported from another instance over its API, so that a second import takes only what is missing.
 */
export class ImportedRecords extends Migration {
  override up(): void {
    this.addSql(`create table import_source (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      address text not null,
      created_at timestamptz not null default now())`);
    this.addSql('create index on import_source (organization_id)');
    // `digest`: of the record as it was listed there. `waits`: the post was waiting there, so it is a draft
    // here until a person confirms that it is no longer sent there. `problem`: what was not imported.
    this.addSql(`create table imported_record (
      source_id uuid not null references import_source on delete cascade,
      kind text not null check (kind in ('channel', 'post', 'media')),
      their_id text not null,
      id uuid not null,
      digest text not null default '',
      waits boolean not null default false,
      problem text,
      imported_at timestamptz not null default now(),
      primary key (source_id, kind, their_id))`);
  }

  override down(): void {
    this.addSql('drop table imported_record, import_source');
  }
}
