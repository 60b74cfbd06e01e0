/**
 * One create-post request becomes rows, a line of each timeline and a message to Temporal: all of it or
 * nothing.
 */
import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.ts';
import { untilCurrent } from './edit-post.ts';
import { loadTargets, type PlacedEntry, type Target } from './load-targets.ts';
import { assertNotPast, parseDate } from './parse-date.ts';
import type { CreatePostInput } from './post-body.ts';
import {
  IdempotencyConflict,
  KEY_SECONDS,
  DUPLICATE_SECONDS,
  duplicateKey,
  duplicateRefusal,
  type IdempotencyKey,
} from '../http/remember-answer.ts';
import { planReplacements, replacePosts } from './replace-posts.ts';
import { startInline } from '../outbox/start-inline.ts';
import { storePosts, type PostsToStore } from './store-posts.ts';
import { tagNames } from './tag-post.ts';

/** One element for each `posts[]` entry, in order. */
export type CreatePostAnswer = { postId: string; integration: string }[];

/**
 * Stores the posts with one statement, then starts their run; when Temporal does not answer within 500 ms the
 * relay starts it. Entries that name posts which exist change those instead, in the same transaction
 * (replace-posts.ts).
 *
 * @throws ApiError for a bad date, unknown or unusable channels, wrong settings, content that the network
 * would refuse, a twin without a key
 * @throws IdempotencyConflict when a parallel request has taken the key
 */
export function createPost(
  context: Context,
  organizationId: string,
  input: CreatePostInput,
  key?: IdempotencyKey,
): Promise<CreatePostAnswer> {
  return untilCurrent(() => createOnce(context, organizationId, { input, key }));
}

async function createOnce(
  context: Context,
  organizationId: string,
  { input, key }: { input: CreatePostInput; key: IdempotencyKey | undefined },
): Promise<CreatePostAnswer> {
  const now = await context.now();
  const publishAt = input.type === 'now' ? now : parseDate(input.date);
  if (input.type === 'schedule') assertNotPast(publishAt, 'date', now);
  const placed = input.posts.map((entry, index): PlacedEntry => ({ entry, path: `posts.${index}` }));
  const plan = await planReplacements(context, organizationId, { input, publishAt, entries: placed });
  const targets = await loadTargets(context, { organizationId, draft: input.type === 'draft' }, plan.fresh);
  const made = new Map(targets.map((target, n) => [plan.fresh[n]?.entry, target.postId]));
  const answer = input.posts.map((entry, index) => {
    const postId = made.get(entry) ?? plan.edited.get(entry);
    if (!postId) throw new Error(`posts.${index} made no post and changed none`);
    return { postId, integration: entry.integration.id.toLowerCase() };
  });
  const remembered = key ?? (input.type === 'draft' || targets.length === 0 ? null : duplicateKey(input));
  const posts = toStore({
    organizationId,
    input,
    now,
    publishAt,
    targets,
    answer: remembered && { ...remembered, body: JSON.stringify(answer) },
  });
  const seconds = key ? KEY_SECONDS : DUPLICATE_SECONDS;

  context.faultPoint('create:before-commit');
  const stored = plan.changes.length
    ? await replacePosts(context, { plan, posts, seconds, now })
    : await storePosts(context, posts, seconds);
  if (!stored) {
    throw key
      ? new IdempotencyConflict('The key has an answer already')
      : await duplicateRefusal(context.database, organizationId, remembered?.key ?? '');
  }
  context.faultPoint('create:after-commit');
  if (input.type !== 'draft' && targets.length) {
    await startInline(
      context,
      posts.groupId,
      targets.map((t) => ({
        postId: t.postId,
        provider: t.channel.provider,
        revision: 1,
        dueMs: publishAt.getTime(),
        organizationId,
        atOnce: publishAt <= now,
      })),
    );
  }
  context.faultPoint('create:before-response');
  return answer;
}

function toStore(
  given: Pick<PostsToStore, 'organizationId' | 'now' | 'publishAt' | 'answer'> & {
    input: CreatePostInput;
    targets: readonly Target[];
  },
): PostsToStore {
  const { input, targets, ...rest } = given;
  return {
    ...rest,
    groupId: uuidv7(),
    targets: targets.map(({ channel, ...target }) => ({ ...target, channelId: channel.id })),
    creationMethod: input.creationMethod === 'CLI' ? 'CLI' : 'API',
    state: input.type === 'draft' ? 'draft' : 'scheduled',
    availableAt: new Date(given.now.getTime() + 2000),
    tags: tagNames(input.tags),
    shortLink: input.shortLink ?? false,
    intervalDays: input.inter || null,
    accepted: { type: input.type, publishAt: given.publishAt.toISOString() },
  };
}
