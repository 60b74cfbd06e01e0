import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import type { Statement } from '../../platform/database.ts';
import type { Role } from '../../platform/entities/account.ts';
import { ApiError } from '../../platform/errors.ts';
import { personOf } from '../../http/person.ts';
import { compile } from '../../platform/validation.ts';
import { CLIENT_ROLES } from './self.ts';
import type { Operation } from '../../http/operation.ts';
import { id, listOf, record, text, textOrNull } from '../../http/shapes.ts';
import { clientRole } from './self.ts';
import { sentence } from '../../platform/sentences.ts';

export const listUsersQuery = {
  type: 'object',
  properties: {
    name: { type: 'string', maxLength: 254, description: 'Part of the name or of the email address' },
  },
} as const;

export const listUsersOperation = {
  id: 'listUsers',
  method: 'get',
  path: '/users',
  tag: 'Account',
  access: 'caller',
  role: 'none',
  summary: 'List all people on the instance',
  description:
    'For the operator. One element for each person in each organisation, by email address; at most 500.',
  query: listUsersQuery,
  answer: {
    status: 200,
    description: 'The people',
    schema: listOf(
      record({
        id: id('The person'),
        role: clientRole,
        organization: record({
          id: id('The organisation'),
          name: text('Its name'),
          subscription: textOrNull('Name of its plan'),
        }),
        user: record({ id: id('The person'), name: text('Their name'), email: text('Their email address') }),
      }),
    ),
  },
  errors: ['insufficient_role'],
  handler: listUsersHandler,
} as const satisfies Operation;

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

/** For the operator alone. */
function listUsersHandler({ database }: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    if (!personOf(ctx).session.operator) {
      throw new ApiError('insufficient_role', sentence('only_operator_sees_everybody'));
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
