/**
 * A create-post request: its entries are checked, stored with their timeline and a message to Temporal (all
 * of it or nothing), and started.
 */
import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../../platform/context.ts';
import {
  DUPLICATE_SECONDS,
  IdempotencyConflict,
  KEY_SECONDS,
  duplicateKey,
  duplicateRefusal,
  type IdempotencyKey,
} from '../../http/remember-answer.ts';
import type { Caller } from '../../http/types.ts';
import { startBeside, type InlineDeps } from '../../platform/outbox/start-inline.ts';
import { assertNotPast, dateOrNow } from '../../platform/parse-date.ts';
import { checkEntries, type NewPost, type PlacedEntry } from './entries/check-entries.ts';
import type { CheckDeps } from './entries/check-entry.ts';
import { assertNoneIgnored } from '../../platform/never-ignored-fields.ts';
import { createPostBody, tagNames, type CreatePostInput } from './post-body.ts';
import { namesPosts, planReplacements, replacePosts, type ReplacementPlan } from '../change/replace-posts.ts';
import { ruleOfNew } from '../series/repeat-input.ts';
import { storePosts, type PostsToStore } from './store-posts.ts';
import { untilCurrent } from '../change/until-current.ts';

/** One element for each `posts[]` entry, in order. */
export type CreatePostAnswer = { postId: string; integration: string }[];

/** The organisation, and the person where one is known. */
export type Creator = Pick<Caller, 'organizationId' | 'userId'>;

/** What is created, for whom, and under which Idempotency-Key. */
interface Request {
  readonly by: Creator;
  readonly input: CreatePostInput;
  readonly key?: IdempotencyKey;
}

/** By how long the relay waits for the start that follows the commit. */
const RELAY_AFTER_MS = 2000;

/**
 * Stores the posts with one statement, then begins to start their run, which the answer does not wait for;
 * when Temporal does not answer within 500 ms the relay starts it. Entries that name posts which exist change
 * those instead (replace-posts.ts).
 *
 * @throws ApiError `invalid_date`, `duplicate_request` without a key, `quota_exceeded`; as checkEntries
 * @throws IdempotencyConflict when a parallel request has taken the key
 */
export async function createPost(
  context: Context,
  by: Creator,
  input: CreatePostInput,
  key?: IdempotencyKey,
): Promise<CreatePostAnswer> {
  const attempt = (): Promise<CreatePostAnswer> => createOnce(context, { by, input, key });
  return namesPosts(input) ? untilCurrent(attempt) : attempt();
}

async function createOnce(context: Context, request: Request): Promise<CreatePostAnswer> {
  const plan = planPosts(request, await readSnapshot(context, request));
  context.faultPoint('create:before-commit');
  await store(context, request, plan);
  context.faultPoint('create:after-commit');
  await start(context, plan);
  context.faultPoint('create:before-response');
  return plan.answer;
}

/** The state when the request comes, and its entries once they are checked. */
interface Snapshot {
  readonly now: Date;
  readonly publishAt: Date;
  readonly repeatRule: string | null;
  readonly entries: readonly PlacedEntry[];
  readonly newPosts: readonly NewPost[];
  /** For a request that names posts which exist. */
  readonly replacements?: ReplacementPlan;
}

async function readSnapshot(
  context: CheckDeps & Pick<Context, 'now'>,
  { by, input }: Request,
): Promise<Snapshot> {
  const { organizationId } = by;
  assertNoneIgnored(createPostBody, input);
  const now = await context.now();
  const publishAt = dateOrNow(input, now);
  if (input.type === 'schedule') assertNotPast(publishAt, 'date', now);
  const repeatRule = await ruleOfNew(context.database, organizationId, { ...input, publishAt });
  const entries = input.posts.map((entry, index): PlacedEntry => ({ entry, path: `posts.${index}` }));
  const replacements = namesPosts(input)
    ? await planReplacements(context, organizationId, { input, publishAt, entries, repeatRule })
    : undefined;
  const shared = { organizationId, draft: input.type === 'draft', shortLink: input.shortLink };
  const newPosts = await checkEntries(context, shared, replacements?.fresh ?? entries);
  return { now, publishAt, repeatRule, entries, newPosts, replacements };
}

