/** Posts with an interval or a rule: when one is due, the next one is made, regardless of this one. */
import { randomUUID } from 'node:crypto';
import { STORE_OCCURRENCES, occurrenceValues } from '../src/posts/series/store-occurrences.ts';
import { nextOccurrence } from '../src/platform/repeat/occurrences.ts';
import type { Database, Statement } from '../src/platform/database.ts';
import { milliseconds } from '../src/platform/milliseconds.ts';
import { publishedElsewhere, stoppedThere } from '../src/platform/published-elsewhere.ts';

const DUE: Statement = {
  name: 'repeat-due',
  // Posts of a series whose date has come and that have no next one yet. The next date is the first that has
  // not come: after an outage of weeks there is one next post, not one for each day that was missed. A
  // channel that is being deleted is waited for, so that nothing is made for it afterwards. A post that
  // the previous instance published counts from the moment at which that was stopped: nobody has published
  // what came due since. It may have sent the date of that day by another rhythm, so half an interval lies
  // between its last one and ours.
  text: `select p.id, (${milliseconds('p.publish_at')})::float8 as "publishMs",
      p.interval_days as "intervalDays",
      p.repeat_time::text as "repeatTime", p.repeat_rule as "repeatRule", o.time_zone as "timeZone",
      (${milliseconds('seen.at')})::float8 as "seenMs"
    from post p
    join integration i on i.id = p.integration_id
    join organization o on o.id = p.organization_id
    cross join lateral (select ${stoppedThere('p')} as stopped) there
    cross join lateral (
      select coalesce(
        case when there.stopped >= extract(epoch from p.publish_at) then greatest(
          to_timestamp(there.stopped),
          p.published_at + p.interval_days * interval '12 hours'
        ) end,
        now()
      ) as at
    ) seen
    where (p.interval_days is not null or p.repeat_rule is not null)
      and p.deleted_at is null
      and p.publish_at <= now()
      and p.state not in ('draft', 'cancelled')
      and i.deleted_at is null
      and not ${publishedElsewhere('p.organization_id')}
      and not exists (select 1 from post n where n.repeat_of = p.id)
    order by p.publish_at
    limit $1`,
};

// A rule that has no further date; a post that was changed since is left to the next pass.
const END: Statement = {
  name: 'repeat-ended',
  text: `update post set repeat_rule = null
    from unnest($1::uuid[], $2::text[]) as u (post_id, seen_rule)
    where post.id = u.post_id and post.repeat_rule = u.seen_rule
    returning post.id`,
};

interface Due {
  readonly id: string;
  readonly publishMs: number;
  readonly intervalDays: number | null;
  readonly repeatRule: string | null;
  readonly repeatTime: string | null;
  readonly timeZone: string;
  readonly seenMs: number;
}

/**
 * Makes the next post of every series whose date has come, at most `limit`.
 *
 * @param counts whether the instance has plans, which count them
 * @returns how many
 */
export async function repeatPosts(database: Database, limit: number, counts = false): Promise<number> {
  const due = await database.query<Due>(DUE, [limit]);
  if (due.length === 0) return 0;
  const next = due.map((post) => ({
    post,
    found: nextOccurrence({ ...post, publishAt: new Date(post.publishMs) }, new Date(post.seenMs)),
  }));
  const ended = next.flatMap(({ post, found }) => (found ? [] : [post]));
  if (ended.length > 0) {
    await database.query(END, [ended.map(({ id }) => id), ended.map(({ repeatRule }) => repeatRule)]);
  }
  const posts = next.flatMap(({ post, found }) =>
    found
      ? [
          {
            id: randomUUID(),
            fromId: post.id,
            seenMs: post.publishMs,
            seenRule: post.repeatRule,
            publishAt: found.publishAt,
            repeatTime: found.repeatTime,
            repeatRule: found.repeatRule ?? null,
            intervalDays: post.intervalDays,
            seriesId: null,
            succeeds: true,
          },
        ]
      : [],
  );
  const made =
    posts.length > 0 ? await database.query(STORE_OCCURRENCES, occurrenceValues(posts, counts)) : [];
  return made.length;
}
