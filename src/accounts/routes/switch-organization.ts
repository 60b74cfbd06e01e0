import { presentMe } from '../present-me.ts';
import { switchOrganization } from '../../http/sessions.ts';
import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../context.ts';
import { Organization } from '../../entities/organization.ts';
import { ApiError } from '../../platform/errors.ts';
import { personOf } from '../../http/person.ts';
import { compile } from '../../platform/validation.ts';
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
