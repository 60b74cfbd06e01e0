import type { AppContext } from '../../http/types.ts';
import { clearSessionCookie } from '../../http/session-cookie.ts';
import { parseEmail, emailSchema } from '../email.ts';
import { presentMe } from '../present-me.ts';
import { endSession } from '../../http/sessions.ts';
import { checkCredentials, openSession } from '../sign-in.ts';
import { createThrottle } from '../../http/throttle.ts';
import type { Context } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import { clientIp } from '../../http/client-ip.ts';
import { personOf } from '../../http/person.ts';
import { compile } from '../../platform/validation.ts';
import { passwordSchema } from '../passwords.ts';
import { meSchema } from './me-shape.ts';
import type { Operation } from '../../http/operation.ts';
import { success } from '../../http/shapes.ts';

export const signInBody = {
  type: 'object',
  properties: { email: emailSchema, password: passwordSchema },
  required: ['email', 'password'],
} as const;

export const signInOperation = {
  id: 'signIn',
  method: 'post',
  path: '/auth/login',
  tag: 'Account',
  access: 'open',
  summary: 'Sign in',
  description: 'Starts a session; the cookie is in `Set-Cookie`.',
  body: signInBody,
  answer: { status: 200, description: 'The person who is signed in', schema: meSchema },
  errors: ['invalid_credentials', 'not_activated', 'too_many_attempts'],
  example: { email: 'ada@example.org', password: 'a long sentence that nobody guesses' },
  handler: signInHandler,
} as const satisfies Operation;

export const signOutOperation = {
  id: 'signOut',
  method: 'post',
  path: '/auth/logout',
  tag: 'Account',
  access: 'caller',
  role: 'none',
  summary: 'Sign out',
  description: 'Ends the session. Its cookie is refused from now on, wherever it was copied to.',
  answer: { status: 200, description: 'Signed out', schema: success },
  errors: [],
  handler: signOutHandler,
} as const satisfies Operation;

export const getMeOperation = {
  id: 'getMe',
  method: 'get',
  path: '/auth/me',
  tag: 'Account',
  access: 'caller',
  role: 'none',
  summary: 'Get the person who is signed in',
  answer: {
    status: 200,
    description: "The person, their organisations and the session's CSRF token",
    schema: meSchema,
  },
  errors: [],
  handler: getMeHandler,
} as const satisfies Operation;

const checkBody = compile(signInBody);

/** The right password gives its attempt back, also when the email address is not confirmed yet. */
function signInHandler(context: Context): (ctx: AppContext) => Promise<void> {
  const throttle = createThrottle(context);
  return async (ctx) => {
    const { email: typed, password } = checkBody(ctx.state.body);
    const email = parseEmail(typed);
    const succeeded = await throttle.signIn({ email, ip: clientIp(ctx, context.config) });
    const proven = await checkCredentials(context, { email, password }).catch(async (refused: unknown) => {
      // The password was right: it is the mail that is missing.
      if (refused instanceof ApiError && refused.code === 'not_activated') await succeeded();
      throw refused;
    });
    await succeeded();
    ctx.body = await openSession(context, ctx, proven);
  };
}

/** The row ends, and with it every copy of the cookie. */
function signOutHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    await endSession(context, personOf(ctx).session.id);
    clearSessionCookie(context, ctx);
    ctx.body = { success: true };
  };
}

/** Where the web app begins, and where its CSRF token comes from. */
function getMeHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    ctx.body = await presentMe(context, personOf(ctx));
  };
}
