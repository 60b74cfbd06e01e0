import type { AppContext } from '../../http/types.ts';
import { askNetwork } from '../../channels/ask-network.ts';
import { setReleaseId } from './set-release-id.ts';
import { ofRequest, type Context } from '../../platform/context.ts';
import { Post } from '../../platform/entities/post.ts';
import { assertOwnPost } from '../policy.ts';
import { compile, idParam } from '../../platform/validation.ts';
import { postOf } from './post-of.ts';
import type { Operation } from '../../http/operation.ts';
import { id as idSchema } from '../../http/shapes.ts';

const id = idSchema('The post');

export const missingContentOperation = {
  id: 'listMissingContent',
  method: 'get',
  path: '/posts/{id}/missing',
  tag: 'Posts',
  access: 'caller',
  summary: 'List content that may be this post',
  description:
    'For a published post whose `releaseId` is "missing": what the account published recently, if the network can list it. Otherwise an empty list.',
  answer: {
    status: 200,
    description: 'Recent posts of the account, newest first',
    schema: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string', description: 'Its id on the network' },
          url: { type: 'string', description: 'URL of a preview or of the post' },
        },
        required: ['id', 'url'],
        additionalProperties: false,
      },
    },
  },
  errors: ['post_not_found', 'foreign_resource', 'channel_unauthorized', 'network_failed'],
  handler: missingContentHandler,
} as const satisfies Operation;

export const setReleaseIdBody = {
  type: 'object',
  properties: { releaseId: { type: 'string', minLength: 1, maxLength: 512, not: { const: 'missing' } } },
  required: ['releaseId'],
} as const;

export const setReleaseIdOperation = {
  id: 'setReleaseId',
  method: 'put',
  path: '/posts/{id}/release-id',
  tag: 'Posts',
  access: 'caller',
  summary: 'Set the release id of a post',
  description: 'Only for a published post whose `releaseId` is "missing".',
  body: setReleaseIdBody,
  answer: {
    status: 200,
    description: 'Done',
    schema: {
      type: 'object',
      properties: { id, releaseId: { type: 'string' } },
      required: ['id', 'releaseId'],
      additionalProperties: false,
    },
  },
  errors: ['post_not_found', 'foreign_resource', 'release_id_known', 'revision_mismatch'],
  example: { releaseId: '7431208365104238849' },
  handler: setReleaseIdHandler,
} as const satisfies Operation;

const checkBody = compile(setReleaseIdBody);

function setReleaseIdHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { releaseId } = checkBody(ctx.state.body);
    const ref = postOf(ctx);
    await setReleaseId(ofRequest(context, ctx), ref, releaseId);
    ctx.body = { id: ref.postId, releaseId };
  };
}

function missingContentHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const id = idParam(ctx.params.id);
    const post = await context.database.fork().findOne(Post, { id }, { populate: ['integration'] });
    assertOwnPost(ctx.state.caller.organizationId, post, id);
    const provider = context.providers.get(post.integration.provider);
    const recent = provider?.recent?.bind(provider);
    if (post.releaseId !== 'missing' || !provider || !recent) {
      ctx.body = [];
      return;
    }
    const posts = await askNetwork(ofRequest(context, ctx), provider, post.integration.id, recent);
    ctx.body = posts.map(({ id: known, url }) => ({ id: known, url }));
  };
}
