import { Migration } from '@mikro-orm/migrations';

/**
 * Organisations that come from an instance of v1: who publishes for them, under which id each record was
 * known there, and what was stopped there when Crier took over.
 */
export class V1Ownership extends Migration {
  override up(): void {
    // `sealed`: how to reach it, and its secrets; null once the migration is finished. `fingerprint`: the
    // server and the database, so that the same source is never taken for two.
    this.addSql(`create table v1_source (
      id uuid primary key,
      fingerprint text not null unique,
      version text not null,
      sealed text,
      options jsonb not null default '{}',
      progress jsonb not null default '{}',
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      check ((finished_at is null) or (sealed is null)))`);
    // While v1 publishes, no claim succeeds. There is no row for an organisation that was made here.
    this.addSql(`create table v1_organization (
      organization_id uuid primary key references organization on delete cascade,
      source_id uuid not null references v1_source,
      legacy_id text not null,
      publishes text not null default 'v1' check (publishes in ('v1', 'crier')),
      phase text not null default 'copying'
        check (phase in ('copying', 'stopping', 'waiting', 'looking', 'cut_over')),
      detail jsonb not null default '{}',
      cut_over_at timestamptz,
      updated_at timestamptz not null default now(),
      unique (source_id, legacy_id),
      check ((publishes = 'crier') = (phase = 'cut_over')),
      check ((publishes = 'crier') = (cut_over_at is not null)))`);
    // `digest`: of the record as it was read there, so that a later pass writes only what has changed.
    // `problem`: what was not copied with it.
    this.addSql(`create table legacy_id (
      source_id uuid not null references v1_source,
      kind text not null,
      legacy_id text not null,
      id uuid not null,
      organization_id uuid references organization on delete cascade,
      digest text not null,
      problem text,
      copied_at timestamptz not null default now(),
      primary key (source_id, kind, legacy_id))`);
    this.addSql('create index on legacy_id (id)');
    this.addSql('create index on legacy_id (organization_id, legacy_id)');
    // What v1 was made to stop publishing, as it was before: a rollback restores it.
    this.addSql(`create table v1_stopped_post (
      source_id uuid not null references v1_source,
      legacy_id text not null,
      organization_id uuid not null references organization on delete cascade,
      state text not null,
      error text,
      publish_date timestamptz not null,
      stopped_at timestamptz not null default now(),
      primary key (source_id, legacy_id))`);
    this.addSql('create index on v1_stopped_post (organization_id)');
  }

  override down(): void {
    this.addSql('drop table v1_stopped_post, legacy_id, v1_organization, v1_source');
  }
}