/** All that is written, and answered: decided before anything is. */
interface Plan {
  readonly posts: PostsToStore;
  readonly newPosts: readonly NewPost[];
  readonly replacements?: ReplacementPlan;
  readonly answer: CreatePostAnswer;
}

function planPosts({ by, input, key }: Request, snapshot: Snapshot): Plan {
  const { now, publishAt, repeatRule, entries, newPosts, replacements } = snapshot;
  const answer = answerOf(entries, [...newPosts, ...(replacements?.edited ?? [])]);
  const isDraft = input.type === 'draft';
  // A draft may be made twice: it publishes nothing.
  const record = key ?? (isDraft || newPosts.length === 0 ? null : duplicateKey(input));
  const posts: PostsToStore = {
    organizationId: by.organizationId,
    createdById: by.userId ?? null,
    groupId: uuidv7(),
    creationMethod: input.creationMethod === 'CLI' ? 'CLI' : 'API',
    state: isDraft ? 'draft' : 'scheduled',
    now,
    publishAt,
    availableAt: new Date(now.getTime() + RELAY_AFTER_MS),
    tags: tagNames(input.tags),
    intervalDays: input.inter || null,
    repeatRule,
    accepted: { type: input.type },
    queued: input.type === 'queue',
    onlyFree: input.onlyFree === true && (input.type === 'schedule' || isDraft),
    targets: newPosts.map(({ path, postId, channel, ownGroup, settings, shortLink, items }) => ({
      path,
      postId,
      channelId: channel.id,
      ownGroup,
      settings,
      shortLink,
      items,
    })),
    answer: record && {
      ...record,
      body: JSON.stringify(answer),
      seconds: key ? KEY_SECONDS : DUPLICATE_SECONDS,
    },
  };
  return { posts, newPosts, replacements, answer };
}

function answerOf(
  entries: readonly PlacedEntry[],
  posts: readonly { readonly path: string; readonly postId: string }[],
): CreatePostAnswer {
  return entries.map(({ entry, path }) => {
    const post = posts.find((p) => p.path === path);
    if (!post) throw new Error(`${path} made no post and changed none`);
    return { postId: post.postId, integration: entry.integration.id.toLowerCase() };
  });
}

/** @throws IdempotencyConflict, ApiError `duplicate_request` when the answer has been given already */
async function store(context: Context, { key }: Request, { posts, replacements }: Plan): Promise<void> {
  const stored = replacements?.changes.length
    ? await replacePosts(context, { plan: replacements, posts, now: posts.now })
    : await storePosts(context, posts);
  if (stored) return;
  if (key || !posts.answer) throw new IdempotencyConflict('The key has an answer already');
  throw await duplicateRefusal(context.database, posts.organizationId, posts.answer.key);
}

async function start(context: InlineDeps, { posts, newPosts }: Plan): Promise<void> {
  const { state, organizationId, groupId, publishAt, now } = posts;
  if (state !== 'scheduled' || newPosts.length === 0) return;
  // The dates of the queue are known to the database alone.
  if (posts.queued) return startBeside(context, groupId);
  const shared = { revision: 1, dueMs: publishAt.getTime(), organizationId, atOnce: publishAt <= now };
  const targets = newPosts.map(({ postId, channel, items }) => ({
    ...shared,
    postId,
    provider: channel.provider,
    organization: channel.organizationName,
    channel: channel.name,
    content: context.config.TEMPORAL_POST_TEXT ? (items[0]?.content ?? '') : null,
  }));
  await startBeside(context, groupId, targets);
}
