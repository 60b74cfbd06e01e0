import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import type { Statement } from '../../platform/database.ts';
import { presentAudit, type AuditRow } from '../present-audit.ts';
import { compile } from '../../platform/validation.ts';
import type { Operation } from '../../http/operation.ts';
import { instant, listOf, record, text, textOrNull } from '../../http/shapes.ts';

export const listAuditQuery = {
  type: 'object',
  properties: {
    before: {
      type: 'string',
      pattern: '^[0-9]{1,18}$',
      description: 'The id of the last entry of the previous page',
    },
  },
  additionalProperties: false,
} as const;

export const listAuditOperation = {
  id: 'listAudit',
  method: 'get',
  path: '/organization/audit',
  tag: 'Members',
  access: 'caller',
  role: 'admin',
  summary: 'List the audit log',
  description: 'Changes of members, keys, apps and channels, newest first, a hundred at a time.',
  query: listAuditQuery,
  answer: {
    status: 200,
    description: 'One page',
    schema: record({
      events: listOf(
        record({
          id: text('Its position in the log'),
          at: instant('When it happened'),
          kind: text('A stable identifier'),
          text: text('The entry as a sentence'),
          about: textOrNull('The name of what it is about, as at that time; null where it has none'),
          person: textOrNull(
            'Name of the person who did it; null if nobody was signed in or the person is gone',
          ),
          detail: { type: 'object', description: 'Names and ids, never secrets', additionalProperties: true },
        }),
      ),
    }),
  },
  errors: [],
  handler: listAuditHandler,
} as const satisfies Operation;

const LIST: Statement = {
  name: 'audit-list',
  text: `select e.id, (extract(epoch from e.at) * 1000)::float8 as "atMs", e.kind, u.name as person, e.detail from audit_event e left join user_account u on u.id = e.user_id
    where e.organization_id = $1 and ($2::bigint is null or e.id < $2) order by e.id desc limit 100`,
};

const checkQuery = compile(listAuditQuery, 'query');

/** A page from the newest on; `before` is the last id of the page before. */
function listAuditHandler({ database }: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { before } = checkQuery({ ...ctx.query });
    ctx.body = {
      events: (await database.query<AuditRow>(LIST, [ctx.state.caller.organizationId, before ?? null])).map(
        presentAudit,
      ),
    };
  };
}
