/**
 * Deletes a channel with all its posts and forgets its credentials. What is published stays on the network.
 */
import type { PostState } from '../../temporal/contract/post-states.ts';
import type { Context } from '../platform/context.ts';
import { recordAudit } from '../platform/audit.ts';
import { MAY_BE_OUT_SQL } from '../platform/attempt-phase.ts';
import { queryInside, type Statement } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import { Integration } from '../platform/entities/integration.ts';
import { assertOwnChannel } from './own-channel.ts';
import { sentence } from '../platform/sentences.ts';

const LOCK: Statement = {
  name: 'delete-channel-lock',
  text: `select p.state, p.hold is not null and not ${MAY_BE_OUT_SQL} as waits
    from post p
    where p.integration_id = $1 and p.deleted_at is null
    order by p.id
    for update of p`,
};
/** A part of it is: a thread that failed after its first part, and is to be tried again. */
const IS_OUT = 'exists (select 1 from post_item n where n.post_id = o.id and n.published_at is not null)';
const CHANNEL_DELETED = sentence('channel_deleted_while_rest_waited');
// Does what `deletion` of one post does (change-post.ts), for possibly ten thousand. The relay notifies their
// runs.
const DELETE: Statement = {
  name: 'delete-channel-posts',
  text: `with old as (select o.id, o.state, case
          when o.state = 'publishing' or o.state in ('draft', 'scheduled') and ${IS_OUT} then 'partly_published'
          when o.state in ('draft', 'scheduled') then 'cancelled'
        end as ends_as
      from post o where o.integration_id = $1 and o.deleted_at is null),
    gone as (update post p set deleted_at = now(), updated_at = now(), hold = null, revision = p.revision + 1,
        state = coalesce(ends_as, p.state),
        error_code = case when ends_as = 'partly_published' then 'dropped' else p.error_code end, error = case when ends_as = 'partly_published' then '${CHANNEL_DELETED.message}' else p.error end
      from old where p.id = old.id returning p.id, p.post_group_id, p.state, old.state as before),
    e as (insert into post_event (post_id, kind, detail) select id, case when state = 'cancelled' then 'cancelled' else 'deleted' end, '${JSON.stringify({ why: 'the channel was deleted', explanation: CHANNEL_DELETED })}'::jsonb from gone)
    insert into outbox (id, kind, post_group_id, post_id) select gen_random_uuid(), 'sync_post', post_group_id, id from gone where before in ('scheduled', 'publishing', 'unconfirmed')`,
};

/**
 * Deletes a channel of the organisation, and cancels or deletes its posts, in one transaction.
 *
 * @throws ApiError `integration_not_found`, `foreign_resource`; `post_locked` while a worker publishes one of
 * its posts: nothing has changed then
 */
export async function deleteChannel(
  context: Context,
  ref: { organizationId: string; channelId: string; userId?: string | undefined },
): Promise<void> {
  const { organizationId, channelId } = ref;
  const now = await context.now();
  await context.database.fork().transactional(async (tx) => {
    await tx.execute('select 1 from integration where id = ? for update', [channelId]);
    const channel = await tx.findOne(Integration, { id: channelId });
    assertOwnChannel(organizationId, channel, channelId);
    const posts = await queryInside<{ state: PostState; waits: boolean }>(tx, LOCK, [channelId]);
    const taken = posts.find(({ state, waits }) => ['publishing', 'processing'].includes(state) && !waits);
    if (taken) throw new ApiError('post_locked', sentence('locked_post_of_channel', { state: taken.state }));
    await queryInside(tx, DELETE, [channelId]);
    Object.assign(channel, {
      deletedAt: now,
      credentials: '',
      credentialsVersion: channel.credentialsVersion + 1,
    });
    await recordAudit(tx, {
      organizationId,
      userId: ref.userId ?? null,
      kind: 'channel_deleted',
      subjectId: channelId,
      detail: { name: channel.name, provider: channel.provider },
    });
  });
}
