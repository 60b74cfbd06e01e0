import { emailSchema } from '../email.ts';
import { passwordSchema } from '../passwords.ts';
import { meSchema } from './me.schema.ts';
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
  description: 'Begins a session: the cookie is in `Set-Cookie`.',
  body: signInBody,
  answer: { status: 200, description: 'Who is signed in', schema: meSchema },
  errors: ['invalid_credentials', 'not_activated', 'too_many_attempts'],
  example: { email: 'ada@example.org', password: 'a long sentence that nobody guesses' },
} as const satisfies Operation;

export const signOutOperation = {
  id: 'signOut',
  method: 'post',
  path: '/auth/logout',
  tag: 'Account',
  access: 'caller',
  role: 'none',
  summary: 'Sign out',
  description: 'Ends the session: its cookie is refused from here on, wherever it was copied to.',
  answer: { status: 200, description: 'Signed out', schema: success },
  errors: [],
} as const satisfies Operation;

export const getMeOperation = {
  id: 'getMe',
  method: 'get',
  path: '/auth/me',
  tag: 'Account',
  access: 'caller',
  role: 'none',
  summary: 'Who is signed in',
  answer: {
    status: 200,
    description: 'The person, their organisations, and the CSRF token of the session',
    schema: meSchema,
  },
  errors: [],
} as const satisfies Operation;
