import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import { noteNumbersAsked } from '../../channels/daily-numbers.ts';
import { readTemporalStart } from '../../platform/temporal-start.ts';
import { assertOwnPost, seenByPeople } from '../policy.ts';
import { presentPostDetail } from './present-post.ts';
import { readPost } from './read-post.ts';
import { isRemovable } from '../change/remove-at-network.ts';
import { idParam } from '../../platform/validation.ts';
import { component } from '../../http/openapi/components.ts';
import type { Operation } from '../../http/operation.ts';

export const getPostOperation = {
  id: 'getPost',
  method: 'get',
  path: '/posts/{id}',
  tag: 'Posts',
  access: 'caller',
  summary: 'Get a post',
  description:
    'Includes its parts, its timeline as text and its lateness and, if a due post is held, the reason.',
  answer: {
    status: 200,
    description: 'The post',
    schema: component('PostDetail'),
    headers: { ETag: 'The revision' },
  },
  errors: ['post_not_found', 'foreign_resource'],
  handler: getPostHandler,
} as const satisfies Operation;

export function getPostHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const id = idParam(ctx.params.id);
    const post = await readPost(context.database, id);
    const { organizationId, via } = ctx.state.caller;
    assertOwnPost(organizationId, via === 'session' ? seenByPeople(post) : post, id);
    if (!post) throw new Error('A post that is there was not read');
    const isCounted = post.shortLinks.some(({ service }) => service !== 'crier');
    if (isCounted) await noteNumbersAsked(context.database, organizationId);
    ctx.set('ETag', `"${post.revision}"`);
    ctx.body = {
      ...presentPostDetail(post, readTemporalStart(context.config.CRIER_DATA_DIR)),
      removable: isRemovable(context, post),
    };
  };
}
