import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import type { Statement } from '../../platform/database.ts';
import { personOf } from '../../http/person.ts';
import { presentMember, type MemberRow } from '../present-member.ts';
import type { Operation } from '../../http/operation.ts';
import { id, instant, listOf, record, role, text } from '../../http/shapes.ts';

export const memberSchema = record({
  userId: id('The person'),
  name: text('Their name'),
  email: text('Their email address'),
  role,
  createdAt: instant('When they joined'),
  you: { type: 'boolean', description: 'Whether this is you' },
});

export const listMembersOperation = {
  id: 'listMembers',
  method: 'get',
  path: '/organization/members',
  tag: 'Members',
  access: 'caller',
  summary: 'List the members of the organisation',
  answer: {
    status: 200,
    description: 'The members, in the order in which they joined',
    schema: listOf(memberSchema),
  },
  errors: [],
  handler: listMembersHandler,
} as const satisfies Operation;

const LIST: Statement = {
  name: 'members-list',
  text: `select u.id as "userId", u.name, u.email, m.role, (extract(epoch from m.created_at) * 1000)::float8 as "createdMs" from membership m join user_account u on u.id = m.user_id
    where m.organization_id = $1 order by m.created_at, u.id`,
};

function listMembersHandler({ database }: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { organizationId, userId } = personOf(ctx);
    ctx.body = (await database.query<MemberRow>(LIST, [organizationId])).map((row) =>
      presentMember(row, userId),
    );
  };
}
