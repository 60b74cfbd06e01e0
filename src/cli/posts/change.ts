import { deletePost, retryPost } from '../../commands/change-post.ts';
import { Post } from '../../entities/post.ts';
import { idParam } from '../../validation.ts';
import type { Session } from '../command.ts';
import type { Answer } from '../output.ts';
import { showPost } from './show.ts';

/** Cancels a post that waits; removes the record of one that has ended: what is out at the network stays out. */
export async function cancelPost(session: Session, typedId: string): Promise<Answer> {
  const id = idParam(typedId);
  const organization = await session.organization();
  await deletePost(session.context, { organizationId: organization.id, postId: id });
  const post = await session.context.database.fork().findOneOrFail(Post, { id });
  const words = post.state === 'cancelled' ? 'is cancelled: it will not go out' : 'has ended before; its record is removed, and what is out at the network stays out';
  return { json: { id, status: post.state }, lines: [`The post ${words}`] };
}

/** Publishes a post again that failed or was missed, and shows it. */
export async function retryFailedPost(session: Session, typedId: string): Promise<Answer> {
  const id = idParam(typedId);
  const organization = await session.organization();
  await retryPost(session.context, { organizationId: organization.id, postId: id });
  const { json, lines } = await showPost(session, id);
  return { json, lines: ['The post is published again; parts that are out stay as they are', '', ...lines] };
}
