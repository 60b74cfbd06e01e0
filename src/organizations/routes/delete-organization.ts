import type { AppContext } from '../../http/types.ts';
import { deleteOrganization } from '../delete-organization.ts';
import { ofRequest, type Context } from '../../context.ts';
import { personOf } from '../../http/person.ts';
import { compile } from '../../platform/validation.ts';
import { deleteOrganizationBody } from './delete-organization.schema.ts';

const checkBody = compile(deleteOrganizationBody);

/** DELETE /organization: when its name was typed. */
export function deleteOrganizationRoute(context: Context): (ctx: AppContext) => Promise<void> {
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
