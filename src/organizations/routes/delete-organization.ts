import type { AppContext } from '../../http/types.ts';
import { deleteOrganization } from '../delete-organization.ts';
import { ofRequest, type Context } from '../../platform/context.ts';
import { personOf } from '../../http/person.ts';
import { compile } from '../../platform/validation.ts';
import type { Operation } from '../../http/operation.ts';
import { count, record } from '../../http/shapes.ts';

export const deleteOrganizationBody = {
  type: 'object',
  properties: { name: { type: 'string', description: 'The name of the organisation, as a confirmation' } },
  required: ['name'],
  additionalProperties: false,
} as const;

export const deleteOrganizationOperation = {
  id: 'deleteOrganization',
  method: 'delete',
  path: '/organization',
  tag: 'Members',
  access: 'caller',
  role: 'owner',
  summary: 'Delete the organisation permanently',
  description:
    'Also deletes its channels, posts, media, API keys and apps, and ends the access of every app to it. Waiting posts are not published; published ones stay on the networks. Refused while a post is being published.',
  body: deleteOrganizationBody,
  answer: {
    status: 200,
    description: 'The organisation is deleted',
    schema: record({
      success: { const: true },
      scheduledPosts: count('Number of scheduled posts that will not be published'),
    }),
  },
  errors: ['post_locked', 'subscription_runs', 'organization_not_found'],
  example: { name: 'Cafe Nord' },
  handler: deleteOrganizationHandler,
} as const satisfies Operation;

const checkBody = compile(deleteOrganizationBody);

/** When its name was typed. */
function deleteOrganizationHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { organizationId, userId } = personOf(ctx);
    ctx.body = {
      success: true,
      ...(await deleteOrganization(ofRequest(context, ctx), {
        organizationId,
        userId,
        ...checkBody(ctx.state.body),
      })),
    };
  };
}
