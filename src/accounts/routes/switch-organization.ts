import { presentMe } from '../present-me.ts';
import { switchOrganization } from '../../http/sessions.ts';
import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import { Organization } from '../../platform/entities/organization.ts';
import { ApiError } from '../../platform/errors.ts';
import { personOf } from '../../http/person.ts';
import { compile } from '../../platform/validation.ts';
import { meSchema } from './me-shape.ts';
import type { Operation } from '../../http/operation.ts';
import { sentence } from '../../platform/sentences.ts';

export const switchOrganizationBody = {
  type: 'object',
  properties: { organizationId: { type: 'string', format: 'uuid' } },
  required: ['organizationId'],
  additionalProperties: false,
} as const;

export const switchOrganizationOperation = {
  id: 'switchOrganization',
  method: 'post',
  path: '/organization/switch',
  tag: 'Members',
  access: 'caller',
  role: 'none',
  summary: 'Switch to another organisation',
  description: 'Affects this session only, not other browsers.',
  body: switchOrganizationBody,
  answer: { status: 200, description: 'The organisation that is now current', schema: meSchema },
  errors: ['organization_not_found', 'foreign_resource'],
  handler: switchOrganizationHandler,
} as const satisfies Operation;

const checkBody = compile(switchOrganizationBody);

/** The handler that switches the organisation of this session only. */
function switchOrganizationHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const person = personOf(ctx);
    const { organizationId } = checkBody(ctx.state.body);
    if (!(await switchOrganization(context, person.session.id, organizationId))) {
      const known = await context.database.fork().count(Organization, { id: organizationId });
      throw known
        ? new ApiError('foreign_resource', sentence('not_a_member'))
        : new ApiError('organization_not_found');
    }
    ctx.body = await presentMe(context, person);
  };
}
