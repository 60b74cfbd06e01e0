import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import { exchangeCode } from '../exchange-code.ts';
import { OAuthError } from '../oauth-error.ts';
import { readParameters } from '../read-parameters.ts';
import { clientAuthentication } from './client-of.ts';
import type { Operation, Schema } from '../../http/operation.ts';
import { id, record, text } from '../../http/shapes.ts';

/** How an app identifies itself in a body; with HTTP Basic it leaves both out. */
export const clientParameters = {
  client_id: text("The app's client ID"),
  client_secret: text("The app's client secret"),
} as const;

const refusal = (codes: readonly string[]): Schema =>
  record({
    error: { enum: codes, description: 'An error code of RFC 6749, section 5.2' },
    error_description: text('What is wrong, for the developer of the app'),
  });

/** Refusals of the token and revocation endpoints: OAuth's shape, not ours. */
export const oauthRefusals = (codes: readonly string[]) => ({
  400: { description: 'Bad Request, as OAuth says it (RFC 6749, section 5.2)', schema: refusal(codes) },
  401: {
    description: 'The app is unknown or its secret is wrong; with WWW-Authenticate if HTTP Basic was used',
    schema: refusal(['invalid_client']),
  },
  413: { description: 'The body is too large', schema: refusal(['invalid_request']) },
  429: {
    description:
      'Too many wrong secrets from this IP address. Try again after Retry-After seconds; the right secret is still accepted',
    schema: refusal(['temporarily_unavailable']),
  },
});

export const exchangeCodeOperation = {
  id: 'exchangeCode',
  method: 'post',
  path: '/oauth/token',
  tag: 'OAuth',
  access: 'open',
  summary: 'Exchange an authorization code for an access token',
  description:
    'RFC 6749, section 4.1.3. A code works once, within 10 minutes; if it is used again, the token issued for it is revoked. The token does not expire, and replaces an older one of the same app, person and organisation. The app authenticates in the body or by HTTP Basic, not both.',
  body: {
    type: 'object',
    properties: {
      grant_type: text('authorization_code'),
      code: text('The code from the redirect URL'),
      ...clientParameters,
      redirect_uri: text('The same as in the authorization request; required if it was sent there'),
      code_verifier: text(
        'PKCE: required if the authorization request had a code_challenge, refused if it had none',
      ),
    },
    required: ['grant_type', 'code'],
  },
  form: true,
  example: { grant_type: 'authorization_code', code: '…', client_id: 'pca_…', client_secret: 'pcs_…' },
  answer: {
    status: 200,
    description: 'The token, which caches must not store',
    schema: record({
      id: id('The organisation the app acts for'),
      cus: text("The organisation's customer id at Stripe; empty without billing"),
      access_token: text('Send it in the Authorization header of the Public API'),
      token_type: { const: 'bearer' },
    }),
  },
  others: oauthRefusals(['invalid_request', 'invalid_grant', 'unsupported_grant_type']),
  errors: [],
  handler: exchangeCodeHandler,
} as const satisfies Operation;

const NAMES = ['grant_type', 'code', 'client_id', 'client_secret', 'redirect_uri', 'code_verifier'] as const;

/** For apps; the answer and its refusals have OAuth's shape. */
function exchangeCodeHandler(context: Context): (ctx: AppContext) => Promise<void> {
  const clientOf = clientAuthentication(context);
  return async (ctx) => {
    const parameters = readParameters(ctx.state.body, NAMES);
    if (!parameters.grant_type) throw new OAuthError('invalid_request', 'grant_type is required');
    if (parameters.grant_type !== 'authorization_code') {
      throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code');
    }
    // Before the code is looked at: a wrong secret cannot burn another app's code.
    const client = await clientOf(ctx, parameters);
    if (!parameters.code) throw new OAuthError('invalid_request', 'code is required');
    const { organizationId, customerId, token } = await exchangeCode(context, client, {
      code: parameters.code,
      redirectUri: parameters.redirect_uri,
      codeVerifier: parameters.code_verifier,
    });
    ctx.body = { id: organizationId, cus: customerId, access_token: token, token_type: 'bearer' };
  };
}
