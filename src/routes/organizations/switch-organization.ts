import { presentMe } from '../../accounts/present-me.ts';
import { switchOrganization } from '../../accounts/sessions.ts';
import type { AppContext } from '../../app-types.ts';
import type { Context } from '../../context.ts';
import { Organization } from '../../entities/organization.ts';
import { ApiError } from '../../errors.ts';
import { personOf } from '../../policies/member.ts';
import { compile } from '../../validation.ts';
import { switchOrganizationBody } from './switch-organization.schema.ts';

const checkBody = compile(switchOrganizationBody);

/** POST /organization/switch: of this session only. */
export function switchOrganizationRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const person = personOf(ctx);
    const { organizationId } = checkBody(ctx.state.body);
    if (!(await switchOrganization(context, person.session.id, organizationId))) {
      const known = await context.database.fork().count(Organization, { id: organizationId });
      throw known
        ? new ApiError('foreign_resource', { message: 'You do not belong to this organisation' })
        : new ApiError('organization_not_found');
    }
    ctx.body = await presentMe(context, person);
  };
}
