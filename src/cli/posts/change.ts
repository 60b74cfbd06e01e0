import { idParam } from '../../platform/validation.ts';
import type { Instance } from '../instance/instance.ts';
import type { Answer } from '../output.ts';
import { postLines } from './show.ts';

/**
 * Cancels a post that waits; removes the record of one that has ended: what is out at the network stays out.
 */
export async function cancelPost(instance: Instance, typedId: string): Promise<Answer> {
  const id = idParam(typedId);
  const status = await instance.cancelPost(id);
  const words =
    status === 'cancelled'
      ? 'is cancelled: it will not go out'
      : 'has ended before; its record is removed, and what is out at the network stays out';
  return { json: { id, status }, lines: [`The post ${words}`] };
}

/** Publishes a post again that failed or was missed, and shows it. */
export async function retryFailedPost(instance: Instance, typedId: string): Promise<Answer> {
  const post = await instance.retryPost(idParam(typedId));
  return {
    json: post,
    lines: ['The post is published again; parts that are out stay as they are', '', ...postLines(post)],
  };
}
