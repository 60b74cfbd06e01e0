import { Migration } from '@mikro-orm/migrations';

/** Who created the posts of a request, so that the calendar can show one person's posts. */
export class PostCreator extends Migration {
  override up(): void {
    this.addSql('alter table post_group add created_by_id uuid references user_account on delete set null');
    // An account that is deleted is looked for here.
    this.addSql('create index on post_group (created_by_id) where created_by_id is not null');
  }

  override down(): void {
    this.addSql('alter table post_group drop column created_by_id');
  }
}
