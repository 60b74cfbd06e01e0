import type { AppContext } from '../../http/types.ts';
import { deletePost } from '../delete-post.ts';
import { ofRequest, type Context } from '../../context.ts';
import { Post } from '../../entities/post.ts';
import { assertOwnPost } from '../policy.ts';
import { idParam } from '../../platform/validation.ts';
import { postOf } from './post-of.ts';
import type { Operation } from '../../http/operation.ts';

const id = { type: 'string', format: 'uuid' } as const;

export const deletePostOperation = {
  id: 'deletePost',
  method: 'delete',
  path: '/posts/{id}',
  tag: 'Posts',
  access: 'caller',
  summary: 'Cancel or delete a post',
  description:
    'A waiting post is cancelled; of a thread that waits between two parts, the rest is. A post in a final state is deleted from Crier but not from the network.',
  headers: { 'If-Match': 'The ETag from when the post was read' },
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
  errors: ['insufficient_scope', 'post_not_found', 'foreign_resource', 'post_locked', 'revision_mismatch'],
  handler: deletePostHandler,
} as const satisfies Operation;

export const deleteGroupOperation = {
  id: 'deletePostGroup',
  method: 'delete',
  path: '/posts/group/{group}',
  tag: 'Posts',
  access: 'caller',
  summary: 'Cancel or delete a post by its group',
  params: { group: { ...id, description: "The post's `group`" } },
  answer: {
    status: 200,
    description: 'Done',
    schema: {
      type: 'object',
      properties: { id: { ...id, description: 'The group' }, posts: { type: 'array', items: id } },
      required: ['id', 'posts'],
      additionalProperties: false,
    },
  },
  errors: ['insufficient_scope', 'post_not_found', 'foreign_resource', 'post_locked'],
  handler: deleteGroupHandler,
} as const satisfies Operation;

function deletePostHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const of = postOf(ctx);
    ctx.body = { id: of.postId, status: await deletePost(ofRequest(context, ctx), of) };
  };
}

function deleteGroupHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const group = idParam(ctx.params.group);
    const { organizationId } = ctx.state.caller;
    const posts = await context.database.fork().find(Post, { publicGroup: group, deletedAt: null });
    assertOwnPost(organizationId, posts[0] ?? null, group);
    for (const { id } of posts) await deletePost(ofRequest(context, ctx), { organizationId, postId: id });
    ctx.body = { id: group, posts: posts.map((post) => post.id) };
  };
}
