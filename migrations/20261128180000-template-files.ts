import { Migration } from '@mikro-orm/migrations';

/** A template has files beside its texts: for each part a list of `{id, alt}`. */
export class TemplateFiles extends Migration {
  override up(): void {
    this.addSql(
      `alter table snippet add media jsonb not null default '[]' check (jsonb_typeof(media) = 'array')`,
    );
  }

  override down(): void {
    this.addSql('alter table snippet drop column media');
  }
}
