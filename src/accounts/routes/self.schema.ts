import { newPasswordSchema, passwordSchema } from '../passwords.ts';
import { meSchema } from './me.schema.ts';
import type { Operation, Schema } from '../../http/operation.ts';
import { flag, id, instant, record, success, text } from '../../http/shapes.ts';

/** A role in the words of existing clients. */
export const clientRole: Schema = {
  enum: ['SUPERADMIN', 'ADMIN', 'USER'],
  description: 'Owner, admin, member',
};

export const updateSelfBody = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 100, description: 'What the person is called' },
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
  summary: 'The person and their organisation, as existing clients read them',
  description:
    'GET /auth/me says more. `publicApi` is always empty: API keys are stored as hashes and shown once.',
  answer: {
    status: 200,
    description: 'The person',
    schema: record({
      id: id('The person'),
      name: text('What they are called'),
      email: text('Their address'),
      createdAt: instant('When the account was made'),
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
} as const satisfies Operation;

export const updateSelfOperation = {
  id: 'updateSelf',
  method: 'patch',
  path: '/user/self',
  tag: 'Account',
  access: 'caller',
  role: 'none',
  summary: 'Change what one is called',
  body: updateSelfBody,
  answer: { status: 200, description: 'Who is signed in', schema: meSchema },
  errors: [],
  example: { name: 'Ada Lovelace' },
} as const satisfies Operation;

export const changePasswordOperation = {
  id: 'changePassword',
  method: 'post',
  path: '/user/password',
  tag: 'Account',
  access: 'caller',
  role: 'none',
  summary: "Change one's password",
  description: 'Every other session of the person ends.',
  body: changePasswordBody,
  answer: { status: 200, description: 'The password is the new one', schema: success },
  errors: ['wrong_password', 'too_many_attempts'],
} as const satisfies Operation;
