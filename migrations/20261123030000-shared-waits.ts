import { Migration } from '@mikro-orm/migrations';

/**
 * What all workers know together about waiting: who renews a channel's credentials, which servers do not
 * answer, until when a channel is limited, and when a post of a backlog has its turn.
 */
export class SharedWaits extends Migration {
  override up(): void {
    // The right to renew the credentials of this version until `ends_at`, or what the network answered to the
    // last call, which then holds for everybody until `ends_at`.
    this.addSql(`create table credential_renewal (
      integration_id uuid primary key references integration on delete cascade,
      version int not null,
      owner uuid not null,
      ends_at timestamptz not null,
      failures int not null default 0 check (failures >= 0),
      failure jsonb)`);

    // The server of each account. Channels from before get theirs from what was learned when they were
    // connected.
    this.addSql("alter table integration add host text not null default ''");
    this.addSql(`update integration
      set host = coalesce(case provider
        when 'mastodon' then substring(details ->> 'baseUrl' from '^https?://([^/]+)')
        when 'bluesky' then substring(coalesce(details ->> 'pds', details ->> 'service') from '^https?://([^/]+)')
        when 'wordpress' then substring(coalesce(details ->> 'restRoot', details ->> 'baseUrl') from '^https?://([^/]+)')
        when 'nostr' then (
          select string_agg(substring(r.value from '^wss?://([^/]+)'), ' ' order by substring(r.value from '^wss?://([^/]+)') collate "C")
          from jsonb_array_elements_text(case jsonb_typeof(details -> 'relays') when 'array' then details -> 'relays' else '[]' end) r)
      end, '')`);

    // Unlogged, as both can be learned again: a write costs no flush to disk, and they are lost only when
    // PostgreSQL itself was killed. `probe_at` is null while the circuit is closed.
    this.addSql(`create unlogged table network_circuit (
      provider text not null,
      host text not null,
      failures int not null check (failures >= 0),
      opened_at timestamptz,
      probe_at timestamptz,
      waiting int not null default 0,
      reason text not null,
      primary key (provider, host),
      check ((opened_at is null) = (probe_at is null)))`);
    this.addSql(`create unlogged table channel_limit (
      integration_id uuid primary key references integration on delete cascade,
      until timestamptz not null,
      waiting int not null default 0,
      reason text not null)`);

    this.addSql('alter table post add turn_at timestamptz');
    // A backlog is counted from here, up to ten thousand posts for each claim.
    this.addSql(
      "create index post_backlog on post (integration_id, publish_at, id) include (turn_at) where state = 'scheduled' and deleted_at is null",
    );
  }

  override down(): void {
    this.addSql('drop index post_backlog');
    this.addSql('alter table post drop column turn_at');
    this.addSql('drop table channel_limit');
    this.addSql('drop table network_circuit');
    this.addSql('alter table integration drop column host');
    this.addSql('drop table credential_renewal');
  }
}
