/**
 * Account emails. They are sent after the response, so that neither its text nor its timing reveals whether
 * an email address is known.
 */
import type { Context } from '../platform/context.ts';
import type { Statement } from '../platform/database.ts';
import type { Mail } from '../platform/mailer.ts';
import { activationMail, knownAddressMail, resetMail } from '../mail/templates.ts';
import { issueUserToken, linkOf } from './user-tokens.ts';

/** What sending an email needs. */
export type MailDeps = Pick<Context, 'database' | 'mail' | 'log' | 'publicUrl' | 'inBackground'>;

interface Found {
  id: string;
  email: string;
  activated: boolean;
}

const FIND: Statement = {
  name: 'mail-find-user',
  text: 'select id, email, activated_at is not null as activated from user_account where lower(email) = lower($1) and disabled_at is null',
};

/**
 * Mails a link to a person who forgot their password; does nothing for an unknown email address, or without
 * an email provider.
 */
export function mailReset(deps: MailDeps, email: string): void {
  whenKnown(deps, { email, what: 'reset' }, async (user) => {
    const { id, token } = await issueUserToken(deps, { userId: user.id, kind: 'reset' });
    return {
      ...resetMail({ to: user.email, link: linkOf(deps, 'reset', token) }),
      idempotencyKey: `reset:${id}`,
    };
  });
}

/** Mails another link to a person whose email address is not confirmed yet. */
export function mailActivation(deps: MailDeps, email: string): void {
  whenKnown(deps, { email, what: 'activation' }, (user) =>
    user.activated ? undefined : activation(deps, user),
  );
}

/**
 * Mails a person who signed up. `register` creates the account and returns its id, or undefined when the
 * email address has one: its owner is then notified, and an unconfirmed account gets another link, with the
 * password of this attempt.
 */
export function mailRegistration(
  deps: MailDeps,
  email: string,
  register: () => Promise<{ passwordHash: string; userId: string | undefined }>,
): void {
  inBackground(deps, 'activation', async () => {
    const { passwordHash, userId } = await register();
    if (userId) return activation(deps, { id: userId, email }, passwordHash);
    const user = await find(deps, email);
    if (!user) return undefined;
    if (!user.activated) return activation(deps, user, passwordHash);
    return {
      ...knownAddressMail({ to: user.email, signInLink: `${deps.publicUrl}/sign-in` }),
      idempotencyKey: `known-address:${user.id}:${Math.floor(Date.now() / 60_000)}`,
    };
  });
}

async function activation(
  deps: MailDeps,
  user: { id: string; email: string },
  passwordHash?: string,
): Promise<Mail> {
  const { id, token } = await issueUserToken(deps, {
    userId: user.id,
    kind: 'activation',
    ...(passwordHash ? { passwordHash } : {}),
  });
  return {
    ...activationMail({ to: user.email, link: linkOf(deps, 'activate', token) }),
    idempotencyKey: `activation:${id}`,
  };
}

async function find({ database }: MailDeps, email: string): Promise<Found | undefined> {
  return (await database.query<Found>(FIND, [email]))[0];
}

function whenKnown(
  deps: MailDeps,
  { email, what }: { email: string; what: string },
  write: (user: Found) => Promise<Mail> | undefined,
): void {
  if (!deps.mail.active) return;
  inBackground(deps, what, async () => {
    const user = await find(deps, email);
    return user && write(user);
  });
}

/**
 * A failure is logged without the message, whose link is as good as the account. The person can ask for
 * another.
 */
function inBackground(deps: MailDeps, what: string, work: () => Promise<Mail | undefined>): void {
  deps.inBackground(
    (async () => {
      try {
        const mail = await work();
        if (mail) await deps.mail.send(mail);
      } catch (err) {
        deps.log.error({ err, mail: what }, 'a mail about an account was not sent');
      }
    })(),
  );
}
