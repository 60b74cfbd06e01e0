/** People, for the operator of the instance. */
import { issueUserToken, linkOf } from '../../../accounts/user-tokens.ts';
import type { Context } from '../../../platform/context.ts';
import type { Statement } from '../../../platform/database.ts';
import { CliError } from '../errors.ts';
import type { Answer } from '../output.ts';

const FIND: Statement = {
  name: 'cli-user',
  text: `
    select id, email, disabled_at is not null as disabled
    from user_account
    where lower(email) = lower($1)`,
};
// Access tokens need no change: each request with one checks that the person is enabled.
const DISABLE: Statement = {
  name: 'cli-user-disable',
  text: `
    with sessions as (
      delete from session where user_id = $1
    ), links as (
      update user_token set used_at = now() where user_id = $1 and used_at is null
    )
    update user_account set disabled_at = coalesce(disabled_at, now()) where id = $1`,
};
// Also ends a session that began while the account was being disabled.
const ENABLE: Statement = {
  name: 'cli-user-enable',
  text: `
    with sessions as (
      delete from session where user_id = $1
    )
    update user_account set disabled_at = null where id = $1`,
};
const MAKE_OPERATOR: Statement = {
  name: 'cli-user-operator',
  // The person who operates the instance has set it up: nobody else may become its operator by the first
  // page.
  text: `
    with set_up as (
      insert into instance_state (key, value) values ('set_up', 'true') on conflict do nothing
    ), code as (
      delete from instance_state where key = 'setup_code'
    )
    update user_account set operator = true where id = $1`,
};

/**
 * A link that works once, for an hour, for anyone who has it. JSON `{email, link}`.
 *
 * @throws CliError `user_not_found`, `user_disabled`
 */
export async function linkToReset(
  context: Pick<Context, 'database' | 'publicUrl'>,
  typed: string,
): Promise<Answer> {
  const { id, email, disabled } = await find(context, typed);
  if (disabled) {
    throw new CliError(
      'user_disabled',
      `${email} is disabled. To enable it: npm run crier -- users enable ${email}`,
    );
  }
  const link = linkOf(context, 'reset', (await issueUserToken(context, { userId: id, kind: 'reset' })).token);
  return {
    json: { email, link },
    lines: [
      link,
      '',
      `Send it to ${email} and to nobody else: anyone who opens it can choose the password. ` +
        'It works once, for one hour.',
    ],
  };
}

/** JSON `{email, status}`, also of the next two. @throws CliError `user_not_found` */
export async function disableUser(context: Pick<Context, 'database'>, typed: string): Promise<Answer> {
  const { id, email } = await find(context, typed);
  await context.database.query(DISABLE, [id]);
  return {
    json: { email, status: 'disabled' },
    lines: [`${email} is disabled: every session has ended, and apps can no longer act for this person`],
  };
}

/** @throws CliError `user_not_found` */
export async function enableUser(context: Pick<Context, 'database'>, typed: string): Promise<Answer> {
  const { id, email } = await find(context, typed);
  await context.database.query(ENABLE, [id]);
  return {
    json: { email, status: 'enabled' },
    lines: [`${email} is enabled: this person can sign in again, and approved apps can act for them again`],
  };
}

/** @throws CliError `user_not_found` */
export async function makeOperator(context: Pick<Context, 'database'>, typed: string): Promise<Answer> {
  const { id, email } = await find(context, typed);
  await context.database.query(MAKE_OPERATOR, [id]);
  return {
    json: { email, status: 'operator' },
    lines: [`${email} is now an operator and sees the whole instance`],
  };
}

async function find(
  { database }: Pick<Context, 'database'>,
  typed: string,
): Promise<{ id: string; email: string; disabled: boolean }> {
  const [user] = await database.query<{ id: string; email: string; disabled: boolean }>(FIND, [typed.trim()]);
  if (!user) {
    throw new CliError(
      'user_not_found',
      'Nobody has this email address. To see who has an account: npm run crier -- users list',
    );
  }
  return user;
}
