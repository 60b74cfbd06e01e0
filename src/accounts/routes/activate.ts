import type { AppContext } from '../../http/types.ts';
import { parseEmail } from '../email.ts';
import { mailActivation } from '../send-mail.ts';
import { openSession } from '../sign-in.ts';
import { createThrottle } from '../../http/throttle.ts';
import { isPassword } from '../passwords.ts';
import { activateWith, findActivation } from '../user-tokens.ts';
import { ApiError } from '../../platform/errors.ts';
import { ofRequest, type Context } from '../../platform/context.ts';
import { clientIp } from '../../http/client-ip.ts';
import { compile } from '../../platform/validation.ts';
import { meSchema } from './me-shape.ts';
import type { Operation } from '../../http/operation.ts';
import { forgotPasswordBody, linkTokenSchema } from './reset-password.ts';
import { success } from '../../http/shapes.ts';
import { sentence } from '../../platform/sentences.ts';

export const activateBody = {
  type: 'object',
  properties: {
    token: linkTokenSchema,
    password: {
      type: 'string',
      minLength: 1,
      maxLength: 256,
      description: 'The password that was chosen when signing up for this link',
    },
  },
  required: ['token', 'password'],
} as const;
export const resendActivationBody = forgotPasswordBody;

export const activateOperation = {
  id: 'activate',
  method: 'post',
  path: '/auth/activate',
  tag: 'Account',
  access: 'open',
  summary: 'Confirm an email address',
  description:
    'The link from the mail works once, within three days, with the password that was chosen in the registration that sent it: the owner of the address does not confirm an account that another person made with it. The person is signed in. A wrong password leaves the link as it is.',
  body: activateBody,
  answer: { status: 200, description: 'The person who is signed in', schema: meSchema },
  errors: ['invalid_link', 'wrong_password', 'too_many_attempts'],
  handler: activateHandler,
} as const satisfies Operation;

export const resendActivationOperation = {
  id: 'resendActivation',
  method: 'post',
  path: '/auth/resend-activation',
  tag: 'Account',
  access: 'open',
  summary: 'Request another activation mail',
  description: 'The answer is the same for every address.',
  body: resendActivationBody,
  answer: {
    status: 200,
    description: 'If an account is waiting to be confirmed, a mail is on its way',
    schema: success,
  },
  errors: ['too_many_attempts'],
  handler: resendActivationHandler,
} as const satisfies Operation;

const checkActivate = compile(activateBody);
const checkResend = compile(resendActivationBody);

/**
 * The person is signed in by the link and the password, which is tried no more often than when signing in; a
 * link that was used is no session.
 */
function activateHandler(context: Context): (ctx: AppContext) => Promise<void> {
  const throttle = createThrottle(context);
  return async (ctx) => {
    const { token, password } = checkActivate(ctx.state.body);
    const { email, passwordHash } = await findActivation(context, token);
    const succeeded = await throttle.signIn({ email, ip: clientIp(ctx, context.config) });
    if (!(await isPassword(passwordHash, password))) {
      throw new ApiError('wrong_password', sentence('password_not_of_signing_up'));
    }
    const userId = await activateWith(context, token);
    await succeeded();
    ctx.body = await openSession(context, ctx, { userId });
  };
}

/** Answers before it is known whether there is anything to send. */
function resendActivationHandler(context: Context): (ctx: AppContext) => Promise<void> {
  const throttle = createThrottle(context);
  return async (ctx) => {
    const email = parseEmail(checkResend(ctx.state.body).email);
    await throttle.mail('activation', { email, ip: clientIp(ctx, context.config) });
    mailActivation(ofRequest(context, ctx), email);
    ctx.body = { success: true };
  };
}
