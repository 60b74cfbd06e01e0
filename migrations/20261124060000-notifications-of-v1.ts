import { Migration } from '@mikro-orm/migrations';

const KINDS =
  "'failed','partly_published','unconfirmed','missed','channel_disconnected','frozen','app_deleted','token_revoked','billing'";

/** Notifications that v1 wrote, which has no kinds of them. */
export class NotificationsOfV1 extends Migration {
  override up(): void {
    this.addSql(`alter table notification drop constraint notification_kind_check,
      add constraint notification_kind_check check (kind in (${KINDS},'from_v1'))`);
  }

  override down(): void {
    this.addSql("delete from notification where kind = 'from_v1'");
    this.addSql(`alter table notification drop constraint notification_kind_check,
      add constraint notification_kind_check check (kind in (${KINDS}))`);
  }
}
