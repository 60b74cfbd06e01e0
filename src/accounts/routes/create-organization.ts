import { presentMe } from '../present-me.ts';
import { switchOrganization } from '../../http/sessions.ts';
import type { AppContext } from '../../http/types.ts';
import { createOrganization } from '../../organizations/create-organization.ts';
import type { Context } from '../../context.ts';
import { personOf } from '../../http/person.ts';
import { compile } from '../../platform/validation.ts';
import { createOrganizationBody } from './create-organization.schema.ts';

const checkBody = compile(createOrganizationBody);

/** POST /organizations: and works in it from then on. */
export function createOrganizationRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const person = personOf(ctx);
    const made = await createOrganization(context, { userId: person.userId, ...checkBody(ctx.state.body) });
    await switchOrganization(context, person.session.id, made.id);
    ctx.status = 201;
    ctx.body = await presentMe(context, person);
  };
}
