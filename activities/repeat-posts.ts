/**
 * Posts with an interval: when one is due, the next occurrence is made, whatever becomes of the one before.
 */
import type { Database, Statement } from '../src/platform/database.ts';

// The first date of the series that has not come yet: after an outage of weeks there is one next post, not
// one for each day that was missed. `repeat_of` is unique: of two passes at once the second waits for the
// first, and makes nothing. A channel that is being deleted is waited for, so that nothing is made for it
// afterwards.
const REPEAT: Statement = {
  name: 'repeat-posts',
  text: `with due as (select p.*, p.publish_at + make_interval(secs => p.interval_days * 86400.0) * (greatest(0, floor(extract(epoch from now() - p.publish_at) / (p.interval_days * 86400))) + 1) as next_at
      from post p join integration i on i.id = p.integration_id
      where p.interval_days is not null and p.deleted_at is null and p.publish_at <= now() and p.state not in ('draft', 'cancelled') and i.deleted_at is null
        and not exists (select 1 from post n where n.repeat_of = p.id) order by p.publish_at limit $1 for key share of i),
    made as (select due.*, gen_random_uuid() as new_id, gen_random_uuid() as new_group from due),
    p as (insert into post (id, post_group_id, organization_id, integration_id, public_group, state, publish_at, settings, short_link, interval_days, repeat_of)
      select new_id, new_group, organization_id, integration_id, gen_random_uuid(), 'scheduled', next_at, settings, short_link, interval_days, id from made on conflict (repeat_of) do nothing returning id),
    new as (select made.* from made join p on p.id = made.new_id),
    g as (insert into post_group (id, organization_id, creation_method) select m.new_group, m.organization_id, g.creation_method from new m join post_group g on g.id = m.post_group_id),
    i as (insert into post_item (id, post_id, position, content, media, delay_minutes)
      select gen_random_uuid(), m.new_id, i.position, i.content, i.media, i.delay_minutes from new m join post_item i on i.post_id = m.id),
    t as (insert into post_tag (post_id, tag_id, position) select m.new_id, t.tag_id, t.position from new m join post_tag t on t.post_id = m.id),
    e as (insert into post_event (post_id, kind, detail) select new_id, 'accepted', jsonb_build_object('type', 'repetition', 'publishAt', to_char(next_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) from new),
    o as (insert into outbox (id, kind, post_group_id) select gen_random_uuid(), 'start_group', new_group from new)
    select new_id as id from new`,
};

/**
 * Makes the next occurrence of every repeated post whose date has come, at most `limit`; returns how many.
 */
export async function repeatPosts(database: Database, limit: number): Promise<number> {
  return (await database.query(REPEAT, [limit])).length;
}
