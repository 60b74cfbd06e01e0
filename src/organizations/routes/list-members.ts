import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../context.ts';
import type { Statement } from '../../platform/database.ts';
import { personOf } from '../../http/person.ts';
import { presentMember, type MemberRow } from '../present-member.ts';

const LIST: Statement = {
  name: 'members-list',
  text: `select u.id as "userId", u.name, u.email, m.role, (extract(epoch from m.created_at) * 1000)::float8 as "createdMs" from membership m join user_account u on u.id = m.user_id
    where m.organization_id = $1 order by m.created_at, u.id`,
};

/** GET /organization/members */
export function listMembersRoute({ database }: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { organizationId, userId } = personOf(ctx);
    ctx.body = (await database.query<MemberRow>(LIST, [organizationId])).map((row) =>
      presentMember(row, userId),
    );
  };
}
