import { Migration } from '@mikro-orm/migrations';

/**
 * Numbers are read every day for organisations that look at them. `numbers_run`: the run that reads those of
 * a channel. It is a table of its own, so that nothing waits for the rows that publishing reads.
 */
export class CollectNumbers extends Migration {
  override up(): void {
    this.addSql('alter table organization add numbers_asked_at timestamptz');
    // The number of that day alone, which can be added; otherwise the number as it stood on that day.
    this.addSql('alter table metric_day add per_day boolean not null default false');
    // `store_id`: the store of Temporal in which the run was started; null = it has ended. `began_at`: since
    // when today's numbers are being read; null = they have been. `problem`: why some could not be read.
    this.addSql(`create table numbers_run (
      integration_id uuid primary key references integration on delete cascade,
      store_id text,
      checked_at timestamptz,
      due_at timestamptz not null default now(),
      began_at timestamptz,
      read_at timestamptz,
      problem text
    )`);
  }

  override down(): void {
    this.addSql('drop table numbers_run');
    this.addSql('alter table metric_day drop column per_day');
    this.addSql('alter table organization drop column numbers_asked_at');
  }
}
