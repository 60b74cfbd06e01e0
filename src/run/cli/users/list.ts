import type { Reader, Statement } from '../../../platform/database.ts';
import { shortDate, table, type Answer } from '../output.ts';

interface UserRow {
  id: string;
  email: string;
  name: string;
  operator: boolean;
  activated: boolean;
  disabled: boolean;
  lastSignInAt: Date | null;
  organizations: { name: string; role: string }[];
}

const LIST: Statement = {
  name: 'cli-users',
  text: `
    select u.id, u.email, u.name, u.operator,
      u.activated_at is not null as activated,
      u.disabled_at is not null as disabled,
      u.last_sign_in_at as "lastSignInAt",
      coalesce((
        select jsonb_agg(jsonb_build_object('name', o.name, 'role', m.role) order by o.name)
        from membership m
        join organization o on o.id = m.organization_id
        where m.user_id = u.id
      ), '[]') as organizations
    from user_account u
    order by u.created_at, u.id`,
};

/** Everybody with an account, in the order in which they came. JSON `{"users": […]}`. */
export async function listUsers(reader: Reader): Promise<Answer> {
  const rows = await reader.query<UserRow>(LIST);
  const users = rows.map(({ activated, disabled, lastSignInAt, ...row }) => ({
    ...row,
    status: disabled ? 'disabled' : activated ? 'active' : 'not confirmed',
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
  }));
  const cells = users.map((u) => [
    u.email,
    u.status,
    shortDate(u.lastSignInAt),
    u.operator ? 'yes' : '-',
    u.name,
    u.organizations.map((o) => `${o.name} (${o.role})`).join(', ') || '-',
  ]);
  return {
    json: { users },
    lines: users.length
      ? table(['ADDRESS', 'STATUS', 'LAST SIGN-IN', 'OPERATOR', 'NAME', 'ORGANISATIONS'], cells)
      : [
          'Nobody has an account yet. To create the first one, open the URL of the instance in a browser; ' +
            'from another machine it needs the code of: npm run crier -- setup-code',
        ],
  };
}
