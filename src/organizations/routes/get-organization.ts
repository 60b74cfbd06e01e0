import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../context.ts';
import type { Statement } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { presentOrganization, type OrganizationRow } from '../present-organization.ts';

const READ: Statement = {
  name: 'organization-read',
  text: `select id, name, time_zone as "timeZone", (extract(epoch from created_at) * 1000)::float8 as "createdMs", (select count(*)::int from membership where organization_id = o.id) as members,
      (select count(*)::int from integration where organization_id = o.id and deleted_at is null) as channels
    from organization o where id = $1`,
};

/** GET /organization */
export function getOrganizationRoute(context: Context): (ctx: AppContext) => Promise<void> {
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
