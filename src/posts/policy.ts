import type { EntityManager } from '../platform/database.ts';
import { MAY_BE_OUT_SQL } from '../platform/attempt-phase.ts';
import { ApiError } from '../platform/errors.ts';
import { sentence } from '../platform/sentences.ts';
import type { PostState } from '../../temporal/contract/post-states.ts';
import { foreign, missing } from '../platform/missing.ts';

/** A post can be changed until a worker takes it. */
export const CHANGEABLE: readonly PostState[] = ['draft', 'scheduled'];

/** The states in which a worker may have sent something that is not settled. */
const UNDER_WAY: readonly PostState[] = ['scheduled', 'publishing', 'processing'];

/** `MAY_BE_OUT_SQL` of a post whose row is locked. */
export async function mayBePublished(
  tx: EntityManager,
  { id, state }: { id: string; state: PostState },
): Promise<boolean> {
  if (!UNDER_WAY.includes(state)) return false;
  const rows: unknown[] = await tx.execute(`select 1 from post p where p.id = ? and ${MAY_BE_OUT_SQL}`, [id]);
  return rows.length > 0;
}

/** A caller sees and changes only its organisation's posts; a deleted one is not found. */
export function assertOwnPost<P extends { organization: string; deletedAt?: Date | null }>(
  organizationId: string,
  post: P | null,
  id: string,
): asserts post is P {
  if (!post || post.deletedAt) throw missing('post', id);
  if (post.organization !== organizationId) throw foreign('post', id);
}

/**
 * The post as people see it: one that was cancelled keeps its page. For clients of the API it is deleted.
 */
export const seenByPeople = (
  post: { readonly organization: string; readonly state: PostState; readonly deletedAt?: Date | null } | null,
): { organization: string; deletedAt?: Date | null } | null =>
  post?.state === 'cancelled' ? { organization: post.organization, deletedAt: null } : post;

/** The refusal of a change that came too late. `sent`: the post may be published (`mayBePublished`). */
export const tooLate = (state: PostState, { sent = false }: { sent?: boolean } = {}): ApiError =>
  new ApiError('post_locked', sentence(sent ? 'locked_post_may_be_out' : 'locked_post', { state }));
