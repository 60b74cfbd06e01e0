import type { AppContext } from '../../http/types.ts';
import { changePassword } from '../change-password.ts';
import { presentMe } from '../present-me.ts';
import { createThrottle } from '../../http/throttle.ts';
import { cleanName, MAX_NAME } from '../../platform/clean-input.ts';
import type { Context } from '../../context.ts';
import type { Statement } from '../../platform/database.ts';
import type { Role } from '../../entities/account.ts';
import { ApiError } from '../../platform/errors.ts';
import { personOf } from '../../http/person.ts';
import { compile } from '../../platform/validation.ts';
import { changePasswordBody, updateSelfBody } from './self.schema.ts';

const checkSelf = compile(updateSelfBody);
const checkPassword = compile(changePasswordBody);

const RENAME: Statement = { name: 'user-rename', text: 'update user_account set name = $2 where id = $1' };
/** The words of existing clients. */
export const CLIENT_ROLES: Readonly<Record<Role, string>> = {
  owner: 'SUPERADMIN',
  admin: 'ADMIN',
  member: 'USER',
};

/** GET /user/self: in the words of existing clients. */
export function getSelfRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { user, organization } = await presentMe(context, personOf(ctx));
    // Somebody may have removed the person since the session was looked at.
    if (!organization) throw new ApiError('no_organization');
    const { operator, ...person } = user;
    const { role, ...worksIn } = organization;
    ctx.body = {
      ...person,
      orgId: worksIn.id,
      organization: worksIn,
      role: CLIENT_ROLES[role],
      admin: operator,
      publicApi: '',
    };
  };
}

/** PATCH /user/self */
export function updateSelfRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const person = personOf(ctx);
    const { name } = checkSelf(ctx.state.body);
    if (name !== undefined) {
      await context.database.query(RENAME, [person.userId, cleanName(name, { max: MAX_NAME })]);
    }
    ctx.body = await presentMe(context, person);
  };
}

/** POST /user/password: attempts are counted for the person, as a session may have been left open. */
export function changePasswordRoute(context: Context): (ctx: AppContext) => Promise<void> {
  const throttle = createThrottle(context);
  return async (ctx) => {
    const person = personOf(ctx);
    const { current, next } = checkPassword(ctx.state.body);
    const succeeded = await throttle.password(person.userId);
    await changePassword(context, person, { current, next });
    await succeeded();
    ctx.body = { success: true };
  };
}
