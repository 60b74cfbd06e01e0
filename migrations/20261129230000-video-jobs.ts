import { Migration } from '@mikro-orm/migrations';

/**
 * Videos that are being converted or trimmed, and how it goes. The process that does
 * the work says at `touched_at` that it is there: `running` without that is over. `failure`: why, as a
 * sentence.
 */
export class VideoJobs extends Migration {
  override up(): void {
    this.addSql(`create table video_job (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      kind text not null check (kind in ('convert', 'trim')),
      state text not null default 'running' check (state in ('running', 'done', 'failed')),
      progress smallint not null default 0 check (progress between 0 and 100),
      result_id uuid references media on delete set null,
      failure jsonb,
      created_at timestamptz not null default now(),
      touched_at timestamptz not null default now(),
      check ((state = 'failed') = (failure is not null)),
      check (state = 'done' or result_id is null)
    )`);
    this.addSql('create index on video_job (organization_id)');
    this.addSql('create index on video_job (result_id)');
  }

  override down(): void {
    this.addSql('drop table video_job');
  }
}
