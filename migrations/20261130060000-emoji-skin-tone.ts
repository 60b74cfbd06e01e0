import { Migration } from '@mikro-orm/migrations';

/** `user_account.skin_tone`: the emoji modifier (U+1F3FB to U+1F3FF) that the picker applies; null = none. */
export class EmojiSkinTone extends Migration {
  override up(): void {
    this.addSql(
      `alter table user_account add skin_tone text check (skin_tone in ('1f3fb', '1f3fc', '1f3fd', '1f3fe', '1f3ff'))`,
    );
  }

  override down(): void {
    this.addSql('alter table user_account drop column skin_tone');
  }
}
