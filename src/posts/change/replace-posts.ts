/**
 * Entries of a create request that name posts which exist: `value[0].id` changes that post in place, `group`
 * puts the new post in the place of the one with that group. Existing clients edit in this way.
 */
import { countPosts } from '../../billing/count-posts.ts';
import { Post } from '../../platform/entities/post.ts';
import { rememberAnswer } from '../../http/remember-answer.ts';
import type { EntityManager } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { transact } from '../../platform/lost-answer.ts';
import { isUndated } from '../../platform/parse-date.ts';
import { isUuid } from '../../platform/validation.ts';
import type { CheckDeps } from '../create/entries/check-entry.ts';
import {
  changeInside,
  isAccepted,
  notifyChanged,
  type ChangeDeps,
  type FollowUp,
  type PostChange,
} from './change-post.ts';
import { deletion } from './delete-post.ts';
import { editing, prepareEdit, type PreparedEdit } from './edit-post.ts';
import type { PlacedEntry } from '../create/entries/check-entries.ts';
import { assertOwnPost } from '../policy.ts';
import type { CreatePostInput, EntryInput } from '../create/post-body.ts';
import { assertGoesOut, toDraft, toSchedule, type PostChannel } from './set-post-status.ts';
import { storePostsInside, type PostsToStore } from '../create/store-posts.ts';
import type { Sentence } from '../../../providers/_kit/sentences/fill.ts';
import { sentence } from '../../platform/sentences.ts';

/** Whether an entry names a post that exists, or must (`update`). */
export const namesPosts = ({ type, posts }: CreatePostInput): boolean =>
  type === 'update' || posts.some((entry) => postIdOf(entry) || groupOf(entry));

/** The post that an entry changes in place, as the client wrote it. */
const postIdOf = ({ value }: EntryInput): string | undefined =>
  value[0]?.id?.trim().toLowerCase() || undefined;

/** The group of the post that an entry replaces: a UUID. */
const groupOf = ({ group }: EntryInput): string | undefined => (group && isUuid(group) ? group : undefined);

/** The plan of a request: what it does to posts that exist, and which of its entries make new ones. */
export interface ReplacementPlan {
  readonly fresh: readonly PlacedEntry[];
  /** The posts that are changed in place, each with the place of its entry. */
  readonly edited: readonly { readonly path: string; readonly postId: string }[];
  readonly changes: readonly {
    readonly postId: string;
    readonly revisions?: readonly number[];
    readonly change: PostChange;
  }[];
}

/**
 * Finds out what is to be replaced, and checks the edits. A draft that is sent without a date keeps its own.
 */
export async function planReplacements(
  context: CheckDeps,
  organizationId: string,
  request: {
    input: CreatePostInput;
    publishAt: Date;
    entries: readonly PlacedEntry[];
    repeatRule: string | null;
  },
): Promise<ReplacementPlan> {
  const { input, entries } = request;
  if (input.type === 'queue') throw refusedAs('queue_takes_new_posts', entries);
  if (input.onlyFree) throw refusedAs('only_free_takes_new_posts', entries);
  const publishAt = isUndated(input) ? undefined : request.publishAt;
  const fresh: PlacedEntry[] = [];
  const edited: ReplacementPlan['edited'][number][] = [];
  const changes: ReplacementPlan['changes'][number][] = [];
  for (const placed of entries) {
    const post = await namedPost(context, organizationId, placed);
    if (!post && input.type === 'update') {
      throw wrongId(placed.path, sentence('post_id_required'));
    }
    if (!post || mustBeNew(post, input, placed)) {
      fresh.push(placed);
      continue;
    }
    const { entry, path } = placed;
    if (edited.some(({ postId }) => postId === post.id)) {
      throw wrongId(path, sentence('post_named_twice'));
    }
    const edit = await prepareEdit(
      context,
      { organizationId, postId: post.id },
      { value: entry.value, settings: entry.settings, tags: input.tags, shortLink: input.shortLink },
      { path, asDraft: input.type === 'update' ? post.state === 'draft' : input.type === 'draft' },
    );
    if (post.state === 'draft' && (input.type === 'schedule' || input.type === 'now')) {
      assertGoesOut(organizationId, post.integration);
    }
    edited.push({ path, postId: post.id });
    const intervalDays = input.inter === undefined ? undefined : input.inter || null;
    const repeatRule = input.repeat === undefined ? undefined : request.repeatRule;
    changes.push({
      postId: post.id,
      revisions: [edit.revision],
      change: replacing({ ...edit, publishAt, intervalDays, repeatRule }, input.type),
    });
  }
  for (const { id } of await postsOfGroups(context, organizationId, entries)) {
    if (!edited.some(({ postId }) => postId === id)) changes.push({ postId: id, change: deletion() });
  }
  return { fresh, edited, changes };
}

