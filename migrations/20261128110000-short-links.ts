import { Migration } from '@mikro-orm/migrations';

/**
 * Short links. `organization.short_links`: whether the links of its posts are made short: `never`, `ask` (as
 * each request asks) or `always`; `without_shortener`: what a post does while the shortener is away: `wait`,
 * or go with the `long` link. `link_parameters`: what is added to the query of its links, by network.
 * `integration.short_links`: whether those of a channel are.
 *
 * `short_link` has one row for each link of a post, so that a repeated preparation sends the same: `url` as
 * it is in the text, `target` where it leads, `short_url` what is sent instead, `service` the service that
 * made it, and `code` if it is ours. It outlives the post. `short_link_click` counts by day (UTC), by the
 * host that the visitor came from, and bots apart; nothing in it is about a person.
 */
export class ShortLinks extends Migration {
  override up(): void {
    this.addSql(`alter table organization
      add short_links text not null default 'ask' check (short_links in ('never', 'ask', 'always')),
      add without_shortener text not null default 'wait' check (without_shortener in ('wait', 'long')),
      add link_parameters jsonb not null default '{}'`);
    this.addSql('alter table integration add short_links boolean not null default true');
    this.addSql(`create table short_link (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      post_id uuid references post on delete set null,
      url text not null,
      url_hash text not null,
      target text not null check (target ~* '^https?://'),
      short_url text check (short_url ~* '^https?://'),
      service text not null,
      code text unique,
      created_at timestamptz not null default now(),
      unique (post_id, url_hash)
    )`);
    this.addSql('create index short_link_organization on short_link (organization_id)');
    this.addSql(`create table short_link_click (
      short_link_id uuid not null references short_link on delete cascade,
      day date not null,
      referrer text not null,
      is_bot boolean not null,
      clicks bigint not null,
      primary key (short_link_id, day, referrer, is_bot)
    )`);
  }

  override down(): void {
    this.addSql('drop table short_link_click');
    this.addSql('drop table short_link');
    this.addSql('alter table integration drop column short_links');
    this.addSql(
      'alter table organization drop column short_links, drop column without_shortener, drop column link_parameters',
    );
  }
}
