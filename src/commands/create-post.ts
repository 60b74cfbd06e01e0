/** One create-post request becomes rows, a line of each timeline and a message to Temporal: all of it or nothing. */
import { v7 as uuidv7 } from 'uuid';
import type { EntityManager } from '../db.ts';
import type { Context } from '../context.ts';
import { Outbox, PostEvent } from '../entities/delivery.ts';
import { Integration } from '../entities/integration.ts';
import { Post, PostGroup, PostItem } from '../entities/post.ts';
import { ApiError } from '../errors.ts';
import { isUuid } from '../validation.ts';
import { assertMayPublish } from '../policies/integration.ts';
import { assertNotPast, parseDate } from './parse-date.ts';
import { preparePost, type PreparedItem, type ValueInput } from './prepare-post.ts';
import { refuseTwin, rememberAnswer, type IdempotencyKey } from './remember-answer.ts';
import { startInline } from './start-inline.ts';

/** The validated body of POST /public/v1/posts. */
export interface CreatePostInput {
  readonly type: 'schedule' | 'now' | 'draft';
  readonly date: string;
  readonly shortLink?: boolean;
  readonly tags?: readonly { value: string; label: string }[];
  readonly inter?: number;
  readonly creationMethod?: string;
  readonly posts: readonly { integration: { id: string }; value: readonly ValueInput[]; settings?: Record<string, unknown> }[];
}

/** One element for each `posts[]` entry, in order. */
export type CreatePostAnswer = { postId: string; integration: string }[];

interface Target {
  readonly postId: string;
  readonly channel: { id: string; provider: string };
  readonly settings: Record<string, unknown>;
  readonly items: PreparedItem[];
}

/**
 * Stores the posts in one transaction, then starts their run; when Temporal does not answer within 500 ms the relay starts it.
 *
 * @throws ApiError for a bad date, unknown or unusable channels, wrong settings, content that the network would refuse
 */
export async function createPost(context: Context, organizationId: string, input: CreatePostInput, key?: IdempotencyKey): Promise<CreatePostAnswer> {
  const now = await context.now();
  const publishAt = input.type === 'now' ? now : parseDate(input.date);
  if (input.type === 'schedule') assertNotPast(publishAt, 'date', now);
  const em = context.database.fork();
  const targets = await loadTargets(context, em, organizationId, input);
  const answer = targets.map((t) => ({ postId: t.postId, integration: t.channel.id }));
  const groupId = uuidv7();

  await em.transactional(async (tx) => {
    if (!key && input.type !== 'draft') await refuseTwin(tx, { organizationId, input, posts: answer });
    if (key) await rememberAnswer(tx, { ...key, organizationId, status: 201, body: JSON.stringify(answer) });
    store(tx, { organizationId, groupId, now, publishAt, input, targets });
    await tx.flush();
    context.faultPoint('create:before-commit');
  });
  context.faultPoint('create:after-commit');
  if (input.type !== 'draft') await startInline(context, groupId);
  context.faultPoint('create:before-response');
  return answer;
}

async function loadTargets(context: Context, em: EntityManager, organizationId: string, input: CreatePostInput): Promise<Target[]> {
  const ids = input.posts.map((p) => p.integration.id);
  const channels = await em.find(Integration, { id: { $in: ids.filter(isUuid) }, deletedAt: null });
  return Promise.all(input.posts.map(async (entry, index) => {
    const channel = channels.find((c) => c.id === entry.integration.id.toLowerCase());
    assertMayPublish(organizationId, channel, entry.integration.id);
    const provider = context.providers.get(channel.provider);
    if (!provider) throw new ApiError('channel_disabled', { message: `This instance cannot publish to ${channel.provider}` });
    const prepared = await preparePost({
      organizationId, provider, channel, value: entry.value, settings: entry.settings, draft: input.type === 'draft', storage: context.storage, path: `posts.${index}`,
    });
    return { postId: uuidv7(), channel, ...prepared };
  }));
}

function store(tx: EntityManager, given: { organizationId: string; groupId: string; now: Date; publishAt: Date; input: CreatePostInput; targets: Target[] }): void {
  const { organizationId, groupId, now, publishAt, input, targets } = given;
  const postGroup = tx.create(PostGroup, { id: groupId, organization: organizationId, creationMethod: input.creationMethod === 'CLI' ? 'CLI' : 'API', createdAt: now });
  for (const target of targets) {
    const post = tx.create(Post, {
      id: target.postId, postGroup, organization: organizationId, integration: tx.getReference(Integration, target.channel.id), publishAt, settings: target.settings,
      state: input.type === 'draft' ? 'draft' : 'scheduled', tags: [...(input.tags ?? [])], shortLink: input.shortLink ?? false, intervalDays: input.inter || null, createdAt: now, updatedAt: now,
    });
    target.items.forEach((item, position) => tx.create(PostItem, { post, position, ...item }));
    tx.create(PostEvent, { post, at: now, kind: 'accepted', detail: { type: input.type, publishAt: publishAt.toISOString() } });
  }
  // The relay takes over after two seconds, when the start inline did not happen.
  if (input.type !== 'draft') tx.create(Outbox, { kind: 'start_group', postGroup, createdAt: now, availableAt: new Date(now.getTime() + 2000) });
}