const wrongId = (path: string, problem: Sentence): ApiError =>
  new ApiError('invalid_request', { issues: [{ path: `${path}.value.0.id`, ...problem }] });

/** The queue and free times are for new posts: they have no place for one that another one leaves. */
function refusedAs(
  code: 'queue_takes_new_posts' | 'only_free_takes_new_posts',
  entries: readonly PlacedEntry[],
): ApiError {
  const issues = entries
    .filter(({ entry }) => postIdOf(entry) ?? groupOf(entry))
    .map(({ entry, path }) => ({
      path: `${path}.${postIdOf(entry) ? 'value.0.id' : 'group'}`,
      ...sentence(code),
    }));
  return new ApiError('invalid_request', { issues });
}

/** What has been published is sent again only when the request asks for it, and then as a post of its own. */
function mustBeNew(post: { readonly state: string }, input: CreatePostInput, { path }: PlacedEntry): boolean {
  if (post.state !== 'published' || input.type === 'update') return false;
  if (input.republish) return true;
  const problem = sentence('post_is_published');
  throw new ApiError('post_published', { issues: [{ path: `${path}.value.0.id`, ...problem }] });
}

interface NamedPost {
  readonly id: string;
  readonly state: string;
  readonly integration: PostChannel;
}

async function namedPost(
  context: CheckDeps,
  organizationId: string,
  { entry, path }: PlacedEntry,
): Promise<NamedPost | undefined> {
  const id = postIdOf(entry);
  if (!id) return undefined;
  if (!isUuid(id)) throw wrongId(path, sentence('not_a_post'));
  const post = await context.database
    .fork()
    .findOne(Post, { $or: [{ id }, { items: { id, position: 0 } }] }, { populate: ['integration'] });
  assertOwnPost(organizationId, post, id);
  if (post.integration.id !== entry.integration.id.toLowerCase()) {
    const problem = sentence('not_the_channel_of_the_post', { id: post.integration.id });
    throw new ApiError('invalid_request', { issues: [{ path: `${path}.integration.id`, ...problem }] });
  }
  return post;
}

async function postsOfGroups(
  context: CheckDeps,
  organizationId: string,
  entries: readonly PlacedEntry[],
): Promise<{ id: string }[]> {
  const groups = entries.flatMap(({ entry }) => groupOf(entry) ?? []);
  if (!groups.length) return [];
  return context.database
    .fork()
    .find(Post, { publicGroup: { $in: groups }, organization: organizationId, deletedAt: null });
}

/** The follow-ups: of several, the one that reaches furthest decides. */
const FURTHEST_FIRST: readonly FollowUp[] = ['sync', 'none'];

/**
 * The edit and the state that `type` asks for. What becomes a draft is one before the edit: only then may its
 * date have passed.
 */
function replacing(edit: PreparedEdit, type: Exclude<CreatePostInput['type'], 'queue'>): PostChange {
  const edits = editing(edit);
  const into = { update: undefined, draft: toDraft, schedule: toSchedule, now: toSchedule }[type];
  const steps = into === undefined ? [edits] : type === 'draft' ? [into, edits] : [edits, into];
  return {
    from: into?.from ?? edits.from,
    async apply(tx, post, now) {
      const followed: FollowUp[] = [];
      for (const step of steps) followed.push(await step.apply(tx, post, now));
      return FURTHEST_FIRST.find((followUp) => followed.includes(followUp)) ?? 'unchanged';
    },
  };
}

/**
 * Makes the new posts and the changes in one transaction, then notifies the runs; false when the key of the
 * answer is taken.
 */
export async function replacePosts(
  context: ChangeDeps,
  replacement: { plan: ReplacementPlan; posts: PostsToStore; now: Date },
): Promise<boolean> {
  const { plan, posts, now } = replacement;
  const { organizationId } = posts;
  const changed = await transact(context.database, async (tx) => {
    if (!(await store(tx, posts))) return undefined;
    const done = [];
    // In the order of their ids: two requests that name the same posts then wait for each other and not in a
    // circle.
    for (const { change, ...ref } of plan.changes.toSorted((a, b) => a.postId.localeCompare(b.postId))) {
      done.push(await changeInside(tx, { organizationId, ...ref }, change, now));
    }
    await countPosts(context, tx, {
      organizationId,
      made: posts.state === 'scheduled' ? posts.targets.length : 0,
      scheduled: done.filter(isAccepted).map(({ postId }) => postId),
      replaced: done.filter(({ before, state }) => before === 'scheduled' && state === 'cancelled').length,
    });
    return done;
  });
  if (changed) await notifyChanged(context, changed);
  return changed !== undefined;
}

/** A request that makes no new post has at most its answer to keep. */
async function store(tx: EntityManager, posts: PostsToStore): Promise<boolean> {
  if (posts.targets.length) return storePostsInside(tx, posts);
  return !posts.answer || rememberAnswer(tx, posts.organizationId, posts.answer);
}
