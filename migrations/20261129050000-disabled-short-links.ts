import { Migration } from '@mikro-orm/migrations';

/**
 * `short_link.disabled_at`: since when a link has been switched off. The index finds links by the domain that
 * they were made on: those of a domain that was replaced since are short all the same.
 */
export class DisabledShortLinks extends Migration {
  override up(): void {
    this.addSql('alter table short_link add disabled_at timestamptz');
    this.addSql(`create index short_link_domain
      on short_link (organization_id, left(substring(short_url from '^https?://([^/?#]+)'), 300))
      where service <> 'none'`);
  }

  override down(): void {
    this.addSql('drop index short_link_domain');
    this.addSql('alter table short_link drop column disabled_at');
  }
}
