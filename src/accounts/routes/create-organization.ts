import { presentMe } from '../present-me.ts';
import { switchOrganization } from '../../http/sessions.ts';
import type { AppContext } from '../../http/types.ts';
import { createOrganization } from '../../organizations/create-organization.ts';
import type { Context } from '../../platform/context.ts';
import { personOf } from '../../http/person.ts';
import { compile } from '../../platform/validation.ts';
import { meSchema } from './me-shape.ts';
import type { Operation } from '../../http/operation.ts';

export const createOrganizationBody = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 200 },
    timeZone: { type: 'string', minLength: 1, maxLength: 60, description: 'IANA name; default: UTC' },
  },
  required: ['name'],
  additionalProperties: false,
} as const;

export const createOrganizationOperation = {
  id: 'createOrganization',
  method: 'post',
  path: '/organizations',
  tag: 'Members',
  access: 'caller',
  role: 'none',
  summary: 'Create an organisation and switch to it',
  body: createOrganizationBody,
  answer: {
    status: 201,
    description: "The new organisation's owner, who has switched to it",
    schema: meSchema,
  },
  errors: [],
  example: { name: 'Cafe Nord', timeZone: 'Europe/Berlin' },
  handler: createOrganizationHandler,
} as const satisfies Operation;

const checkBody = compile(createOrganizationBody);

/** And works in it from then on. */
function createOrganizationHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const person = personOf(ctx);
    const made = await createOrganization(context, { userId: person.userId, ...checkBody(ctx.state.body) });
    await switchOrganization(context, person.session.id, made.id);
    ctx.status = 201;
    ctx.body = await presentMe(context, person);
  };
}
