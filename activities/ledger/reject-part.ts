import type { Database, Statement } from '../../src/platform/database.ts';
import type { PostState } from '../../temporal/contract.ts';
import type { PartKey } from './part-key.ts';

const REJECT: Statement = {
  name: 'reject-part',
  text: `with
  attempt as (
    update publish_attempt
    set phase = 'rejected', settled_at = clock_timestamp(), evidence = evidence || $5::jsonb
    where post_item_id = $1 and revision = $2 and phase in ('intent', 'sent')
  ),
  -- Not when the post has ended before.
  ended as (
    update post
    set updated_at = now(), error_code = $3, error = $4,
      state = case
        when exists (select 1 from post_item n where n.post_id = post.id and n.published_at is not null)
        then 'partly_published'
        else 'failed'
      end
    where id = $6 and state in ('scheduled', 'publishing', 'processing', 'unconfirmed')
    returning id, organization_id, integration_id, state, error
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
  )
  select state from ended`,
};

/**
 * Ends a post: nothing of this part is out and nothing will be. Returns the final state, undefined when the
 * post had ended before.
 */
export async function rejectPart(
  db: Database,
  { itemId, revision, postId, position }: PartKey,
  { code, message, networkCode = null }: { code: string; message: string; networkCode?: string | null },
): Promise<PostState | undefined> {
  const detail = JSON.stringify({ part: position + 1, code, message, networkCode });
  const values = [itemId, revision, code, message, detail, postId];
  return (await db.query<{ state: PostState }>(REJECT, values))[0]?.state;
}
