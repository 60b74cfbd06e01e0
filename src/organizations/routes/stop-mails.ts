import type { AppContext } from '../../http/types.ts';
import type { Operation } from '../../http/operation.ts';
import { success } from '../../http/shapes.ts';
import type { Context } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import { compile } from '../../platform/validation.ts';
import { stopMails } from '../notifications/choices.ts';
import { personOfToken } from '../notifications/unsubscribe.ts';

export const stopMailsQuery = {
  type: 'object',
  required: ['token'],
  properties: { token: { type: 'string', maxLength: 1000, description: 'From a mail' } },
} as const;

const checkQuery = compile(stopMailsQuery, 'query');

/**
 * A mail program calls it with `List-Unsubscribe=One-Click` as a form (RFC 8058, section 3.1), without a
 * session; the body is not read.
 */
export const stopMailsOperation = {
  id: 'stopMails',
  method: 'post',
  path: '/notifications/unsubscribe',
  tag: 'Account',
  access: 'open',
  summary: 'End the mails about notifications',
  description: 'With the link of such a mail, without signing in (RFC 8058).',
  query: stopMailsQuery,
  answer: { status: 201, description: 'No more are sent', schema: success },
  errors: ['invalid_link'],
  handler:
    ({ database, secrets }: Context) =>
    async (ctx: AppContext) => {
      const { token } = checkQuery({ ...ctx.query });
      const userId = personOfToken(secrets, token);
      if (!userId) throw new ApiError('invalid_link');
      await stopMails(database, userId);
      ctx.status = 201;
      ctx.body = { success: true };
    },
} as const satisfies Operation;
