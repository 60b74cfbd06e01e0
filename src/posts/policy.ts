import { ApiError } from '../platform/errors.ts';
import type { PostState } from '../../temporal/contract.ts';

/** A post can be changed until a worker takes it. */
export const CHANGEABLE: readonly PostState[] = ['draft', 'scheduled'];

/** A caller sees and changes only its organisation's posts; a deleted one is not found. */
export function assertOwnPost<P extends { organization: string; deletedAt?: Date | null }>(
  organizationId: string,
  post: P | null,
  id: string,
): asserts post is P {
  if (!post || post.deletedAt) throw new ApiError('post_not_found', { message: `No post has the id ${id}` });
  if (post.organization !== organizationId) {
    throw new ApiError('foreign_resource', { message: `The post ${id} belongs to another organisation` });
  }
}

/** The refusal of a change that came too late. */
export function tooLate(state: PostState, which = 'The post'): ApiError {
  return new ApiError('post_locked', {
    message: `${which} can no longer be changed: it is ${state.replace('_', ' ')}`,
  });
}
