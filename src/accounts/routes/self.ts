import type { AppContext } from '../../http/types.ts';
import { changePassword } from '../change-password.ts';
import { presentMe } from '../present-me.ts';
import { createThrottle } from '../../http/throttle.ts';
import { cleanName, MAX_NAME } from '../../platform/clean-input.ts';
import type { Context } from '../../platform/context.ts';
import type { Statement } from '../../platform/database.ts';
import type { Role } from '../../platform/entities/account.ts';
import { ApiError } from '../../platform/errors.ts';
import { personOf } from '../../http/person.ts';
import { compile } from '../../platform/validation.ts';
import { newPasswordSchema, passwordSchema } from '../passwords.ts';
import { language, meSchema, skinTone } from './me-shape.ts';
import type { Operation, Schema } from '../../http/operation.ts';
import { flag, id, instant, record, success, text } from '../../http/shapes.ts';

/** A role under the name that existing clients know. */
export const clientRole: Schema = {
  enum: ['SUPERADMIN', 'ADMIN', 'USER'],
  description: 'Owner, admin, member',
};

export const updateSelfBody = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 100, description: "The person's name" },
    language,
    keyShortcuts: { type: 'boolean', description: 'Whether single keys act in the web app' },
    skinTone,
  },
} as const;

export const changePasswordBody = {
  type: 'object',
  properties: { current: passwordSchema, next: newPasswordSchema },
  required: ['current', 'next'],
} as const;

export const getSelfOperation = {
  id: 'getSelf',
  method: 'get',
  path: '/user/self',
  tag: 'Account',
  access: 'caller',
  summary: 'Get the person as older clients expect',
  description:
    'GET /auth/me returns more. `publicApi` is always empty: API keys are stored as hashes and shown only once.',
  answer: {
    status: 200,
    description: 'The person',
    schema: record({
      id: id('The person'),
      name: text('Their name'),
      email: text('Their email address'),
      createdAt: instant('When the account was created'),
      orgId: id('The organisation'),
      organization: record({
        id: id('The organisation'),
        name: text('Its name'),
        timeZone: text('IANA name'),
      }),
      role: clientRole,
      admin: flag('Operator of the instance'),
      publicApi: text('Always empty'),
    }),
  },
  errors: [],
  handler: getSelfHandler,
} as const satisfies Operation;

export const updateSelfOperation = {
  id: 'updateSelf',
  method: 'patch',
  path: '/user/self',
  tag: 'Account',
  access: 'caller',
  role: 'none',
  summary: 'Change your name, your language, or how the web app works for you',
  body: updateSelfBody,
  answer: { status: 200, description: 'The person who is signed in', schema: meSchema },
  errors: [],
  example: { name: 'Ada Lovelace' },
  handler: updateSelfHandler,
} as const satisfies Operation;

export const changePasswordOperation = {
  id: 'changePassword',
  method: 'post',
  path: '/user/password',
  tag: 'Account',
  access: 'caller',
  role: 'none',
  summary: 'Change your password',
  description: 'All your other sessions end.',
  body: changePasswordBody,
  answer: { status: 200, description: 'The password was changed', schema: success },
  errors: ['wrong_password', 'too_many_attempts'],
  handler: changePasswordHandler,
} as const satisfies Operation;

const checkSelf = compile(updateSelfBody);
const checkPassword = compile(changePasswordBody);

const UPDATE: Statement = {
  name: 'user-update',
  text: `update user_account set name = coalesce($2, name), language = case when $3 then $4 else language end,
    key_shortcuts = coalesce($5, key_shortcuts), skin_tone = case when $6 then $7 else skin_tone end
    where id = $1`,
};
/** The names that existing clients know. */
export const CLIENT_ROLES: Readonly<Record<Role, string>> = {
  owner: 'SUPERADMIN',
  admin: 'ADMIN',
  member: 'USER',
};

/** With the names that existing clients know. */
function getSelfHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { user, organization } = await presentMe(context, personOf(ctx));
    // The person may have been removed since the session was checked.
    if (!organization) throw new ApiError('no_organization');
    const { operator, id: userId, name, email, createdAt } = user;
    const { role, ...worksIn } = organization;
    ctx.body = {
      id: userId,
      name,
      email,
      createdAt,
      orgId: worksIn.id,
      organization: worksIn,
      role: CLIENT_ROLES[role],
      admin: operator,
      publicApi: '',
    };
  };
}

function updateSelfHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const person = personOf(ctx);
    const { name, language: chosen, keyShortcuts, skinTone: tone } = checkSelf(ctx.state.body);
    const cleaned = name === undefined ? null : cleanName(name, { max: MAX_NAME });
    const spoken = [chosen !== undefined, chosen ?? null];
    const toned = [tone !== undefined, tone ?? null];
    const changes = [cleaned, ...spoken, keyShortcuts ?? null, ...toned];
    await context.database.query(UPDATE, [person.userId, ...changes]);
    ctx.body = await presentMe(context, person);
  };
}

/** Attempts are counted for the person, as a session may have been left open. */
function changePasswordHandler(context: Context): (ctx: AppContext) => Promise<void> {
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
