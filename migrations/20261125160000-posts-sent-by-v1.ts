import { Migration } from '@mikro-orm/migrations';

/** Posts that were found on the network although v1 had not recorded them: a rollback records them in v1. */
export class PostsSentByV1 extends Migration {
  override up(): void {
    this.addSql('alter table v1_stopped_post add column release_id text, add column release_url text');
  }

  override down(): void {
    this.addSql('alter table v1_stopped_post drop column release_id, drop column release_url');
  }
}
