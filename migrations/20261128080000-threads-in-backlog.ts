import { Migration } from '@mikro-orm/migrations';

const backlogOf = (states: string): string =>
  'create index post_backlog on post (integration_id, publish_at, id) include (turn_at) ' +
  `where ${states} and deleted_at is null`;

/** A thread that is partly published waits for its turn as other posts do, so it is counted with them. */
export class ThreadsInBacklog extends Migration {
  override up(): void {
    this.addSql('drop index post_backlog');
    this.addSql(backlogOf("state in ('scheduled','publishing')"));
  }

  override down(): void {
    this.addSql('drop index post_backlog');
    this.addSql(backlogOf("state = 'scheduled'"));
  }
}
