import type { AppContext } from '../../http/types.ts';
import { register } from '../register.ts';
import { openSession } from '../sign-in.ts';
import { createThrottle } from '../../http/throttle.ts';
import { ofRequest, type Context } from '../../platform/context.ts';
import { clientIp } from '../../http/client-ip.ts';
import { compile } from '../../platform/validation.ts';
import { emailSchema } from '../email.ts';
import { newPasswordSchema } from '../passwords.ts';
import { meSchema } from './me-shape.ts';
import type { Operation } from '../../http/operation.ts';
import { flag, orNull, record } from '../../http/shapes.ts';

export const registerBody = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 100, description: "The person's name" },
    email: emailSchema,
    password: newPasswordSchema,
    organization: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'Name of a new organisation; not with an invitation',
    },
    timeZone: {
      type: 'string',
      minLength: 1,
      maxLength: 60,
      description: "IANA name of the new organisation's time zone; default UTC",
    },
    invitation: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      description: 'Token of an invitation, which is accepted at the same time',
    },
  },
  required: ['name', 'email', 'password'],
} as const;

export const registerOperation = {
  id: 'register',
  method: 'post',
  path: '/auth/register',
  tag: 'Account',
  access: 'open',
  summary: 'Sign up',
  description:
    'If the instance can send mail, a link must confirm the address first. The answer is the same for an address that already has an account; its owner is notified by mail. Without mail, and for the address an invitation was sent to, the account is active and signed in at once.',
  body: registerBody,
  answer: {
    status: 201,
    description: 'The person is signed in, or a mail is on its way',
    schema: record({
      activated: flag('Whether the account can be used at once'),
      me: orNull(meSchema, 'The person who is signed in'),
    }),
  },
  errors: [
    'registration_closed',
    'invitation_not_found',
    'invitation_for_other',
    'email_taken',
    'quota_exceeded',
    'too_many_attempts',
  ],
  example: {
    name: 'Mia',
    email: 'mia@example.org',
    password: 'a long sentence that nobody guesses',
    organization: "Mia's bakery",
    timeZone: 'Europe/Lisbon',
  },
  handler: registerHandler,
} as const satisfies Operation;

const checkBody = compile(registerBody);

/** Signed in at once where no mail has to confirm the email address. */
function registerHandler(context: Context): (ctx: AppContext) => Promise<void> {
  const throttle = createThrottle(context);
  return async (ctx) => {
    const input = checkBody(ctx.state.body);
    const ip = clientIp(ctx, context.config);
    await throttle.register(ip);
    if (context.mail.active) await throttle.mail('registration', { email: input.email.trim(), ip });
    const made = await register(ofRequest(context, ctx), input);
    ctx.body = made
      ? { activated: true, me: await openSession(context, ctx, made) }
      : { activated: false, me: null };
    ctx.status = 201;
  };
}
