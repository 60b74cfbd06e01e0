import { meSchema } from './me.schema.ts';
import type { Operation } from '../../http/operation.ts';
import { forgotPasswordBody, linkTokenSchema } from './reset-password.schema.ts';
import { success } from '../../http/shapes.ts';

export const activateBody = {
  type: 'object',
  properties: { token: linkTokenSchema },
  required: ['token'],
} as const;
export const resendActivationBody = forgotPasswordBody;

export const activateOperation = {
  id: 'activate',
  method: 'post',
  path: '/auth/activate',
  tag: 'Account',
  access: 'open',
  summary: 'Confirm an address with the link of the mail',
  description:
    "The link works once, for three days. The person is signed in; their password is the one that was chosen with this link's registration.",
  body: activateBody,
  answer: { status: 200, description: 'Who is signed in', schema: meSchema },
  errors: ['invalid_link'],
} as const satisfies Operation;

export const resendActivationOperation = {
  id: 'resendActivation',
  method: 'post',
  path: '/auth/resend-activation',
  tag: 'Account',
  access: 'open',
  summary: 'Ask for another link to confirm an address',
  description: 'The answer is the same for every address.',
  body: resendActivationBody,
  answer: {
    status: 200,
    description: 'If there is an account that waits for it, a mail is on its way',
    schema: success,
  },
  errors: ['too_many_attempts'],
} as const satisfies Operation;
