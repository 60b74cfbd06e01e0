/** Connecting an account in a browser (docs.whop.com/developer/guides/oauth). */
import { createHash } from 'node:crypto';
import { Rejected } from '../_kit/errors.ts';
import type { ProviderOAuth } from '../_kit/oauth.ts';
import { apiUrl } from './api.ts';
import { accountOfTokens, APP, refusedApp, requestTokens } from './auth.ts';
import { SCOPES } from './schema.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

/**
 * The nonce of a sign-in (OpenID Connect Core, 3.1.2.1). Made from the challenge of its PKCE pair, whose
 * verifier only this sign-in has, so that nothing else has to be kept.
 */
const nonceOf = (challenge: string): string => sha256(`nonce ${challenge}`);

export const oauth: ProviderOAuth = {
  scopes: SCOPES,
  fields: [],
  app: { kind: 'env', ...APP },
  pkce: async () => true,
  authorizeUrl({ app, redirectUri, state, challenge = '' }, ctx) {
    const query = {
      response_type: 'code',
      client_id: app.id,
      redirect_uri: redirectUri,
      scope: SCOPES.join(' '),
      state,
      nonce: nonceOf(challenge),
      code_challenge: challenge,
      code_challenge_method: 'S256',
    };
    return `${apiUrl(ctx)}/oauth/authorize?${new URLSearchParams(query)}`;
  },
  async exchange({ app, redirectUri, code, verifier = '' }, ctx) {
    const grant = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      client_id: app.id,
      code_verifier: verifier,
    };
    const tokens = await requestTokens(grant, ctx).catch((error: unknown) => {
      if (!(error instanceof Rejected) || error.networkCode !== 'invalid_client') throw error;
      throw new Rejected(refusedApp(error.said), { networkCode: error.networkCode, cause: error });
    });
    return [await accountOfTokens(tokens, nonceOf(sha256(verifier)), ctx)];
  },
};
