import { Migration } from '@mikro-orm/migrations';

/**
 * Jobs that were found in the queue of v1 when Crier took over: a rollback adds them again, and a post whose
 * job had begun may be published.
 */
export class JobsOfV1 extends Migration {
  override up(): void {
    this.addSql(`create table v1_job (
      source_id uuid not null references v1_source,
      legacy_id text not null,
      organization_id uuid not null references organization on delete cascade,
      job jsonb not null,
      due_at timestamptz not null,
      begun boolean not null,
      primary key (source_id, legacy_id))`);
    this.addSql('create index on v1_job (organization_id)');
  }

  override down(): void {
    this.addSql('drop table v1_job');
  }
}
