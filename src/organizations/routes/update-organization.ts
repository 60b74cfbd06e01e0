import type { AppContext } from '../../http/types.ts';
import { updateOrganization } from '../create-organization.ts';
import type { Context } from '../../platform/context.ts';
import { personOf } from '../../http/person.ts';
import { compile } from '../../platform/validation.ts';
import { linkParametersSchema } from '../../short-links/link-parameters.ts';
import { organizationSchema, readOrganization, shortLinks, withoutShortener } from './get-organization.ts';
import type { Operation } from '../../http/operation.ts';

export const updateOrganizationBody = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 200 },
    timeZone: { type: 'string', minLength: 1, maxLength: 60, description: 'IANA name' },
    shortLinks,
    withoutShortener,
    linkParameters: linkParametersSchema,
  },
  minProperties: 1,
  additionalProperties: false,
} as const;

export const updateOrganizationOperation = {
  id: 'updateOrganization',
  method: 'patch',
  path: '/organization',
  tag: 'Members',
  access: 'caller',
  role: 'admin',
  summary: 'Change the name or time zone of the organisation, and what happens to its links',
  body: updateOrganizationBody,
  answer: { status: 200, description: 'The changed organisation', schema: organizationSchema },
  errors: [],
  example: { timeZone: 'Europe/Berlin' },
  handler: updateOrganizationHandler,
} as const satisfies Operation;

const checkBody = compile(updateOrganizationBody);

/** What is left away stays. */
function updateOrganizationHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const person = personOf(ctx);
    await updateOrganization(context, person, checkBody(ctx.state.body));
    ctx.body = await readOrganization(context, person.organizationId);
  };
}
