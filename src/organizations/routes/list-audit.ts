import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../context.ts';
import type { Statement } from '../../platform/database.ts';
import { presentAudit, type AuditRow } from '../present-audit.ts';
import { compile } from '../../platform/validation.ts';
import { listAuditQuery } from './list-audit.schema.ts';

const LIST: Statement = {
  name: 'audit-list',
  text: `select e.id, (extract(epoch from e.at) * 1000)::float8 as "atMs", e.kind, u.name as person, e.detail from audit_event e left join user_account u on u.id = e.user_id
    where e.organization_id = $1 and ($2::bigint is null or e.id < $2) order by e.id desc limit 100`,
};

const checkQuery = compile(listAuditQuery, 'query');

/** GET /organization/audit: a page from the newest on; `before` is the last id of the page before. */
export function listAuditRoute({ database }: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { before } = checkQuery({ ...ctx.query });
    ctx.body = {
      events: (await database.query<AuditRow>(LIST, [ctx.state.caller.organizationId, before ?? null])).map(
        presentAudit,
      ),
    };
  };
}
