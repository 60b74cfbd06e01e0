/**
 * The time in SQL at which the part `it` of the post `p` is due: the first at the post's date, every other
 * one its delay after the part before it was published. So the date follows from the rows: it does not move
 * when a run starts again, and the database's clock decides whether it has come.
 */
export const PART_DUE = `greatest(p.publish_at, (
    select earlier.published_at + make_interval(secs => it.delay_minutes * 60)
    from post_item earlier
    where earlier.post_id = it.post_id and earlier.position = it.position - 1
  ))`;

/**
 * Finds `earlier`: the part before the part `it` of the post `p`, or `it` itself, if it is the first. An
 * archive may leave out positions.
 */
export const JOIN_EARLIER = `join post_item earlier on earlier.post_id = p.id and earlier.position = coalesce(
    (select max(position) from post_item where post_id = p.id and position < it.position), it.position)`;
