import type { AppContext } from '../../http/types.ts';
import { clearSessionCookie } from '../../http/session-cookie.ts';
import { parseEmail, emailSchema } from '../email.ts';
import { assertNewPassword, hashPassword, newPasswordSchema } from '../passwords.ts';
import { mailReset } from '../send-mail.ts';
import { createThrottle } from '../../http/throttle.ts';
import { emailOfReset, resetWith } from '../user-tokens.ts';
import { ofRequest, type Context } from '../../platform/context.ts';
import { clientIp } from '../../http/client-ip.ts';
import { compile } from '../../platform/validation.ts';
import type { Operation } from '../../http/operation.ts';
import { success } from '../../http/shapes.ts';

export const linkTokenSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 100,
  description: 'What follows #token= in the link',
} as const;

export const forgotPasswordBody = {
  type: 'object',
  properties: { email: emailSchema },
  required: ['email'],
} as const;

export const resetPasswordBody = {
  type: 'object',
  properties: { token: linkTokenSchema, password: newPasswordSchema },
  required: ['token', 'password'],
} as const;

export const forgotPasswordOperation = {
  id: 'forgotPassword',
  method: 'post',
  path: '/auth/forgot',
  tag: 'Account',
  access: 'open',
  summary: 'Request a password reset link',
  description:
    'The answer is the same whether or not the address has an account. If the instance cannot send mail, the operator creates the link: `npm run crier -- users reset-password EMAIL`.',
  body: forgotPasswordBody,
  answer: { status: 200, description: 'If the account exists, a mail is on its way', schema: success },
  errors: ['too_many_attempts'],
  example: { email: 'ada@example.org' },
  handler: forgotPasswordHandler,
} as const satisfies Operation;

export const resetPasswordOperation = {
  id: 'resetPassword',
  method: 'post',
  path: '/auth/reset',
  tag: 'Account',
  access: 'open',
  summary: 'Set a new password with a reset link',
  description: 'The link works once, within one hour. All sessions of the person end.',
  body: resetPasswordBody,
  answer: { status: 200, description: 'The password was changed', schema: success },
  errors: ['invalid_link'],
  handler: resetPasswordHandler,
} as const satisfies Operation;

const checkForgot = compile(forgotPasswordBody);
const checkReset = compile(resetPasswordBody);

/** Answers before it is known whether there is such an account. */
function forgotPasswordHandler(context: Context): (ctx: AppContext) => Promise<void> {
  const throttle = createThrottle(context);
  return async (ctx) => {
    const email = parseEmail(checkForgot(ctx.state.body).email);
    await throttle.mail('reset', { email, ip: clientIp(ctx, context.config) });
    mailReset(ofRequest(context, ctx), email);
    ctx.body = { success: true };
  };
}

/** The browser is signed out, too: a person who had the old password may be using it. */
function resetPasswordHandler(context: Context): (ctx: AppContext) => Promise<void> {
  const throttle = createThrottle(context);
  return async (ctx) => {
    const { token, password } = checkReset(ctx.state.body);
    const email = await emailOfReset(context, token);
    assertNewPassword(password, email);
    await resetWith(context, token, await hashPassword(password));
    await throttle.forget({ email, ip: clientIp(ctx, context.config) });
    clearSessionCookie(context, ctx);
    ctx.body = { success: true };
  };
}
