/**
 * Entries of a create request that name posts which exist: `value[0].id` changes that post in place, `group`
 * puts the new post in the place of the one with that group. Existing clients edit in this way.
 */
import type { Context } from '../context.ts';
import { Post } from '../entities/post.ts';
import { ApiError } from '../platform/errors.ts';
import { countPosts } from '../billing/count-posts.ts';
import { assertOwnPost } from './policy.ts';
import { isUuid } from '../platform/validation.ts';
import {
  changeInside,
  deletion,
  isAccepted,
  tellChanged,
  type FollowUp,
  type PostChange,
} from './change-post.ts';
import { editing, prepareEdit, type PreparedEdit } from './edit-post.ts';
import type { PlacedEntry } from './load-targets.ts';
import type { CreatePostInput, EntryInput } from './post-body.ts';
import { rememberAnswer } from '../http/remember-answer.ts';
import { assertGoesOut, toDraft, toSchedule, type PostChannel } from './set-post-status.ts';
import { storePostsInside, type PostsToStore } from './store-posts.ts';

/**
 * What a request does to posts that exist, and which entries make new ones. `edited` = entry → id of its
 * post.
 */
export interface ReplacementPlan {
  readonly fresh: readonly PlacedEntry[];
  readonly edited: ReadonlyMap<EntryInput, string>;
  readonly changes: readonly {
    readonly postId: string;
    readonly revisions?: readonly number[];
    readonly change: PostChange;
  }[];
}

/** Finds out what is to be replaced, and checks the edits. Costs nothing for entries that name no post. */
export async function planReplacements(
  context: Context,
  organizationId: string,
  given: { input: CreatePostInput; publishAt: Date; entries: readonly PlacedEntry[] },
): Promise<ReplacementPlan> {
  const { input, publishAt, entries } = given;
  const fresh: PlacedEntry[] = [];
  const edited = new Map<EntryInput, string>();
  const changes: ReplacementPlan['changes'][number][] = [];
  for (const placed of entries) {
    const post = await namedPost(context, organizationId, placed);
    if (!post && input.type === 'update') {
      throw new ApiError('invalid_request', {
        issues: [
          {
            path: `${placed.path}.value.0.id`,
            message: 'is required with type "update": the id of the post to change',
          },
        ],
      });
    }
    if (!post || mustBeNew(post, input, placed)) {
      fresh.push(placed);
      continue;
    }
    const { entry, path } = placed;
    if ([...edited.values()].includes(post.id)) {
      throw new ApiError('invalid_request', {
        issues: [{ path: `${path}.value.0.id`, message: 'names a post that an entry before it names' }],
      });
    }
    const edit = await prepareEdit(
      context,
      { organizationId, postId: post.id },
      { value: entry.value, settings: entry.settings, tags: input.tags },
      { path, asDraft: input.type === 'update' ? post.state === 'draft' : input.type === 'draft' },
    );
    if (post.state === 'draft' && (input.type === 'schedule' || input.type === 'now')) {
      assertGoesOut(context, organizationId, post.integration);
    }
    edited.set(entry, post.id);
    const intervalDays = input.inter === undefined ? undefined : input.inter || null;
    changes.push({
      postId: post.id,
      revisions: [edit.revision],
      change: replacing({ ...edit, publishAt, intervalDays }, input.type),
    });
  }
  const replaced = await postsOfGroups(context, organizationId, entries);
  for (const { id } of replaced) {
    if (![...edited.values()].includes(id)) changes.push({ postId: id, change: deletion });
  }
  return { fresh, edited, changes };
}

/** What has gone out is sent again only when somebody says so, and then as a post of its own. */
function mustBeNew(post: { readonly state: string }, input: CreatePostInput, { path }: PlacedEntry): boolean {
  if (post.state !== 'published' || input.type === 'update') return false;
  if (input.republish) return true;
  throw new ApiError('post_published', {
    issues: [
      {
        path: `${path}.value.0.id`,
        message: 'names a post that is published. With republish: true it is published again as a new post',
      },
    ],
  });
}

