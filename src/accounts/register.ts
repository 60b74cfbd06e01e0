/** New accounts: the first one of an instance, and those of people who sign up. */
import { v7 as uuidv7 } from 'uuid';
import { recordAudit } from '../platform/audit.ts';
import { acceptInside, previewInvitation, type OpenInvitation } from '../organizations/accept-invitation.ts';
import { assertTimeZone, cleanName, MAX_ORGANIZATION_NAME, MAX_NAME } from '../platform/clean-input.ts';
import { insertOrganization } from '../organizations/create-organization.ts';
import type { Context } from '../platform/context.ts';
import type { EntityManager, Statement } from '../platform/database.ts';
import { Membership } from '../platform/entities/account.ts';
import { ApiError } from '../platform/errors.ts';
import { parseEmail } from './email.ts';
import { assertNewPassword, hashPassword } from './passwords.ts';
import { mailRegistration } from './send-mail.ts';
import { assertSetupCode, forgetSetupCode } from './setup-code.ts';
import { sentence } from '../platform/sentences.ts';

/** A sign-up form. Without an invitation the person gets an organisation of their own. */
export interface Registration {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly organization?: string;
  readonly timeZone?: string;
  readonly invitation?: string;
}

/** A registration that passed validation. */
interface NewPerson {
  readonly name: string;
  readonly email: string;
  readonly organization: string;
  readonly timeZone: string;
}

/**
 * Creates an account. `undefined` means that an email is on its way, whether or not the email address was
 * known: the account is created after the response, so that both cases look and take the same. Without email,
 * and for the email address that an invitation was sent to, the account is active at once.
 *
 * @returns the person who may be signed in at once, and their organisation
 * @throws ApiError `registration_closed`, `invitation_not_found`, `invitation_for_other`, `email_taken`,
 * `invalid_request`
 */
export async function register(
  context: Context,
  input: Registration,
): Promise<{ userId: string; organizationId: string } | undefined> {
  const invitation = input.invitation ? await previewInvitation(context, input.invitation) : undefined;
  if (!invitation && context.config.DISABLE_REGISTRATION !== 'open') {
    throw new ApiError('registration_closed');
  }
  const person = checked(input);
  assertFits(invitation, person);
  const passwordHash = await hashPassword(input.password);
  const store = (activated: boolean): Promise<Stored | undefined> =>
    storeAccount(context, {
      ...person,
      passwordHash,
      activated,
      ...(input.invitation ? { invitation: input.invitation } : {}),
    });
  const isProven = Boolean(invitation?.email && invitation.mailed);
  if (context.mail.active && !isProven) {
    // The holder of an invitation must learn that it cannot be accepted (the plan is full), so this account
    // is created before the response.
    const invited = invitation && { stored: await store(false) };
    mailRegistration(context, person.email, async () => ({
      passwordHash,
      userId: (invited ? invited.stored : await store(false))?.userId,
    }));
    return undefined;
  }
  const stored = await store(true);
  if (!stored) throw new ApiError('email_taken');
  return stored;
}

/** The new person and their organisation. */
interface Stored {
  readonly userId: string;
  readonly organizationId: string;
}

/** Commits everything or nothing; undefined when the email address already has an account. */
async function storeAccount(
  context: Context,
  account: NewPerson & { passwordHash: string; activated: boolean; invitation?: string },
): Promise<Stored | undefined> {
  return context.database.fork().transactional(async (tx) => {
    const userId = await insertPerson(tx, account);
    if (!userId) return undefined;
    if (!account.invitation) {
      return {
        userId,
        organizationId: await insertOrganization(tx, {
          userId,
          name: account.organization,
          timeZone: account.timeZone,
        }),
      };
    }
    const accepted = await acceptInside(context, tx, { token: account.invitation, userId });
    if (!accepted) throw new ApiError('invitation_not_found');
    return { userId, ...accepted };
  });
}

function checked(input: Registration): NewPerson {
  const name = cleanName(input.name, { max: MAX_NAME });
  const email = parseEmail(input.email);
  assertNewPassword(input.password, email);
  const organization = cleanName(input.organization ?? `${name}'s organisation`, {
    path: 'organization',
    max: MAX_ORGANIZATION_NAME,
  });
  const timeZone = input.timeZone ?? 'UTC';
  assertTimeZone(timeZone);
  return { name, email, organization, timeZone };
}

function assertFits(invitation: OpenInvitation | undefined, { email }: NewPerson): void {
  if (invitation?.email && invitation.email.toLowerCase() !== email.toLowerCase()) {
    throw new ApiError('invitation_for_other', sentence('invitation_for', { email: invitation.email }));
  }
}

