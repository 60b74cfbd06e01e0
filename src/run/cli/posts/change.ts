import { idParam } from '../../../platform/validation.ts';
import type { Instance } from '../instance/instance.ts';
import type { Answer } from '../output.ts';
import { postLines } from './show.ts';

/** Cancels a post, or removes the record of one that has ended; what the network has stays there. */
export async function cancelPost(instance: Instance, typedId: string): Promise<Answer> {
  const id = idParam(typedId);
  const status = await instance.cancelPost(id);
  const text =
    status === 'cancelled'
      ? 'The post is cancelled and will not be published'
      : 'The post had already ended. Its record is removed; anything on the network stays there';
  return { json: { id, status }, lines: [text] };
}

/** Retries a post that failed or was missed, and shows it. */
export async function retryFailedPost(instance: Instance, typedId: string): Promise<Answer> {
  const post = await instance.retryPost(idParam(typedId));
  return {
    json: post,
    lines: [
      'The post is being retried. Parts that have been published are not sent again',
      '',
      ...postLines(post),
    ],
  };
}