interface NamedPost {
  readonly id: string;
  readonly state: string;
  readonly integration: PostChannel;
}

async function namedPost(
  context: Context,
  organizationId: string,
  { entry, path }: PlacedEntry,
): Promise<NamedPost | undefined> {
  const id = entry.value[0]?.id?.trim().toLowerCase();
  if (!id) return undefined;
  const at = `${path}.value.0.id`;
  if (!isUuid(id)) {
    throw new ApiError('invalid_request', {
      issues: [{ path: at, message: 'is not the id of a post. Leave it away to make a new one' }],
    });
  }
  const post = await context.database
    .fork()
    .findOne(Post, { $or: [{ id }, { items: { id, position: 0 } }] }, { populate: ['integration'] });
  assertOwnPost(organizationId, post, id);
  if (post.integration.id !== entry.integration.id.toLowerCase()) {
    throw new ApiError('invalid_request', {
      issues: [
        {
          path: `${path}.integration.id`,
          message: `is not the channel of this post: ${post.integration.id}`,
        },
      ],
    });
  }
  return post;
}

/** Groups that are no UUIDs are the clients' own and mean nothing here. */
async function postsOfGroups(
  context: Context,
  organizationId: string,
  entries: readonly PlacedEntry[],
): Promise<{ id: string }[]> {
  const groups = entries.map(({ entry }) => entry.group ?? '').filter(isUuid);
  if (!groups.length) return [];
  return context.database
    .fork()
    .find(Post, { publicGroup: { $in: groups }, organization: organizationId, deletedAt: null });
}

/**
 * The edit and the state that `type` asks for. What becomes a draft is one before the edit: only then may its
 * date have passed.
 */
function replacing(edit: PreparedEdit, type: CreatePostInput['type']): PostChange {
  const edits = editing(edit);
  const into = { update: undefined, draft: toDraft, schedule: toSchedule, now: toSchedule }[type];
  const steps = into === undefined ? [edits] : type === 'draft' ? [into, edits] : [edits, into];
  return {
    from: into?.from ?? edits.from,
    async apply(tx, post, now) {
      const followed: FollowUp[] = [];
      for (const step of steps) followed.push(await step.apply(tx, post, now));
      return (
        (['start', 'tell', 'nothing'] satisfies FollowUp[]).find((followUp) => followed.includes(followUp)) ??
        'unchanged'
      );
    },
  };
}

/**
 * Makes the new posts and the changes in one transaction, then tells the runs; false when the key of the
 * answer is taken.
 */
export async function replacePosts(
  context: Context,
  given: { plan: ReplacementPlan; posts: PostsToStore; seconds: number; now: Date },
): Promise<boolean> {
  const { plan, posts, seconds, now } = given;
  const { organizationId } = posts;
  const changed = await context.database.fork().transactional(async (tx) => {
    const stored = posts.targets.length
      ? await storePostsInside(tx, posts, seconds)
      : await rememberAnswer(tx, organizationId, posts.answer, seconds);
    if (!stored) return undefined;
    const done = [];
    // In the order of their ids: two requests that name the same posts then wait for each other and not in a
    // circle.
    for (const { change, ...of } of plan.changes.toSorted((a, b) => a.postId.localeCompare(b.postId))) {
      done.push(await changeInside(tx, { organizationId, ...of }, change, now));
    }
    await countPosts(context, tx, {
      organizationId,
      made: posts.state === 'scheduled' ? posts.targets.length : 0,
      scheduled: done.filter(isAccepted).map(({ postId }) => postId),
      replaced: done.filter(({ before, state }) => before === 'scheduled' && state === 'cancelled').length,
    });
    return done;
  });
  if (changed) await tellChanged(context, changed);
  return changed !== undefined;
}
