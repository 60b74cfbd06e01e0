import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../context.ts';
import type { Statement } from '../../platform/database.ts';
import type { Role } from '../../entities/account.ts';
import { ApiError } from '../../platform/errors.ts';
import { personOf } from '../../http/person.ts';
import { compile } from '../../platform/validation.ts';
import { CLIENT_ROLES } from './self.ts';
import { listUsersQuery } from './list-users.schema.ts';

interface UserRow {
  userId: string;
  name: string;
  email: string;
  role: Role;
  organizationId: string;
  organization: string;
  plan: string | null;
}

const checkQuery = compile(listUsersQuery, 'query');

// strpos, as `%` and `_` in what was typed mean themselves.
const LIST: Statement = {
  name: 'user-list',
  text: `select u.id as "userId", u.name, u.email, m.role, o.id as "organizationId", o.name as organization, o.plan
    from user_account u join membership m on m.user_id = u.id join organization o on o.id = m.organization_id
    where $1::text = '' or strpos(lower(u.name), lower($1)) > 0 or strpos(lower(u.email), lower($1)) > 0 order by lower(u.email), o.id limit 500`,
};

/** GET /users: for the operator alone. */
export function listUsersRoute({ database }: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    if (!personOf(ctx).session.operator) {
      throw new ApiError('insufficient_role', {
        message: 'Only the operator of the instance may see everybody',
      });
    }
    const { name = '' } = checkQuery({ ...ctx.query });
    const rows = await database.query<UserRow>(LIST, [name]);
    ctx.body = rows.map((row) => ({
      id: row.userId,
      role: CLIENT_ROLES[row.role],
      organization: { id: row.organizationId, name: row.organization, subscription: row.plan },
      user: { id: row.userId, name: row.name, email: row.email },
    }));
  };
}
