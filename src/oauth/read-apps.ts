/** Apps as their organisation and the people who approved them see them. */
import type { Context } from '../platform/context.ts';
import type { Statement } from '../platform/database.ts';
import { assertOwnApp } from './policy.ts';

/** An app of an organisation. `tokens` = how many are valid now. */
export interface AppRow {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly description: string | null;
  readonly pictureId: string | null;
  readonly redirectUrl: string;
  readonly clientId: string;
  readonly secretRotatedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly deletedAt: Date | null;
  readonly tokens: number;
}

/** What a person has approved: a valid token. */
export interface ApprovalRow {
  readonly id: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly appId: string;
  readonly appOrganizationId: string;
  readonly name: string;
  readonly description: string | null;
  readonly pictureId: string | null;
  readonly clientId: string;
}

const COLUMNS = `a.id, a.organization_id as "organizationId", a.name, a.description, a.picture_id as "pictureId", a.redirect_url as "redirectUrl", a.client_id as "clientId",
  a.secret_rotated_at as "secretRotatedAt", a.created_at as "createdAt", a.updated_at as "updatedAt", a.deleted_at as "deletedAt",
  (select count(*)::int from oauth_token t where t.app_id = a.id and t.revoked_at is null) as tokens`;
const LIST: Statement = {
  name: 'oauth-apps',
  text: `select ${COLUMNS} from oauth_app a where a.organization_id = $1 and a.deleted_at is null order by a.created_at, a.id`,
};
const FIND: Statement = { name: 'oauth-app', text: `select ${COLUMNS} from oauth_app a where a.id = $1` };
// Valid tokens, by the conditions under which a request is authenticated (authenticate.ts).
const APPROVALS: Statement = {
  name: 'oauth-approvals',
  text: `select t.id, t.created_at as "createdAt", t.last_used_at as "lastUsedAt", o.id as "organizationId", o.name as "organizationName",
      a.id as "appId", a.organization_id as "appOrganizationId", a.name, a.description, a.picture_id as "pictureId", a.client_id as "clientId"
    from oauth_token t join oauth_app a on a.id = t.app_id and a.deleted_at is null join organization o on o.id = t.organization_id
      join membership m on m.user_id = t.user_id and m.organization_id = t.organization_id
    where t.user_id = $1 and t.revoked_at is null order by t.created_at desc, t.id desc`,
};

type Deps = Pick<Context, 'database'>;

/** Every app of an organisation, oldest first. */
export function readApps({ database }: Deps, organizationId: string): Promise<AppRow[]> {
  return database.query<AppRow>(LIST, [organizationId]);
}

/**
 * One of them.
 *
 * @throws ApiError `app_not_found`, `foreign_resource`
 */
export async function readApp({ database }: Deps, organizationId: string, appId: string): Promise<AppRow> {
  const [app] = await database.query<AppRow>(FIND, [appId]);
  assertOwnApp(organizationId, app);
  return app;
}

/** What a person has approved in all their organisations, newest first. */
export function readApprovals({ database }: Deps, userId: string): Promise<ApprovalRow[]> {
  return database.query<ApprovalRow>(APPROVALS, [userId]);
}
