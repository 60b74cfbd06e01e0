import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import type { Statement } from '../../platform/database.ts';
import type { Role } from '../../platform/entities/account.ts';
import { personOf } from '../../http/person.ts';
import type { Operation } from '../../http/operation.ts';
import { count, id, listOf, record, role, text } from '../../http/shapes.ts';

export const listOrganizationsOperation = {
  id: 'listOrganizations',
  method: 'get',
  path: '/organizations',
  tag: 'Members',
  access: 'caller',
  role: 'none',
  summary: 'List your organisations',
  answer: {
    status: 200,
    description: 'By name',
    schema: listOf(
      record({
        id: id('The organisation'),
        name: text('Its name'),
        timeZone: text('IANA name'),
        role,
        members: count('Number of members'),
      }),
    ),
  },
  errors: [],
  handler: listOrganizationsHandler,
} as const satisfies Operation;

const LIST: Statement = {
  name: 'organizations-list',
  text: `select o.id, o.name, o.time_zone as "timeZone", m.role, (select count(*)::int from membership a where a.organization_id = o.id) as members
    from membership m join organization o on o.id = m.organization_id where m.user_id = $1 order by lower(o.name), o.id`,
};

function listOrganizationsHandler({ database }: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    ctx.body = await database.query<{
      id: string;
      name: string;
      timeZone: string;
      role: Role;
      members: number;
    }>(LIST, [personOf(ctx).userId]);
  };
}
