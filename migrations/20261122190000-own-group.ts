import { Migration } from '@mikro-orm/migrations';

/**
 * The `group` that a client gave a post, where it is a text of the client's own. It comes back as it was
 * given, and names the posts of one request when they are deleted.
 */
export class OwnGroup extends Migration {
  override up(): void {
    this.addSql('alter table post add column own_group text null');
    this.addSql(
      'create index post_own_group on post (organization_id, own_group) where own_group is not null',
    );
  }

  override down(): void {
    this.addSql('drop index post_own_group');
    this.addSql('alter table post drop column own_group');
  }
}
