import { presentMe } from '../../accounts/present-me.ts';
import { switchOrganization } from '../../accounts/sessions.ts';
import type { AppContext } from '../../app-types.ts';
import { createOrganization } from '../../commands/create-organization.ts';
import type { Context } from '../../context.ts';
import { personOf } from '../../policies/member.ts';
import { compile } from '../../validation.ts';
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