/** The form that sets an instance up. */
export type Setup = Required<Pick<Registration, 'name' | 'email' | 'password' | 'organization' | 'timeZone'>>;

const CLAIM =
  "insert into instance_state (key, value) values ('set_up', 'true') on conflict do nothing returning key";
// `npm start` has already created an organisation; elsewhere it is created here.
const NOTE_FIRST_RUN =
  "insert into instance_state (key, value) values ('first_run', 'true') on conflict do nothing";
const IS_NEEDED: Statement = {
  name: 'set-up-needed',
  text: `select not exists (select 1 from instance_state where key = 'set_up') as needed,
    exists (select 1 from user_account) as accounts`,
};
const OLDEST: Statement = {
  name: 'set-up-oldest',
  text: 'select name, time_zone as "timeZone" from organization o where not exists (select 1 from membership m where m.organization_id = o.id) order by created_at, id limit 1',
};

/**
 * Whether the operator's account is still missing; whether people have accounts all the same, who came over
 * from another instance; and the organisation waiting for its owner (`npm start` creates one).
 */
export async function readSetup({
  database,
}: Pick<Context, 'database'>): Promise<{
  needed: boolean;
  accounts: boolean;
  organization: { name: string; timeZone: string } | null;
}> {
  const [state] = await database.query<{ needed: boolean; accounts: boolean }>(IS_NEEDED);
  const accounts = state?.accounts ?? false;
  if (!state?.needed) return { needed: false, accounts, organization: null };
  const [organization] = await database.query<{ name: string; timeZone: string }>(OLDEST);
  return { needed: true, accounts, organization: organization ?? null };
}

/**
 * Creates the first account: operator of the instance, and owner of the oldest organisation without members
 * or of a new one. Active at once: the person who installs the instance need not confirm an email address.
 * Away from the machine of the instance they need the setup code.
 *
 * @throws ApiError `already_set_up`, `setup_code_required`, `email_taken`, `invalid_request`
 */
export async function setUp(
  context: Context,
  input: Setup,
  by: { readonly atThisMachine: boolean; readonly code?: string | undefined },
): Promise<{ userId: string; organizationId: string }> {
  if (!(await readSetup(context)).needed) throw new ApiError('already_set_up');
  if (!by.atThisMachine) await assertSetupCode(context, by.code);
  const person = checked(input);
  const passwordHash = await hashPassword(input.password);
  return context.database.fork().transactional(async (tx) => {
    // A concurrent second call waits here for the first.
    if (!(await tx.execute<unknown[]>(CLAIM)).length) throw new ApiError('already_set_up');
    const userId = await insertPerson(tx, { ...person, passwordHash, activated: true, operator: true });
    if (!userId) throw new ApiError('email_taken');
    await forgetSetupCode(tx);
    return { userId, organizationId: await takeOrganization(tx, userId, person) };
  });
}

async function takeOrganization(
  tx: EntityManager,
  userId: string,
  { organization: name, timeZone }: NewPerson,
): Promise<string> {
  const [waiting] = await tx.execute<{ id: string }[]>(
    'select id from organization o where not exists (select 1 from membership m where m.organization_id = o.id) order by created_at, id limit 1 for update',
  );
  if (!waiting) {
    await tx.execute(NOTE_FIRST_RUN);
    return insertOrganization(tx, { userId, name, timeZone });
  }
  await tx.execute('update organization set name = ?, time_zone = ? where id = ?', [
    name,
    timeZone,
    waiting.id,
  ]);
  tx.create(Membership, { organization: waiting.id, user: userId, role: 'owner' });
  await tx.flush();
  await recordAudit(tx, {
    organizationId: waiting.id,
    userId,
    kind: 'organization_changed',
    subjectId: waiting.id,
    detail: { name, timeZone },
  });
  await recordAudit(tx, {
    organizationId: waiting.id,
    userId,
    kind: 'member_joined',
    subjectId: userId,
    detail: { role: 'owner' },
  });
  return waiting.id;
}

/** Undefined when the email address already has an account. */
async function insertPerson(
  tx: EntityManager,
  {
    name,
    email,
    passwordHash,
    activated,
    operator = false,
  }: Pick<NewPerson, 'name' | 'email'> & { passwordHash: string; activated: boolean; operator?: boolean },
): Promise<string | undefined> {
  const [user] = await tx.execute<{ id: string }[]>(
    'insert into user_account (id, email, name, password_hash, operator, activated_at) values (?, ?, ?, ?, ?, case when ? then now() end) on conflict do nothing returning id',
    [uuidv7(), email, name, passwordHash, operator, activated],
  );
  return user?.id;
}
