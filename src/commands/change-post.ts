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
export interface PostOf {
  readonly organizationId: string;
  readonly postId: string;
}

/** What the run must hear of a change: nothing, that its row changed, or that a group of its own is to be started. */
type Aftermath = 'nothing' | 'tell' | 'start';

/**
 * Cancels a post that waits, or deletes one that has ended (what is out at the network stays out). A thread that is held between
 * two parts ends there.
 *
 * @throws ApiError `post_locked` while a worker publishes it; `post_not_found`, `foreign_resource`
 */
export async function deletePost(context: Context, of: PostOf): Promise<void> {
  const from: readonly PostState[] = [...CHANGEABLE, 'published', 'partly_published', 'failed', 'unconfirmed', 'missed', 'cancelled'];
  await changePost(context, { ...of, from, orHeld: true }, (tx, post, now) => {
    // A run waits for the date, for the channel, or for a person's decision.
    const waits = ['scheduled', 'publishing', 'unconfirmed'].includes(post.state);
    if (CHANGEABLE.includes(post.state)) post.state = 'cancelled';
    if (post.state === 'publishing') Object.assign(post, { state: 'partly_published', errorCode: 'dropped', error: 'Deleted while the rest waited' });
    Object.assign(post, { deletedAt: now, hold: null });
    tx.create(PostEvent, { post, at: now, kind: post.state === 'cancelled' ? 'cancelled' : 'deleted' });
    return waits ? 'tell' : 'nothing';
  });
}

/** What PATCH may change. `content` is the first part's text; `value` replaces all parts. */
export interface EditPostInput {
  readonly date?: string;
  readonly content?: string;
  readonly value?: readonly ValueInput[];
}

/**
 * Moves a waiting post or changes its content; a draft as well. A missed post that gets a date waits again.
 *
 * @throws ApiError `post_locked` once a worker took it; `invalid_date`, `invalid_content` and the like for what is wrong
 */
export async function editPost(context: Context, of: PostOf, input: EditPostInput): Promise<void> {
  const publishAt = input.date === undefined ? undefined : parseDate(input.date);
  const items = await prepareItems(context, of, input);
  await changePost(context, { ...of, from: publishAt ? [...CHANGEABLE, 'missed'] : CHANGEABLE }, async (tx, post, now) => {
    const missed = post.state === 'missed';
    if (publishAt && post.state !== 'draft') assertNotPast(publishAt, 'date', now);
    if (publishAt) Object.assign(post, { publishAt, hold: null });
    if (missed) startAnew(tx, post, now);
    if (items) await replaceItems(tx, post, items);
    if (publishAt) tx.create(PostEvent, { post, at: now, kind: 'rescheduled', detail: { publishAt: publishAt.toISOString() } });
    if (items) tx.create(PostEvent, { post, at: now, kind: 'edited' });
    if (missed) return 'start';
    return post.state === 'scheduled' ? 'tell' : 'nothing';
  });
}

/**
 * Publishes a post again that failed or was missed: parts that are out stay as they are. A new revision opens a new line in the
 * send ledger.
 *
 * @throws ApiError `post_locked` for a post in any other state
 */
export async function retryPost(context: Context, of: PostOf): Promise<void> {
  await changePost(context, { ...of, from: ['failed', 'partly_published', 'missed'] }, (tx, post, now) => {
    post.publishAt = new Date(Math.max(now.getTime(), post.publishAt.getTime()));
    startAnew(tx, post, now);
    tx.create(PostEvent, { post, at: now, kind: 'retried' });
    return 'start';
  });
}

/** A group of its own gives the post a new run, because the old one may still wait for other targets, or be over. */
function startAnew(tx: EntityManager, post: PostRow, now: Date): void {
  Object.assign(post, { state: 'scheduled', errorCode: null, error: null, decidedAt: now });
  post.postGroup = tx.create(PostGroup, { organization: post.organization, creationMethod: 'API', createdAt: now });
  tx.create(Outbox, { kind: 'start_group', postGroup: post.postGroup, createdAt: now, availableAt: twoSecondsAfter(now) });
}

/** The relay takes over then, when what is done right after the commit did not happen. */
const twoSecondsAfter = (now: Date): Date => new Date(now.getTime() + 2000);

/**
 * Locks the row, checks that it may change, applies the change, raises the revision; then does what `apply` asks for. With `orHeld`
 * a thread that waits between two parts for its channel or the end of a freeze may change too: no worker has it.
 */
export async function changePost(
  context: Context,
  { organizationId, postId, from, orHeld = false }: PostOf & { from: readonly PostState[]; orHeld?: boolean },
  apply: (tx: EntityManager, post: PostRow, now: Date) => Aftermath | Promise<Aftermath>,
): Promise<void> {
  const now = await context.now();
  const { aftermath, groupId } = await context.database.fork().transactional(async (tx) => {
    await tx.execute('select 1 from post where id = ? for update', [postId]);
    const post = await tx.findOne(Post, { id: postId });
    assertOwnPost(organizationId, post, postId);
    if (!from.includes(post.state) && !(orHeld && post.state === 'publishing' && post.hold)) throw tooLate(post.state);
    const aftermath = await apply(tx, post, now);
    post.revision += 1;
    if (aftermath === 'tell') tx.create(Outbox, { kind: 'sync_post', postGroup: post.postGroup, post, createdAt: now, availableAt: twoSecondsAfter(now) });
    return { aftermath, groupId: post.postGroup.id };
  });
  if (aftermath === 'tell') await syncInline(context, postId);
  if (aftermath === 'start') await startInline(context, groupId);
}

async function prepareItems(context: Context, { organizationId, postId }: PostOf, input: EditPostInput): Promise<PreparedItem[] | undefined> {
  if (input.content === undefined && input.value === undefined) return undefined;
  const post = await context.database.fork().findOne(Post, { id: postId }, { populate: ['integration', 'items'] });
  assertOwnPost(organizationId, post, postId);
  const network = context.networks.get(post.integration.provider);
  if (!network) throw new ApiError('channel_disabled', { message: `This instance cannot publish to ${post.integration.provider}` });
  const stored = post.items.getItems().map((item) => ({ content: item.content, image: item.media, delay: item.delayMinutes }));
  const value = input.value ?? stored.map((item, index) => (index === 0 ? { ...item, content: input.content ?? item.content } : item));
  const prepared = await preparePost({
    organizationId, network, channel: post.integration, value, settings: post.settings, draft: post.state === 'draft', storage: context.storage, path: 'post',
  });
  return prepared.items;
}

async function replaceItems(tx: EntityManager, post: PostRow, items: PreparedItem[]): Promise<void> {
  // A retried post may have parts that are out; new rows in their place would go out a second time.
  if (await tx.count(PostItem, { post: post.id, publishedAt: { $ne: null } })) throw new ApiError('post_locked', { message: 'The content can no longer be changed: a part of the post is published' });
  await tx.nativeDelete(PostItem, { post: post.id });
  items.forEach((item, position) => tx.create(PostItem, { post, position, ...item }));
}
