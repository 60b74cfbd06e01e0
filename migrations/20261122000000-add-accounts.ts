import { Migration } from '@mikro-orm/migrations';

/**
 * People: accounts, memberships, sessions, invitations; OAuth apps with their codes and tokens; connecting
 * channels; plans.
 */
export class AddAccounts extends Migration {
  override up(): void {
    this.addSql(`create table user_account (
      id uuid primary key,
      email text not null check (length(email) between 3 and 254),
      name text not null check (length(name) between 1 and 100),
      password_hash text,
      operator boolean not null default false,
      activated_at timestamptz,
      disabled_at timestamptz,
      last_sign_in_at timestamptz,
      created_at timestamptz not null default now())`);
    this.addSql('create unique index user_account_email on user_account (lower(email))');

    this.addSql(`create table membership (
      organization_id uuid not null references organization on delete cascade,
      user_id uuid not null references user_account on delete cascade,
      role text not null check (role in ('owner','admin','member')),
      created_at timestamptz not null default now(),
      primary key (organization_id, user_id))`);
    this.addSql('create index on membership (user_id)');

    // `organization_id`: the organisation that is current in this session. Signing out deletes the row.
    this.addSql(`create table session (
      id uuid primary key,
      user_id uuid not null references user_account on delete cascade,
      organization_id uuid references organization on delete set null,
      ip text,
      user_agent text check (length(user_agent) <= 300),
      created_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      expires_at timestamptz not null)`);
    this.addSql('create index on session (user_id)');
    this.addSql('create index on session (expires_at)');

    // `mailed_at`: only the owner of the email address knows the link, so using it proves that the address is
    // theirs.
    this.addSql(`create table invitation (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      email text check (length(email) between 3 and 254),
      role text not null check (role in ('admin','member')),
      token_hash char(64) not null unique,
      invited_by_id uuid references user_account on delete set null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      mailed_at timestamptz,
      accepted_at timestamptz,
      accepted_by_id uuid references user_account on delete set null,
      revoked_at timestamptz)`);
    this.addSql('create index on invitation (organization_id, created_at)');
    this.addSql('create index on invitation (expires_at)');

    // `password_hash`: of an activation, the password chosen with it. The person who confirms an email
    // address gets their own password, not that of another who entered the address first.
    this.addSql(`create table user_token (
      id uuid primary key,
      user_id uuid not null references user_account on delete cascade,
      kind text not null check (kind in ('activation','reset')),
      token_hash char(64) not null unique,
      password_hash text,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz)`);
    this.addSql('create index on user_token (user_id, kind)');
    this.addSql('create index on user_token (expires_at)');

    this.addSql('alter table api_key add created_by_id uuid references user_account on delete set null');

    this.addSql(`create table oauth_app (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      created_by_id uuid references user_account on delete set null,
      name text not null check (length(name) between 1 and 100),
      description text check (length(description) <= 500),
      picture_id uuid references media on delete set null,
      redirect_url text not null check (length(redirect_url) <= 2000),
      client_id text not null unique,
      secret_hash char(64) not null,
      secret_rotated_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      suspended_at timestamptz,
      deleted_at timestamptz)`);
    this.addSql('create index on oauth_app (organization_id, created_at)');

    this.addSql(`create table oauth_code (
      id uuid primary key,
      app_id uuid not null references oauth_app on delete cascade,
      user_id uuid not null references user_account on delete cascade,
      organization_id uuid not null references organization on delete cascade,
      code_hash char(64) not null unique,
      code_challenge text,
      redirect_uri text,
      state text not null default 'issued' check (state in ('issued','exchanged','expired','burnt')),
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz,
      check ((state = 'exchanged') <= (used_at is not null)))`);
    this.addSql('create index on oauth_code (app_id)');
    this.addSql('create index on oauth_code (created_at)');
    this.addSql("create index oauth_code_open on oauth_code (expires_at) where state = 'issued'");

    // `told_at`: when the end of the token was written to the audit log and the notifications of its
    // organisation.
    this.addSql(`create table oauth_token (
      id uuid primary key,
      app_id uuid not null references oauth_app on delete cascade,
      user_id uuid not null references user_account on delete cascade,
      organization_id uuid not null references organization on delete cascade,
      code_id uuid references oauth_code on delete set null,
      token_hash char(64) not null unique,
      scopes text[] not null default '{read,write}' check (scopes <@ '{read,write}' and cardinality(scopes) > 0),
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      revoked_at timestamptz,
      revoked_reason text check (revoked_reason in ('user','app','app_deleted','member_left','code_reused','replaced','organization_deleted')),
      told_at timestamptz,
      check ((revoked_at is null) = (revoked_reason is null)))`);
    this.addSql('create index on oauth_token (app_id, created_at) where revoked_at is null');
    this.addSql('create index on oauth_token (user_id, organization_id) where revoked_at is null');
    this.addSql('create index on oauth_token (code_id)');
    this.addSql('create index on oauth_token (revoked_at) where revoked_at is not null');
    this.addSql(
      "create index oauth_token_untold on oauth_token (app_id, id) where told_at is null and revoked_reason in ('user','app','app_deleted','member_left','code_reused')",
    );

    // Which store of Temporal was asked to renew the credentials, and when the reconciler last looked for
    // that run.
    this.addSql('alter table integration add refresh_armed_in text, add refresh_checked_at timestamptz');
    this.addSql(
      'create index integration_expiry on integration (expires_at) where expires_at is not null and deleted_at is null',
    );

    // Connecting a channel by OAuth. `sealed`: what the exchange needs (PKCE verifier, URL of the server);
    // after it, the accounts to choose from.
    this.addSql(`create table connect_state (
      id uuid primary key,
      state_hash char(64) not null unique,
      organization_id uuid not null references organization on delete cascade,
      user_id uuid references user_account on delete cascade,
      session_id uuid references session on delete cascade,
      integration_id uuid references integration on delete cascade,
      provider text not null,
      sealed text not null,
      origin text,
      redirect_url text,
      phase text not null default 'asked' check (phase in ('asked','choosing','done')),
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz)`);
    this.addSql('create index on connect_state (expires_at)');

    // Ids of accounts are unique only within one Mastodon server.
    this
      .addSql(`update integration set internal_id = internal_id || '@' || regexp_replace(details ->> 'baseUrl', '^https?://', '')
      where provider = 'mastodon' and details ->> 'baseUrl' is not null and internal_id not like '%@%'`);

    // A client that Crier registered at one server of a network (Mastodon).
    this.addSql(`create table provider_app (
      provider text not null,
      server text not null,
      client_id text not null,
      sealed_secret text not null,
      redirect_uri text not null,
      created_at timestamptz not null default now(),
      primary key (provider, server, redirect_uri))`);

    // Who did what; `detail` contains no content and no secret.
    this.addSql(`create table audit_event (
      id bigint generated always as identity primary key,
      organization_id uuid references organization on delete cascade,
      user_id uuid references user_account on delete set null,
      kind text not null,
      subject_id uuid,
      detail jsonb not null default '{}',
      at timestamptz not null default clock_timestamp())`);
    this.addSql('create index on audit_event (organization_id, id)');
    this.addSql('create index on audit_event (subject_id) where subject_id is not null');

    // `plan`: a name from CRIER_PLANS. Stripe's events arrive in any order: `billing_changed_at` is the time
    // of the newest that was applied.
    this
      .addSql(`alter table organization add plan text, add billing_customer_id text unique, add billing_subscription_id text unique, add billing_status text,
      add billing_period_end timestamptz, add billing_changed_at timestamptz`);
    // Each subscription separately: an event reveals nothing about any other. The organisation has the plan
    // of the one in force.
    this.addSql(`create table billing_subscription (
      id text primary key,
      organization_id uuid not null references organization on delete cascade,
      plan text,
      status text not null,
      period_end timestamptz,
      changed_at timestamptz not null)`);
    this.addSql('create index on billing_subscription (organization_id)');
    this.addSql(
      'create table billing_event (id text primary key, type text not null, created timestamptz not null, received_at timestamptz not null default now())',
    );
    this.addSql('create index on billing_event (received_at)');
    this.addSql(`create table usage (
      organization_id uuid not null references organization on delete cascade,
      month date not null check (extract(day from month) = 1),
      posts int not null default 0 check (posts >= 0),
      primary key (organization_id, month))`);

    this.addSql(`alter table notification drop constraint notification_kind_check,
      add constraint notification_kind_check check (kind in ('failed','partly_published','unconfirmed','missed','channel_disconnected','frozen','app_deleted','token_revoked','billing'))`);

    // An organisation is deleted with all its posts: without these indexes, each deletion would read the
    // whole table.
    this.addSql('create index notification_post on notification (post_id) where post_id is not null');
    this.addSql(
      'create index notification_integration on notification (integration_id) where integration_id is not null',
    );

    // Messages about other things than posts: `subject_id` is the code, token, app or channel, or the request
    // whose posts are deleted.
    this
      .addSql(`alter table outbox alter post_group_id drop not null, add subject_id uuid, drop constraint outbox_kind_check, drop constraint outbox_check,
      add constraint outbox_kind_check check (kind in ('start_group','sync_post','wake_post','oauth_code','revoke_token','delete_oauth_app','refresh_token','end_group')),
      add constraint outbox_check check ((kind in ('sync_post','wake_post')) = (post_id is not null) and (kind in ('start_group','sync_post','wake_post')) = (post_group_id is not null) and (post_group_id is null) = (subject_id is not null))`);
  }

