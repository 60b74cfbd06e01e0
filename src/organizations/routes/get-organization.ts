import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import type { Statement } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { presentOrganization, type OrganizationRow } from '../present-organization.ts';
import type { Operation } from '../../http/operation.ts';
import { linkParametersSchema } from '../../short-links/link-parameters.ts';
import { count, id, instant, record, text } from '../../http/shapes.ts';

export const shortLinks = {
  type: 'string',
  enum: ['never', 'ask', 'always'],
  description: 'Whether the links of its posts become short: `ask` = as each post says',
} as const;
export const withoutShortener = {
  type: 'string',
  enum: ['wait', 'long'],
  description:
    'What a post does while the service that makes its links short is away: it waits, or goes with its long links',
} as const;

export const organizationSchema = record({
  id: id('The organisation'),
  name: text('Its name'),
  timeZone: text('IANA name'),
  createdAt: instant('When it was created'),
  members: count('Number of members'),
  channels: count('Number of connected channels'),
  shortLinks,
  withoutShortener,
  linkParameters: linkParametersSchema,
});

export const getOrganizationOperation = {
  id: 'getOrganization',
  method: 'get',
  path: '/organization',
  tag: 'Members',
  access: 'caller',
  summary: 'Get the current organisation',
  answer: { status: 200, description: 'The organisation', schema: organizationSchema },
  errors: [],
  handler: getOrganizationHandler,
} as const satisfies Operation;

const READ: Statement = {
  name: 'organization-read',
  text: `select id, name, time_zone as "timeZone", (extract(epoch from created_at) * 1000)::float8 as "createdMs", (select count(*)::int from membership where organization_id = o.id) as members,
      (select count(*)::int from integration where organization_id = o.id and deleted_at is null) as channels,
      short_links as "shortLinks", without_shortener as "withoutShortener", link_parameters as "linkParameters"
    from organization o where id = $1`,
};

function getOrganizationHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    ctx.body = await readOrganization(context, ctx.state.caller.organizationId);
  };
}

/** What GET and PATCH answer. */
export async function readOrganization(
  { database }: Context,
  organizationId: string,
): Promise<ReturnType<typeof presentOrganization>> {
  const [row] = await database.query<OrganizationRow>(READ, [organizationId]);
  if (!row) throw new ApiError('no_organization'); // deleted a moment before
  return presentOrganization(row);
}
