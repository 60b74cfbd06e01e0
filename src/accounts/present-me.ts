/**
 * The signed-in person and what they can reach: the answer of GET /auth/me and of every operation that
 * changes it.
 */
import type { Context } from '../platform/context.ts';
import type { Statement } from '../platform/database.ts';
import type { Language, Role } from '../platform/entities/account.ts';
import { hasPlans } from '../platform/plans.ts';
import { csrfTokenOf } from '../http/sessions.ts';

/**
 * What the web app knows about the person using it. `organization` is the one the session works in, null for
 * a person without any.
 */
export interface Me {
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly operator: boolean;
    /** Null: as their browser prefers. */
    readonly language: Language | null;
    /** Whether single keys act in the web app. */
    readonly keyShortcuts: boolean;
    readonly skinTone: string | null;
    readonly createdAt: string;
  };
  /** Sent back as `X-CSRF-Token` with each change. */
  readonly csrfToken: string;
  readonly organization: {
    readonly id: string;
    readonly name: string;
    readonly timeZone: string;
    readonly role: Role;
  } | null;
  readonly organizations: readonly { readonly id: string; readonly name: string; readonly role: Role }[];
  readonly features: {
    readonly billing: boolean;
    readonly mail: boolean;
    readonly registration: boolean;
    readonly directUpload: boolean;
    readonly videoConversion: boolean;
  };
}

interface UserRow {
  id: string;
  name: string;
  email: string;
  operator: boolean;
  language: Language | null;
  keyShortcuts: boolean;
  skinTone: string | null;
  createdAt: string;
}
interface OrganizationRow {
  id: string;
  name: string;
  timeZone: string;
  role: Role;
}

const USER: Statement = {
  name: 'me-user',
  text: 'select id, name, email, operator, language, key_shortcuts as "keyShortcuts", skin_tone as "skinTone", created_at as "createdAt" from user_account where id = $1',
};
const ORGANIZATIONS: Statement = {
  name: 'me-organizations',
  text: 'select o.id, o.name, o.time_zone as "timeZone", m.role from membership m join organization o on o.id = m.organization_id where m.user_id = $1 order by lower(o.name), o.id',
};
const WORKED_IN: Statement = {
  name: 'me-worked-in',
  text: 'select organization_id as "organizationId" from session where id = $1',
};

/**
 * Reads the current state, including the organisation of the session, so that a change made just before is
 * seen.
 *
 * @throws Error when the person no longer exists, which no session outlives
 */
export async function presentMe(
  context: Pick<Context, 'database' | 'sessionSecret' | 'config' | 'mail' | 'storage'>,
  person: { readonly userId: string; readonly session: { readonly id: string } },
): Promise<Me> {
  const { database } = context;
  const [[user], organizations, [session]] = await Promise.all([
    database.query<UserRow>(USER, [person.userId]),
    database.query<OrganizationRow>(ORGANIZATIONS, [person.userId]),
    database.query<{ organizationId: string | null }>(WORKED_IN, [person.session.id]),
  ]);
  if (!user) throw new Error('a session outlived its person');
  return {
    user: { ...user, createdAt: new Date(user.createdAt).toISOString() },
    csrfToken: csrfTokenOf(context, person.session.id),
    organization: organizations.find((o) => o.id === session?.organizationId) ?? null,
    organizations: organizations.map(({ id, name, role }) => ({ id, name, role })),
    features: featuresOf(context),
  };
}

/**
 * What this instance offers: plans to buy, email, open registration, a bucket that takes files from browsers,
 * ffmpeg.
 */
export function featuresOf({
  config,
  mail,
  storage,
}: Pick<Context, 'config' | 'mail' | 'storage'>): Me['features'] {
  return {
    billing: hasPlans(config),
    mail: mail.active,
    registration: config.DISABLE_REGISTRATION === 'open',
    directUpload: storage.stores.current.direct !== undefined,
    videoConversion: config.CRIER_FFMPEG !== undefined,
  };
}
