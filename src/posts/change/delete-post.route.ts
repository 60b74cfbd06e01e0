import type { AppContext } from '../../http/types.ts';
import { cancelPost, deletePost } from './delete-post.ts';
import { ofRequest, type Context } from '../../platform/context.ts';
import { Post } from '../../platform/entities/post.ts';
import { assertOwnPost } from '../policy.ts';
import { ApiError } from '../../platform/errors.ts';
import { compile, idParam, isUuid } from '../../platform/validation.ts';
import { removeAtNetwork } from './remove-at-network.ts';
import { postOf } from './post-of.ts';
import type { Operation } from '../../http/operation.ts';
import { id as idSchema } from '../../http/shapes.ts';
import { sentence } from '../../platform/sentences.ts';

const id = idSchema('The post');

const deleteQuery = {
  type: 'object',
  properties: {
    atNetwork: {
      enum: ['true', 'false'],
      description:
        'true: its published parts are taken down on the network first. If the network refuses, the post stays',
    },
    onlyWaiting: {
      enum: ['true', 'false'],
      description:
        'true: only a draft or a post that still waits is cancelled; one that was published since it was read stays',
    },
  },
} as const;

export const deletePostOperation = {
  id: 'deletePost',
  method: 'delete',
  path: '/posts/{id}',
  tag: 'Posts',
  access: 'caller',
  summary: 'Cancel or delete a post',
  description:
    'A waiting post is cancelled; of a thread that waits between two parts, the rest is. A post in a final state is deleted from Crier and, with `atNetwork=true`, from the network. Repeated, it answers as it did the first time.',
  headers: { 'If-Match': 'The ETag from when the post was read' },
  query: deleteQuery,
  answer: {
    status: 200,
    description: 'Done',
    schema: {
      type: 'object',
      properties: {
        id,
        status: {
          enum: ['cancelled', 'published', 'partly_published', 'failed', 'unconfirmed', 'missed'],
          description: 'The final state: cancelled if the post was waiting',
        },
      },
      required: ['id', 'status'],
      additionalProperties: false,
    },
  },
  errors: [
    'invalid_request',
    'insufficient_scope',
    'post_not_found',
    'foreign_resource',
    'post_locked',
    'revision_mismatch',
    'removal_unsupported',
    'channel_unauthorized',
    'network_refused',
    'network_busy',
    'network_failed',
  ],
  handler: deletePostHandler,
} as const satisfies Operation;

export const deleteGroupOperation = {
  id: 'deletePostGroup',
  method: 'delete',
  path: '/posts/group/{group}',
  tag: 'Posts',
  access: 'caller',
  summary: 'Cancel or delete a post by its group',
  description:
    "A group of the client's own names the posts of one request; if several requests have it, delete the posts by their ids.",
  params: { group: { type: 'string', maxLength: 255, description: "The post's `group`" } },
  answer: {
    status: 200,
    description: 'Done',
    schema: {
      type: 'object',
      properties: { id: { type: 'string', description: 'The group' }, posts: { type: 'array', items: id } },
      required: ['id', 'posts'],
      additionalProperties: false,
    },
  },
  errors: ['insufficient_scope', 'post_not_found', 'foreign_resource', 'post_locked'],
  handler: deleteGroupHandler,
} as const satisfies Operation;

const checkQuery = compile(deleteQuery, 'query');

function deletePostHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    checkQuery(ctx.query);
    const ref = postOf(ctx);
    const { atNetwork, onlyWaiting } = ctx.query;
    // Of what still waits nothing is on the network.
    const remove = onlyWaiting === 'true' ? cancelPost : atNetwork === 'true' ? removeAtNetwork : deletePost;
    const status = await remove(ofRequest(context, ctx), ref);
    ctx.body = { id: ref.postId, status };
  };
}

function deleteGroupHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { organizationId } = ctx.state.caller;
    const { group, posts } = await findGroup(context, organizationId, ctx.params.group ?? '');
    for (const { id } of posts) await deletePost(ofRequest(context, ctx), { organizationId, postId: id });
    ctx.body = { id: group, posts: posts.map((post) => post.id) };
  };
}

/**
 * The posts of a group. Many clients give every post the same text, and did not mean to name them all.
 *
 * @throws ApiError `invalid_id`, `post_not_found`, `foreign_resource`
 */
async function findGroup(
  { database }: Pick<Context, 'database'>,
  organizationId: string,
  id: string,
): Promise<{ group: string; posts: readonly { readonly id: string }[] }> {
  const em = database.fork();
  if (!isUuid(id) && !id.includes('\0') && id.isWellFormed()) {
    const all = await em.find(Post, { ownGroup: id, organization: organizationId });
    const posts = liveOrAll(all);
    const requests = countRequests(posts, all);
    if (requests > 1) throw new ApiError('invalid_id', sentence('group_of_several_requests', { requests }));
    if (posts.length) return { group: id, posts };
  }
  const group = idParam(id);
  const all = await em.find(Post, { publicGroup: group });
  const own = all.filter((post) => post.organization === organizationId);
  const isRepeated = own.length > 0 && all.every((post) => post.deletedAt);
  if (!isRepeated) assertOwnPost(organizationId, all.find((post) => !post.deletedAt) ?? null, group);
  return { group, posts: isRepeated ? own : liveOrAll(all) };
}

/** Occurrences of a repeated post belong to the request that made the series. */
function countRequests<P extends { id: string; repeatOf?: string | null; postGroup: { id: string } }>(
  posts: readonly P[],
  all: readonly P[],
): number {
  const byId = new Map(all.map((post) => [post.id, post]));
  const firstOf = (post: P): P => {
    let first = post;
    for (let before: P | undefined = post; before; before = byId.get(before.repeatOf ?? '')) first = before;
    return first;
  };
  return new Set(posts.map((post) => firstOf(post).postGroup.id)).size;
}

/** A request that is repeated names again what the first one deleted. */
function liveOrAll<P extends { deletedAt?: Date | null }>(posts: readonly P[]): readonly P[] {
  const live = posts.filter((post) => !post.deletedAt);
  return live.length ? live : posts;
}
