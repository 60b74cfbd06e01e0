import { Migration } from '@mikro-orm/migrations';

/** A series keeps its time on the clock, also after a day on which that time does not exist. */
export class RepeatTime extends Migration {
  override up(): void {
    this.addSql('alter table post add column repeat_time time null');
  }

  override down(): void {
    this.addSql('alter table post drop column repeat_time');
  }
}
