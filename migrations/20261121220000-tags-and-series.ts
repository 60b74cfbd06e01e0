import { Migration } from '@mikro-orm/migrations';

/** Tags as records of their own, and repeated posts. */
export class TagsAndSeries extends Migration {
  override up(): void {
    this.addSql(`create table tag (
      id uuid primary key default gen_random_uuid(),
      organization_id uuid not null references organization on delete cascade,
      name text not null check (length(name) between 1 and 200),
      color text not null default '#4c6ef5' check (color ~ '^#[0-9a-f]{6}$'),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (organization_id, name))`);
    this.addSql(`create table post_tag (
      post_id uuid not null references post on delete cascade,
      tag_id uuid not null references tag on delete cascade,
      position int not null check (position >= 0),
      primary key (post_id, tag_id))`);
    this.addSql('create index on post_tag (tag_id)');
    this.addSql(`insert into tag (organization_id, name)
      select distinct p.organization_id, left(t ->> 'label', 200) from post p, jsonb_array_elements(p.tags) t where coalesce(t ->> 'label', '') <> ''`);
    this.addSql(`insert into post_tag (post_id, tag_id, position)
      select distinct on (p.id, tag.id) p.id, tag.id, t.n - 1 from post p, jsonb_array_elements(p.tags) with ordinality t(j, n)
        join tag on tag.name = left(t.j ->> 'label', 200) where tag.organization_id = p.organization_id order by p.id, tag.id, t.n`);
    this.addSql('alter table post drop column tags');

    // The post that this one repeats: each is repeated by at most one. No foreign key, since the earlier one
    // may be deleted permanently.
    this.addSql('alter table post add repeat_of uuid unique');
    this.addSql(
      'create index post_repeats on post (publish_at) where interval_days is not null and deleted_at is null',
    );
  }

  override down(): void {
    this.addSql("alter table post add tags jsonb not null default '[]'");
    this
      .addSql(`update post set tags = t.tags from (select pt.post_id, jsonb_agg(jsonb_build_object('value', tag.name, 'label', tag.name) order by pt.position) as tags
      from post_tag pt join tag on tag.id = pt.tag_id group by pt.post_id) t where t.post_id = post.id`);
    this.addSql('drop index post_repeats');
    this.addSql('alter table post drop column repeat_of');
    this.addSql('drop table post_tag, tag');
  }
}