  override down(): void {
    this.addSql(
      "update integration set internal_id = split_part(internal_id, '@', 1) where provider = 'mastodon'",
    );
    this.addSql('delete from outbox where subject_id is not null');
    this
      .addSql(`alter table outbox drop constraint outbox_kind_check, drop constraint outbox_check, drop column subject_id, alter post_group_id set not null,
      add constraint outbox_kind_check check (kind in ('start_group','sync_post','wake_post')), add constraint outbox_check check ((kind in ('sync_post','wake_post')) = (post_id is not null))`);
    this.addSql('drop index notification_post, notification_integration');
    this.addSql("delete from notification where kind in ('app_deleted','token_revoked','billing')");
    this.addSql(`alter table notification drop constraint notification_kind_check,
      add constraint notification_kind_check check (kind in ('failed','partly_published','unconfirmed','missed','channel_disconnected','frozen'))`);
    this.addSql(
      'alter table organization drop column plan, drop column billing_customer_id, drop column billing_subscription_id, drop column billing_status, drop column billing_period_end, drop column billing_changed_at',
    );
    this.addSql('alter table api_key drop column created_by_id');
    this.addSql('alter table integration drop column refresh_armed_in, drop column refresh_checked_at');
    this.addSql('drop index integration_expiry');
    for (const table of [
      'usage',
      'billing_event',
      'billing_subscription',
      'audit_event',
      'provider_app',
      'connect_state',
      'oauth_token',
      'oauth_code',
      'oauth_app',
      'user_token',
      'invitation',
      'session',
      'membership',
      'user_account',
    ]) {
      this.addSql(`drop table ${table}`);
    }
  }
}
