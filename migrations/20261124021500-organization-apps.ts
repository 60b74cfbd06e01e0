import { Migration } from '@mikro-orm/migrations';

/** An organisation's own registration with a network, used instead of the instance's for its new channels. */
export class OrganizationApps extends Migration {
  override up(): void {
    this.addSql(`create table organization_app (
      organization_id uuid not null references organization on delete cascade,
      provider text not null,
      client_id text not null,
      sealed_secret text not null,
      updated_at timestamptz not null default now(),
      primary key (organization_id, provider)
    )`);
  }

  override down(): void {
    this.addSql('drop table organization_app');
  }
}
