import { Migration } from '@mikro-orm/migrations';

/**
 * The core: people's organisations and keys, channels, media, posts, the send ledger, the timeline and
 * delivery.
 *
 * Checks and partial indexes live here rather than in code, so that no process, script or repair can store
 * what the product does not allow.
 */
export class CreateCore extends Migration {
  override up(): void {
    this.addSql(`create table organization (
      id uuid primary key,
      name text not null check (length(name) between 1 and 200),
      time_zone text not null default 'UTC',
      created_at timestamptz not null default now())`);

    this.addSql(`create table api_key (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      name text not null check (length(name) between 1 and 100),
      hash char(64) not null unique,
      scopes text[] not null default '{read,write}' check (scopes <@ '{read,write}' and cardinality(scopes) > 0),
      created_at timestamptz not null default now(),
      expires_at timestamptz,
      last_used_at timestamptz,
      revoked_at timestamptz)`);
    this.addSql('create index on api_key (organization_id)');

    this.addSql(`create table customer (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      name text not null check (length(name) between 1 and 200),
      created_at timestamptz not null default now(),
      unique (organization_id, name))`);

    this.addSql(`create table integration (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      provider text not null,
      internal_id text not null,
      name text not null,
      picture text,
      profile text,
      disabled boolean not null default false,
      refresh_needed boolean not null default false,
      credentials text not null,
      credentials_version int not null default 1,
      details jsonb not null default '{}',
      expires_at timestamptz,
      posting_times jsonb not null default '[{"time":120},{"time":400},{"time":700}]',
      customer_id uuid references customer on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz)`);
    // One connected channel per account; a deleted one can be connected again.
    this.addSql(
      'create unique index integration_account on integration (organization_id, provider, internal_id) where deleted_at is null',
    );
    this.addSql('create index integration_provider on integration (provider) where deleted_at is null');

    this.addSql(`create table media (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      path text not null unique,
      name text not null,
      original_name text,
      mime text not null,
      size bigint not null check (size > 0),
      width int check (width > 0),
      height int check (height > 0),
      alt text,
      created_at timestamptz not null default now(),
      deleted_at timestamptz)`);
    this.addSql('create index on media (organization_id, created_at)');

    this.addSql(`create table post_group (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      creation_method text not null default 'API',
      armed_in text,
      armed_at timestamptz,
      checked_at timestamptz,
      created_at timestamptz not null default now())`);
    this.addSql('create index on post_group (organization_id)');

    this.addSql(`create table post (
      id uuid primary key,
      post_group_id uuid not null references post_group on delete cascade,
      organization_id uuid not null references organization on delete cascade,
      integration_id uuid not null references integration,
      public_group uuid not null,
      state text not null check (state in ('draft','scheduled','publishing','processing','published','partly_published','failed','unconfirmed','missed','cancelled')),
      publish_at timestamptz not null,
      settings jsonb not null,
      tags jsonb not null default '[]',
      short_link boolean not null default false,
      interval_days int check (interval_days > 0),
      revision int not null default 1 check (revision > 0),
      release_id text,
      release_url text,
      error_code text,
      error text,
      lateness_ms int check (lateness_ms >= 0),
      published_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz,
      check (state <> 'published' or published_at is not null),
      check (state not in ('failed','partly_published','unconfirmed') or error_code is not null))`);
    this.addSql('create index post_calendar on post (organization_id, publish_at) where deleted_at is null');
    this.addSql('create index post_of_group on post (post_group_id)');
    this.addSql('create index post_of_integration on post (integration_id)');
    this.addSql(
      "create index post_due on post (publish_at) where state in ('scheduled','publishing','processing') and deleted_at is null",
    );

    this.addSql(`create table post_item (
      id uuid primary key,
      post_id uuid not null references post on delete cascade,
      position int not null check (position >= 0),
      content text not null,
      media jsonb not null default '[]',
      delay_minutes double precision not null default 0 check (delay_minutes >= 0),
      release_id text,
      release_url text,
      ref jsonb,
      published_at timestamptz,
      unique (post_id, position))`);

    this.addSql(`create table publish_attempt (
      id uuid primary key,
      post_item_id uuid not null references post_item on delete cascade,
      revision int not null,
      phase text not null check (phase in ('intent','sent','confirmed','rejected')),
      fence uuid not null,
      tries int not null default 1,
      prepared jsonb,
      provider_ref jsonb,
      evidence jsonb not null default '[]',
      started_at timestamptz not null default now(),
      sent_at timestamptz,
      settled_at timestamptz,
      unique (post_item_id, revision),
      check (phase <> 'sent' or sent_at is not null),
      check (phase not in ('confirmed','rejected') or settled_at is not null))`);

    this.addSql(`create table post_event (
      id bigint generated always as identity primary key,
      post_id uuid not null references post on delete cascade,
      at timestamptz not null default clock_timestamp(),
      kind text not null,
      detail jsonb not null default '{}')`);
    this.addSql('create index on post_event (post_id, id)');

    this.addSql(`create table outbox (
      id uuid primary key,
      kind text not null check (kind in ('start_group','sync_post')),
      post_group_id uuid not null references post_group on delete cascade,
      post_id uuid references post on delete cascade,
      available_at timestamptz not null default now(),
      attempts int not null default 0,
      last_error text,
      created_at timestamptz not null default now(),
      check ((kind = 'sync_post') = (post_id is not null)))`);
    this.addSql('create index outbox_ready on outbox (available_at)');

    this.addSql(`create table idempotency_record (
      organization_id uuid not null references organization on delete cascade,
      key text not null check (length(key) between 1 and 255),
      request_hash char(64) not null,
      status int not null,
      body text not null,
      created_at timestamptz not null default now(),
      primary key (organization_id, key))`);
    this.addSql('create index on idempotency_record (created_at)');

    this.addSql(
      'create table instance_state (key text primary key, value jsonb not null, updated_at timestamptz not null default now())',
    );
  }

  override down(): void {
    for (const table of [
      'instance_state',
      'idempotency_record',
      'outbox',
      'post_event',
      'publish_attempt',
      'post_item',
      'post',
      'post_group',
      'media',
      'integration',
      'customer',
      'api_key',
      'organization',
    ]) {
      this.addSql(`drop table ${table}`);
    }
  }
}
