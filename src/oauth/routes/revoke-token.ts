import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import { OAuthError } from '../oauth-error.ts';
import { readParameters } from '../read-parameters.ts';
import { revokeOwnToken } from '../revoke-tokens.ts';
import { clientAuthentication } from './client-of.ts';
import type { Operation } from '../../http/operation.ts';
import { clientParameters, oauthRefusals } from './exchange-code.ts';

export const revokeTokenOperation = {
  id: 'revokeToken',
  method: 'post',
  path: '/oauth/revoke',
  tag: 'OAuth',
  access: 'open',
  summary: 'Revoke an access token',
  description:
    "RFC 7009. The app that holds the token authenticates as at the token endpoint. The answer is the same for a token that is unknown, already revoked or another app's.",
  body: {
    type: 'object',
    properties: {
      token: { type: 'string', description: 'The access token' },
      token_type_hint: { type: 'string', description: 'Ignored' },
      ...clientParameters,
    },
    required: ['token'],
  },
  form: true,
  answer: {
    status: 200,
    description: "If it was the app's, the token is revoked",
    schema: { type: 'object', additionalProperties: false },
  },
  others: oauthRefusals(['invalid_request']),
  errors: [],
  handler: revokeTokenHandler,
} as const satisfies Operation;

const NAMES = ['token', 'client_id', 'client_secret'] as const;

/** For apps; the answer is the same for every token (RFC 7009, section 2.2). */
function revokeTokenHandler(context: Context): (ctx: AppContext) => Promise<void> {
  const clientOf = clientAuthentication(context);
  return async (ctx) => {
    const parameters = readParameters(ctx.state.body, NAMES);
    const client = await clientOf(ctx, parameters);
    if (!parameters.token) throw new OAuthError('invalid_request', 'token is required');
    await revokeOwnToken(context, client, parameters.token);
    ctx.body = {};
  };
}
