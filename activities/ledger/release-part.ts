import type { PostEventKind } from '../../src/platform/entities/events.ts';
import type { Database, Statement } from '../../src/platform/database.ts';
import type { PartKey } from './part-key.ts';
import { notifyOnce } from './notify-once.ts';
import { signalRun } from './signal-run.ts';

// The attempt goes back to where a claim can take it. The fence proves that nobody has taken it since. Of a
// repeat, this send did not happen; an earlier one did, so the part may still be published.
const ATTEMPT_BACK = `locked as (
    select id, post_group_id
    from post
    where id = $5
    for update
  ),
  attempt as (
    update publish_attempt
    set phase = case when earlier_sent_at is null then 'intent' else 'repeat' end, sent_at = null,
      evidence = evidence || $4::jsonb
    where post_item_id = $1 and revision = $2 and fence = $3 and phase in ('intent', 'repeat', 'sent')
      and exists (select 1 from locked)
    returning phase = 'repeat' as repeat, lost_at
  ),
  ${signalRun('locked', 'true')}`;

// A part that may be published, wholly or partly, never goes back to where it could be changed or cancelled.
const NOTHING_IS_OUT = `not exists (select 1 from attempt where repeat)
      and not exists (select 1 from post_item n where n.post_id = $5 and n.published_at is not null)`;

const DETAIL = `case
      when (select repeat from attempt) then $4::jsonb || '{"repeat": true}' else $4::jsonb
    end`;

const RELEASE: Statement = {
  name: 'release-part',
  text: `with
  ${ATTEMPT_BACK},
  released as (
    update post
    set state = 'scheduled', updated_at = now()
    where id = $5 and revision = $2 and state = 'publishing' and exists (select 1 from attempt)
      and ${NOTHING_IS_OUT}
  ),
  ${notifyOnce('$6', DETAIL)}
  select 1 as ok from attempt`,
};

/**
 * Releases a part whose send provably did not happen: it may be claimed again. `kind` names the line of the
 * timeline.
 */
export async function releasePart(
  db: Database,
  { itemId, revision, postId }: PartKey,
  fenceId: string,
  event: {
    kind: Extract<PostEventKind, 'will_retry' | 'rate_limited'>;
    detail: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const values = [itemId, revision, fenceId, JSON.stringify(event.detail), postId, event.kind];
  await db.query(RELEASE, values);
}

// The part may have been released already, for a renewal of the token that then failed.
const HOLD: Statement = {
  name: 'hold-part',
  text: `with
  ${ATTEMPT_BACK},
  -- On hold, unless a person has reconnected the channel by now.
  waiting as (
    update post
    set updated_at = now(),
      hold = (
        select 'channel'
        from integration i
        where i.id = post.integration_id and i.refresh_needed
      ),
      state = case when ${NOTHING_IS_OUT} then 'scheduled' else state end
    where id = $5 and revision = $2 and state in ('scheduled', 'publishing')
      and exists (select 1 from attempt)
    returning id, hold
  ),
  event as (
    insert into post_event (post_id, kind, detail)
    select id, 'held', ${DETAIL}
    from waiting
    where hold is not null
  )
  select 1 as ok from waiting where hold is not null`,
};

/**
 * Holds a part whose send provably did not happen, as its channel is disconnected. False when a person has
 * connected it again meanwhile.
 */
export async function holdPart(
  db: Database,
  { itemId, revision, postId }: PartKey,
  fenceId: string,
  detail: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const held = await db.query(HOLD, [itemId, revision, fenceId, JSON.stringify(detail), postId]);
  return held.length === 1;
}
