import { newPasswordSchema, passwordSchema } from '../../accounts/passwords.ts';
import { meSchema } from '../../accounts/present-me.ts';
import { successSchema } from '../auth/sign-in.schema.ts';
import type { Operation } from '../operation.ts';

export const updateSelfBody = { type: 'object', properties: { name: { type: 'string', minLength: 1, maxLength: 100, description: 'What the person is called' } } } as const;

export const changePasswordBody = { type: 'object', properties: { current: passwordSchema, next: newPasswordSchema }, required: ['current', 'next'] } as const;

export const getSelfOperation = {
  id: 'getSelf', method: 'get', path: '/user/self', tag: 'Account', access: 'caller',
  summary: 'The person and their organisation, as existing clients read them',
  description: 'GET /auth/me says more. `publicApi` is always empty: API keys are stored as hashes and shown once.',
  answer: {
    status: 200, description: 'The person',
    schema: {
      type: 'object', required: ['id', 'name', 'email', 'createdAt', 'orgId', 'organization', 'role', 'admin', 'publicApi'], additionalProperties: false,
      properties: {
        id: { type: 'string', format: 'uuid' }, name: { type: 'string' }, email: { type: 'string' }, createdAt: { type: 'string', format: 'date-time' },
        orgId: { type: 'string', format: 'uuid' },
        organization: { type: 'object', required: ['id', 'name', 'timeZone'], additionalProperties: false, properties: { id: { type: 'string', format: 'uuid' }, name: { type: 'string' }, timeZone: { type: 'string' } } },
        role: { enum: ['SUPERADMIN', 'ADMIN', 'USER'], description: 'Owner, admin, member' },
        admin: { type: 'boolean', description: 'Operator of the instance' },
        publicApi: { type: 'string' },
      },
    },
  },
  errors: [],
} as const satisfies Operation;

export const updateSelfOperation = {
  id: 'updateSelf', method: 'patch', path: '/user/self', tag: 'Account', access: 'caller', role: 'none',
  summary: 'Change what one is called',
  body: updateSelfBody,
  answer: { status: 200, description: 'Who is signed in', schema: meSchema },
  errors: [],
  example: { name: 'Ada Lovelace' },
} as const satisfies Operation;

export const changePasswordOperation = {
  id: 'changePassword', method: 'post', path: '/user/password', tag: 'Account', access: 'caller', role: 'none',
  summary: 'Change one\'s password',
  description: 'Every other session of the person ends.',
  body: changePasswordBody,
  answer: { status: 200, description: 'The password is the new one', schema: successSchema },
  errors: ['wrong_password', 'too_many_attempts'],
} as const satisfies Operation;
