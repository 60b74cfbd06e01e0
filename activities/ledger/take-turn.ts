/** Whose turn it is, of the posts of one channel that are long overdue, or have waited for a limit to end. */
import type { Database, Statement } from '../../src/platform/database.ts';
import { milliseconds } from '../../src/platform/milliseconds.ts';
import { hasTurn, inBacklog } from './claim-statement.ts';

/**
 * The posts of a channel's backlog leave a second apart, and all of them within 50 s, so that lateness stays
 * bounded for a backlog of any size. Each post gets its turn once, by the number of older ones; when its turn
 * has come, the post goes, regardless of the older ones.
 *
 * After a limit, four leave in a second: if the first are refused again, the others learn of it in time.
 */
const PACE_MS = 'least(case when limited then 250 else 1000 end, 50000.0 / greatest(total, 1)) * ahead';
/**
 * A turn may come while the post before is still on its way to a worker: it is waited for, for 10 s, if not
 * more than ten are late, which means that the workers are.
 */
const LATE_ONES = 10;
const LATE_MS = 500;
/** One that has not even asked for its turn is waited for as well, but not for long: it may have no run. */
const UNASKED_SECONDS = 3;
/** What is counted at most; beyond it, a post has its turn after the 50 s. */
const COUNTED = 10_000;

// A thread that is partly published waits in `publishing` for its next part. It is in the queue if a limit
// has come since it was taken.
const WAITS = "p.state in ('scheduled', 'publishing')";
// One that let its turn pass, or waits for its next try, must not keep the younger ones waiting with it.
const IN_QUEUE = `(not ${hasTurn('p', 'd.until')} or p.turn_at > clock_timestamp())`;

/** Gives a post of a backlog its turn, once, and returns how far off that is. `$1` is the post. */
const TAKE_TURN: Statement = {
  name: 'take-turn',
  text: `with
  due as (
    select p.id as post_id, p.publish_at, p.turn_at, p.integration_id, l.until,
      coalesce(p.publish_at < l.until, false) as limited
    from post p
    left join channel_limit l on l.integration_id = p.integration_id
    where p.id = $1 and ${WAITS} and p.deleted_at is null
    for update of p
  ),
  -- The posts of the channel's backlog whose turn is still to come: how many, how many of them are older
  -- than this one, and the first turn that a younger one has. Counted once for each post.
  backlog as (
    select count(*) filter (where (q.publish_at, q.id) < (d.publish_at, d.post_id)) as ahead,
      count(*) as total,
      min(q.turn_at) filter (
        where ${hasTurn('q', 'd.until')} and (q.publish_at, q.id) > (d.publish_at, d.post_id)
      ) as younger_turn_at
    from due d
    cross join lateral (
      select p.id, p.publish_at, p.turn_at
      from post p
      where p.integration_id = d.integration_id
        and ${WAITS}
        and p.deleted_at is null
        and ${inBacklog('p.publish_at', 'd.until')}
        and ${IN_QUEUE}
      order by p.publish_at, p.id
      limit ${COUNTED}
    ) q
    where not ${hasTurn('d', 'd.until')}
  ),
  -- Older posts whose turn came just before that of this one, or that have yet to ask for one, and that nobody
  -- has taken.
  behind as (
    select count(*) as late
    from due d
    cross join lateral (
      select 1
      from post p
      where p.integration_id = d.integration_id
        and p.state = 'scheduled'
        and p.deleted_at is null
        and (p.publish_at, p.id) < (d.publish_at, d.post_id)
        and case when ${hasTurn('p', 'd.until')}
          then p.turn_at between clock_timestamp() - interval '10 seconds' and d.turn_at
          else d.turn_at > clock_timestamp() - interval '${UNASKED_SECONDS} seconds'
        end
        and not exists (
          select 1
          from post_item qi
          join publish_attempt qa on qa.post_item_id = qi.id and qa.revision = p.revision
          where qi.post_id = p.id
        )
      limit ${LATE_ONES + 1}
    ) q
    where ${hasTurn('d', 'd.until')}
  ),
  -- How long this post lets the older ones go ahead, or what is left of that.
  pace as (
    select coalesce(
      (
        select greatest(
          ceil(${milliseconds('due.turn_at - clock_timestamp()')}),
          case when behind.late between 1 and ${LATE_ONES} then ${LATE_MS} else 0 end)
        from due, behind
        where ${hasTurn('due', 'due.until')}
      ),
      -- One that asks late still has its turn before the younger ones that asked before it.
      greatest(0, round(least(${PACE_MS}, ${milliseconds('younger_turn_at - clock_timestamp()')}))),
      0
    )::float8 as ms
    from backlog, due
  ),
  paced as (
    update post
    set turn_at = clock_timestamp() + pace.ms * interval '1 millisecond'
    from due, pace
    where post.id = due.post_id and pace.ms > 0 and not ${hasTurn('due', 'due.until')}
  )
  select pace.ms
  from pace, due`,
};

/**
 * Takes a turn: for how many milliseconds a post that is long overdue lets older ones of its channel go
 * first; 0 = it may go now, regardless of them. A post that is no longer in the backlog need not wait.
 */
export async function takeTurn(db: Database, postId: string): Promise<number> {
  return (await db.query<{ ms: number }>(TAKE_TURN, [postId]))[0]?.ms ?? 0;
}
