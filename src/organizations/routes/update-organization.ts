import type { AppContext } from '../../http/types.ts';
import { updateOrganization } from '../create-organization.ts';
import type { Context } from '../../context.ts';
import { personOf } from '../../http/person.ts';
import { compile } from '../../platform/validation.ts';
import { readOrganization } from './get-organization.ts';
import { updateOrganizationBody } from './update-organization.schema.ts';

const checkBody = compile(updateOrganizationBody);

/** PATCH /organization: what is left away stays. */
export function updateOrganizationRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const person = personOf(ctx);
    await updateOrganization(context, person, checkBody(ctx.state.body));
    ctx.body = await readOrganization(context, person.organizationId);
  };
}
