import { Migration } from '@mikro-orm/migrations';

/** A draft of the composer that is begun, saved or deleted is announced like a post. */
export class AnnounceDrafts extends Migration {
  override up(): void {
    this.addSql(`create function announce_draft() returns trigger language plpgsql
      set search_path from current as $$
      begin
        perform announce(coalesce(new.organization_id, old.organization_id), 'draft', coalesce(new.id, old.id));
        return null;
      end $$`);
    this.addSql(`create trigger composition_announced after insert or update or delete on composition
      for each row execute function announce_draft()`);
  }

  override down(): void {
    this.addSql('drop trigger composition_announced on composition');
    this.addSql('drop function announce_draft');
  }
}
