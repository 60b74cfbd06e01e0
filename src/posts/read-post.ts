import type { Database } from '../platform/database.ts';
import { Outbox, PostEvent } from '../entities/delivery.ts';
import { Post } from '../entities/post.ts';
import type { PostDetailRecord } from './present-post.ts';
import { tagsOf } from './read-posts.ts';

/** One post with its parts, timeline and tags, of whatever organisation; null when there is none. */
export async function readPost(
  database: Database,
  id: string,
): Promise<(PostDetailRecord & { organization: string; deletedAt?: Date | null }) | null> {
  const em = database.fork();
  const post = await em.findOne(Post, { id }, { populate: ['integration', 'postGroup', 'items'] });
  if (!post) return null;
  const timeline = await em.find(PostEvent, { post: id }, { orderBy: { id: 'asc' } });
  const messages = await em.find(Outbox, { postGroup: post.postGroup.id });
  const tried = messages.some((message) => message.attempts > 0);
  const items = post.items.getItems();
  const tags = await tagsOf(database, [id]);
  return {
    ...post,
    items,
    timeline,
    delivery: messages.length === 0 ? 'done' : tried ? 'tried' : 'untried',
    tags: tags.get(id) ?? [],
    content: items[0]?.content ?? '',
    creationMethod: post.postGroup.creationMethod,
  };
}
