/** Changes to a post that waits: cancel, move, edit, retry. The row decides by a conditional update; the run is told afterwards. */
import type { PostState } from '../../temporal/contract.ts';
import type { Context } from '../context.ts';
import type { EntityManager } from '../db.ts';
import { Outbox, PostEvent } from '../entities/delivery.ts';
import { Post, PostGroup, PostItem, type PostRow } from '../entities/post.ts';
import { ApiError } from '../errors.ts';
import { CHANGEABLE, assertOwnPost, tooLate } from '../policies/post.ts';
import { assertNotPast, parseDate } from './parse-date.ts';
import { preparePost, type PreparedItem, type ValueInput } from './prepare-post.ts';
import { startInline, syncInline } from './start-inline.ts';

/** Which post, on whose behalf. */
interface PostOf {
  readonly organizationId: string;
  readonly postId: string;
}

/**
 * Cancels a post that waits, or deletes one that has ended (what is out at the network stays out).
 *
 * @throws ApiError `post_locked` while a worker publishes it; `post_not_found`, `foreign_resource`
 */
export async function deletePost(context: Context, { organizationId, postId }: PostOf): Promise<void> {
  const { tell } = await change(context, { organizationId, postId, from: [...CHANGEABLE, 'published', 'partly_published', 'failed', 'unconfirmed', 'missed', 'cancelled'] }, (tx, post) => {
    // A run waits for the date, or for a person's decision.
    const tell = post.state === 'scheduled' || post.state === 'unconfirmed';
    if (CHANGEABLE.includes(post.state)) post.state = 'cancelled';
    post.deletedAt = new Date();
    tx.create(PostEvent, { post, kind: post.state === 'cancelled' ? 'cancelled' : 'deleted' });
    return tell;
  });
  if (tell) await syncInline(context, postId);
}

/** What PATCH may change. `content` is the first part's text; `value` replaces all parts. */
export interface EditPostInput {
  readonly date?: string;
  readonly content?: string;
  readonly value?: readonly ValueInput[];
}

/**
 * Moves a waiting post or changes its content; a draft as well.
 *
 * @throws ApiError `post_locked` once a worker took it; `invalid_date`, `invalid_content` and the like for what is wrong
 */
export async function editPost(context: Context, of: PostOf, input: EditPostInput): Promise<void> {
  const publishAt = input.date === undefined ? undefined : parseDate(input.date);
  const items = await prepareItems(context, of, input);
  const { tell } = await change(context, { ...of, from: CHANGEABLE }, async (tx, post) => {
    if (publishAt && post.state === 'scheduled') assertNotPast(publishAt);
    if (publishAt) post.publishAt = publishAt;
    if (items) await replaceItems(tx, post, items);
    if (publishAt) tx.create(PostEvent, { post, kind: 'rescheduled', detail: { publishAt: publishAt.toISOString() } });
    if (items) tx.create(PostEvent, { post, kind: 'edited' });
    return post.state === 'scheduled';
  });
  if (tell) await syncInline(context, of.postId);
}

/**
 * Publishes a post again that failed: parts that are out stay as they are. A new revision opens a new line in the send ledger,
 * and a group of its own gives it a new run, because the old one may still wait for other targets.
 *
 * @throws ApiError `post_locked` for a post in any other state
 */
export async function retryPost(context: Context, of: PostOf): Promise<void> {
  const { groupId } = await change(context, { ...of, from: ['failed', 'partly_published', 'missed'] }, (tx, post) => {
    Object.assign(post, { state: 'scheduled', errorCode: null, error: null, publishAt: new Date(Math.max(Date.now(), post.publishAt.getTime())) });
    post.postGroup = tx.create(PostGroup, { organization: of.organizationId, creationMethod: 'API' });
    tx.create(PostEvent, { post, kind: 'retried' });
    tx.create(Outbox, { kind: 'start_group', postGroup: post.postGroup, availableAt: new Date(Date.now() + 2000) });
    return false;
  });
  await startInline(context, groupId);
}

/** Locks the row, checks that it may change, applies the change, raises the revision and leaves a message for the run if `apply` says so. */
async function change(
  context: Context,
  { organizationId, postId, from }: PostOf & { from: readonly PostState[] },
  apply: (tx: EntityManager, post: PostRow) => boolean | Promise<boolean>,
): Promise<{ tell: boolean; groupId: string }> {
  return context.database.fork().transactional(async (tx) => {
    await tx.execute('select 1 from post where id = ? for update', [postId]);
    const post = await tx.findOne(Post, { id: postId });
    assertOwnPost(organizationId, post, postId);
    if (!from.includes(post.state)) throw tooLate(post.state);
    const tell = await apply(tx, post);
    post.revision += 1;
    if (tell) tx.create(Outbox, { kind: 'sync_post', postGroup: post.postGroup, post, availableAt: new Date(Date.now() + 2000) });
    return { tell, groupId: post.postGroup.id };
  });
}

async function prepareItems(context: Context, { organizationId, postId }: PostOf, input: EditPostInput): Promise<PreparedItem[] | undefined> {
  if (input.content === undefined && input.value === undefined) return undefined;
  const post = await context.database.fork().findOne(Post, { id: postId }, { populate: ['integration', 'items'] });
  assertOwnPost(organizationId, post, postId);
  const provider = context.providers.get(post.integration.provider);
  if (!provider) throw new ApiError('channel_disabled', { message: `This instance cannot publish to ${post.integration.provider}` });
  const stored = post.items.getItems().map((item) => ({ content: item.content, image: item.media, delay: item.delayMinutes }));
  const value = input.value ?? stored.map((item, index) => (index === 0 ? { ...item, content: input.content ?? item.content } : item));
  const prepared = await preparePost({
    organizationId, provider, channel: post.integration, value, settings: post.settings, draft: post.state === 'draft', storage: context.storage, path: 'post',
  });
  return prepared.items;
}

async function replaceItems(tx: EntityManager, post: PostRow, items: PreparedItem[]): Promise<void> {
  // A retried post may have parts that are out; new rows in their place would go out a second time.
  if (await tx.count(PostItem, { post: post.id, publishedAt: { $ne: null } })) throw new ApiError('post_locked', { message: 'The content can no longer be changed: a part of the post is published' });
  await tx.nativeDelete(PostItem, { post: post.id });
  items.forEach((item, position) => tx.create(PostItem, { post, position, ...item }));
}
