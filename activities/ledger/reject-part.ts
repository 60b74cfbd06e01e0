import { randomUUID } from 'node:crypto';
import type { Database, Statement } from '../../src/platform/database.ts';
import type { PostState } from '../../temporal/contract/post-states.ts';
import { phaseIsOpenSql } from '../../src/platform/attempt-phase.ts';
import type { PartKey } from './part-key.ts';
import { signalRun } from './signal-run.ts';
import type { Sentence } from '../../providers/_kit/sentences/fill.ts';

const REJECT: Statement = {
  name: 'reject-part',
  text: `with
  -- Not when the post has ended before, or changed.
  open as (
    select id
    from post
    where id = $6 and revision = $2 and state in ('scheduled', 'publishing', 'processing')
    for update
  ),
  -- A part that nobody has claimed has no attempt. When another claims it at this moment, the two meet in
  -- this insert.
  attempt as (
    insert into publish_attempt (id, post_item_id, revision, phase, fence, settled_at, evidence)
    select $8, $1, $2, 'rejected', $8, clock_timestamp(), jsonb_build_array($5::jsonb)
    from open
    on conflict (post_item_id, revision) do update
      set phase = 'rejected', settled_at = clock_timestamp(),
        evidence = publish_attempt.evidence || $5::jsonb, earlier_sent_at = null, resend_until = null
      where publish_attempt.fence = $7 and ${phaseIsOpenSql('publish_attempt.phase')}
        and ($9 or publish_attempt.earlier_sent_at is null)
    returning lost_at
  ),
  ended as (
    update post
    set updated_at = now(), hold = null, error_code = $3, error = $4,
      state = case
        when exists (select 1 from post_item n where n.post_id = post.id and n.published_at is not null)
        then 'partly_published'
        else 'failed'
      end
    where id in (select id from open) and exists (select 1 from attempt)
    returning id, post_group_id, organization_id, integration_id, state, error
  ),
  event as (
    insert into post_event (post_id, kind, detail)
    select id, 'failed', $5::jsonb
    from ended
  ),
  -- The kind of the notification is the state in which the post ended.
  notified as (
    insert into notification (organization_id, kind, post_id, integration_id, content)
    select organization_id, state, id, integration_id, error
    from ended
  ),
  ${signalRun('ended', '$10')}
  select state from ended`,
};

/** The reason why a part was rejected: by the network, with its code, or by us. */
export interface Rejection {
  readonly code: string;
  readonly message: string;
  readonly explanation?: Sentence;
  readonly networkCode?: string | null;
}

/**
 * Ends a post: nothing of this part is published and nothing will be. `fence` names the attempt as it was
 * read; null when there was none. Returns the final state; undefined when the post had ended before, another
 * worker has the part by now, or an earlier send of it may be published (`provenAbsent`: a look has shown
 * that it is not). `answered`: the call itself was answered, maybe late.
 */
export async function rejectPart(
  db: Database,
  { itemId, revision, postId, position }: PartKey,
  fence: string | null,
  rejection: Rejection & { readonly provenAbsent?: boolean; readonly answered?: boolean },
): Promise<PostState | undefined> {
  const {
    code,
    message,
    explanation,
    networkCode = null,
    provenAbsent = false,
    answered = false,
  } = rejection;
  const detail = JSON.stringify({ part: position + 1, code, message, networkCode, explanation });
  const values = [
    itemId,
    revision,
    code,
    message,
    detail,
    postId,
    fence,
    randomUUID(),
    provenAbsent,
    answered,
  ];
  return (await db.query<{ state: PostState }>(REJECT, values))[0]?.state;
}
