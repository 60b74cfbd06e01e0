/**
 * What the consent page shows besides the app: who is signed in, and the organisations they could approve it
 * for.
 */
import type { Person } from '../http/types.ts';
import type { Context } from '../platform/context.ts';
import type { Statement } from '../platform/database.ts';
import type { Role } from '../platform/entities/account.ts';

/**
 * What an app may do with a token until it is revoked, as text for people. The same for every app: a token
 * can do what its person can, by their role at that moment.
 */
export const PERMISSIONS: readonly string[] = [
  'See the channels of the organisation and, while you are an owner or an admin, disconnect them',
  'Create, schedule, change and delete posts: it can publish without asking you again',
  'Upload pictures and videos',
  'Read posts, their results and notifications',
];

/** An organisation to choose. `current` = the one the session works in. */
export interface ChoosableOrganization {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly current: boolean;
}

const NAME: Statement = {
  name: 'oauth-consent-person',
  text: 'select name, email from user_account where id = $1',
};
const ORGANIZATIONS: Statement = {
  name: 'oauth-consent-organizations',
  text: 'select o.id, o.name, m.role, o.id::text = $2 as current from membership m join organization o on o.id = m.organization_id where m.user_id = $1 order by m.created_at, o.id',
};

/** The person who decides, and the organisation. */
export async function readDecider(
  { database }: Pick<Context, 'database'>,
  { userId, organizationId }: Person,
): Promise<{ person: { name: string; email: string } | null; organizations: ChoosableOrganization[] }> {
  const [[person], organizations] = await Promise.all([
    database.query<{ name: string; email: string }>(NAME, [userId]),
    database.query<ChoosableOrganization>(ORGANIZATIONS, [userId, organizationId]),
  ]);
  return { person: person ?? null, organizations };
}
